# SPDX-License-Identifier: MIT
"""supervisor: the wrapping millisecond counter, USB's state, restarts and settings."""

from pathlib import PurePosixPath
from typing import Any

from greenlet import GreenletExit

from ....board.boot import NextCode
from ....board.console import to_bytes
from ....clock import MS
from ..moments import Source
from ..native.arguments import int_range, text, word
from ..native.classes import Enumeration
from . import busdisplay, displayio, machine

__all__ = ["RunReason", "Runtime", "SafeModeReason", "StatusBar", "get_previous_traceback",
           "get_setting", "reload", "reset_terminal", "runtime", "set_next_code_file",
           "set_usb_identification", "status_bar", "ticks_ms"]

TICKS_PERIOD = 1 << 29
# The counter starts 65 s before it wraps, so that programs that cannot wrap are found early.
TICKS_START = TICKS_PERIOD - 65_000
TICKS = Source(lambda now: TICKS_START + now // MS, MS)
LOOK_NS = 2_000
LARGEST_TERMINAL = 1024


class RunReason(Enumeration):
    """The reason why the program runs."""

    STARTUP: "RunReason"
    AUTO_RELOAD: "RunReason"
    SUPERVISOR_RELOAD: "RunReason"
    REPL_RELOAD: "RunReason"


class SafeModeReason(Enumeration):
    """The reason for safe mode, which the simulated board does not have."""

    NONE: "SafeModeReason"
    BROWNOUT: "SafeModeReason"
    FLASH_WRITE_FAIL: "SafeModeReason"
    GC_ALLOC_OUTSIDE_VM: "SafeModeReason"
    HARD_FAULT: "SafeModeReason"
    INTERRUPT_ERROR: "SafeModeReason"
    NLR_JUMP_FAIL: "SafeModeReason"
    NO_CIRCUITPY: "SafeModeReason"
    NO_HEAP: "SafeModeReason"
    PROGRAMMATIC: "SafeModeReason"
    SDK_FATAL_ERROR: "SafeModeReason"
    STACK_OVERFLOW: "SafeModeReason"
    USB_BOOT_DEVICE_NOT_INTERFACE_ZERO: "SafeModeReason"
    USB_TOO_MANY_ENDPOINTS: "SafeModeReason"
    USB_TOO_MANY_INTERFACE_NAMES: "SafeModeReason"
    USER: "SafeModeReason"
    WATCHDOG: "SafeModeReason"


class Runtime:
    """The state of the firmware; its serial attributes follow the console."""

    def __init__(self) -> None:
        self._brightness = 63

    @property
    def autoreload(self) -> bool:
        return machine.supervisor.autoreload

    @autoreload.setter
    def autoreload(self, value: bool) -> None:
        machine.supervisor.autoreload = bool(value)

    @property
    def ble_workflow(self) -> bool:
        """Whether Bluetooth is used, which the board does not have."""
        return False

    @ble_workflow.setter
    def ble_workflow(self, value: bool) -> None:
        raise NotImplementedError

    @property
    def rgb_status_brightness(self) -> int:
        return self._brightness

    @rgb_status_brightness.setter
    def rgb_status_brightness(self, value: int) -> None:
        self._brightness = int_range(value, 0, 255, "brightness")

    @property
    def run_reason(self) -> RunReason:
        return getattr(RunReason, machine.board.boot.run_reason)  # type: ignore[no-any-return]

    @property
    def safe_mode_reason(self) -> SafeModeReason:
        return SafeModeReason.NONE

    @property
    def usb_connected(self) -> bool:
        return True

    @property
    def serial_connected(self) -> bool:
        machine.spin.read(lambda: machine.console.connected)
        return machine.console.connected

    @property
    def serial_bytes_available(self) -> int:
        machine.clock.advance(LOOK_NS)
        machine.spin.rest()
        machine.spin.read(lambda: machine.console.typed)
        return len(to_bytes(machine.console.typed))

    @property
    def display(self) -> Any:
        """The board's display, None once it was released."""
        return displayio.display_place.thing if displayio.display_place.is_taken else None

    @display.setter
    def display(self, display: Any) -> None:
        raise NotImplementedError("supervisor.runtime.display is not simulated as an attribute to "
                                  "set: the board's own display is the only one")


class StatusBar:
    """Whether the console and the display get a status bar; its content is not simulated."""

    def __init__(self) -> None:
        self._console = True

    @property
    def console(self) -> bool:
        return self._console

    @console.setter
    def console(self, value: bool) -> None:
        self._console = bool(value)

    @property
    def display(self) -> bool:
        return machine.supervisor.shows_status_bar

    @display.setter
    def display(self, value: bool) -> None:
        machine.supervisor.shows_status_bar = bool(value)


StatusBar.__name__ = "Status_Bar"  # its name in the firmware
runtime = Runtime()
status_bar = StatusBar()


def ticks_ms() -> int:
    return machine.spin.tell(TICKS, LOOK_NS) % TICKS_PERIOD  # type: ignore[no-any-return]


def reload() -> None:
    """Restart the program, after its `finally` blocks."""
    machine.request_reload()
    raise GreenletExit


def get_setting(key: str, default: object = None) -> Any:
    value = machine.settings.parsed(text(key))
    return default if value is None else value


def get_previous_traceback() -> str | None:
    return machine.board.boot.traceback


def set_next_code_file(filename: str | None, *, working_directory: str | None = None,
                       reload_on_success: bool = False, reload_on_error: bool = False,
                       sticky_on_success: bool = False, sticky_on_error: bool = False,
                       sticky_on_reload: bool = False) -> None:
    if filename is None:
        machine.board.next_codes.set(None)
        return
    flags = {"reload_on_success": reload_on_success, "reload_on_error": reload_on_error,
             "sticky_on_success": sticky_on_success, "sticky_on_error": sticky_on_error,
             "sticky_on_reload": sticky_on_reload}
    for name, value in ("filename", filename), ("working_directory", working_directory):
        if not isinstance(value, str | None):
            raise TypeError(f"{name} must be of type str or None, not {type(value).__name__}")
    folder = PurePosixPath(working_directory or "/")
    if working_directory and not machine.drive.has_folder(working_directory):
        raise ValueError("Invalid working_directory")
    path = str(folder / filename)
    if not (machine.drive.is_file(path) or machine.drive.has_folder(path)):
        raise ValueError("File not found")
    machine.board.next_codes.set(NextCode(filename, working_directory,
                                          frozenset(name for name, on in flags.items() if on)))


def reset_terminal(x_pixels: int, y_pixels: int) -> None:
    """Empty the display's terminal and lay it out for so many pixels."""
    word(x_pixels)
    word(y_pixels)
    if 0 < x_pixels <= LARGEST_TERMINAL and 0 < y_pixels <= LARGEST_TERMINAL:
        busdisplay.terminal_screen.lay_out(x_pixels, y_pixels)


def set_usb_identification(manufacturer: str | None = None, product: str | None = None,
                           vid: int = -1, pid: int = -1) -> None:
    """Take names for USB, which nobody asks for."""
    int_range(vid, -1, 0xFFFF, "vid")
    int_range(pid, -1, 0xFFFF, "pid")
