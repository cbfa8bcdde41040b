# SPDX-License-Identifier: MIT
"""The supervisor: the wrapping millisecond counter, the state of USB, and restarts."""

from typing import Any

from greenlet import GreenletExit

from sim.clock import MS
from sim.machine import Machine

__all__ = ["RunReason", "Runtime", "SafeModeReason", "get_previous_traceback", "get_setting",
           "reload", "reset_terminal", "runtime", "set_next_code_file", "set_usb_identification",
           "ticks_ms"]

machine: Machine

TICKS_PERIOD = 1 << 29
# The counter starts 65 s before it wraps, so that programs that cannot wrap are found early.
TICKS_START = TICKS_PERIOD - 65_000


class RunReason:
    """Why the program runs."""


class SafeModeReason:
    """Why it does not."""


RunReason.STARTUP = RunReason()  # type: ignore[attr-defined]
RunReason.AUTO_RELOAD = RunReason()  # type: ignore[attr-defined]
RunReason.SUPERVISOR_RELOAD = RunReason()  # type: ignore[attr-defined]
RunReason.REPL_RELOAD = RunReason()  # type: ignore[attr-defined]
SafeModeReason.NONE = SafeModeReason()  # type: ignore[attr-defined]


class Runtime:
    """`serial_connected` and `serial_bytes_available` follow the console."""

    autoreload = True
    rgb_status_brightness = 0
    run_reason = RunReason.STARTUP  # type: ignore[attr-defined]
    safe_mode_reason = SafeModeReason.NONE  # type: ignore[attr-defined]
    usb_connected = True

    @property
    def serial_connected(self) -> bool:
        return machine.console.connected

    @property
    def serial_bytes_available(self) -> int:
        return len(machine.console.typed)

    @property
    def display(self) -> Any:
        return machine.hardware("board").DISPLAY


runtime = Runtime()


def ticks_ms() -> int:
    machine.clock.advance(2_000)
    return (TICKS_START + machine.clock.now // MS) % TICKS_PERIOD


def reload() -> None:
    machine.request_reset()
    raise GreenletExit


def get_setting(key: str, default: Any = None) -> Any:
    return machine.hardware("os").getenv(key, default)


def get_previous_traceback() -> str | None:
    return None


def set_next_code_file(filename: str | None, **options: bool) -> None:
    raise NotImplementedError("supervisor.set_next_code_file is not simulated")


def reset_terminal(x_pixels: int, y_pixels: int) -> None:
    """The terminal is not drawn."""


def set_usb_identification(*_: Any, **__: Any) -> None:
    """Nothing reads it."""
