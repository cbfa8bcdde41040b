# SPDX-License-Identifier: MIT
"""microcontroller: pins by the chip's names, nvm, processor and reset."""

from types import ModuleType
from typing import NoReturn

from ..firmware import UID, beyond
from ..native.arguments import int_min
from ..native.classes import Enumeration, Pin, pin_of
from . import machine
from .nvm import ByteArray

__all__ = ["Pin", "Processor", "ResetReason", "RunMode", "cpu", "delay_us",
           "disable_interrupts", "enable_interrupts", "nvm", "on_next_reset", "pin", "reset",
           "watchdog"]


class ResetReason(Enumeration):
    """The reason for the chip's last start."""

    POWER_ON: "ResetReason"
    BROWNOUT: "ResetReason"
    SOFTWARE: "ResetReason"
    DEEP_SLEEP_ALARM: "ResetReason"
    RESET_PIN: "ResetReason"
    WATCHDOG: "ResetReason"
    UNKNOWN: "ResetReason"
    RESCUE_DEBUG: "ResetReason"


class RunMode(Enumeration):
    """The software that runs after the next reset; only NORMAL is simulated."""

    NORMAL: "RunMode"
    SAFE_MODE: "RunMode"
    UF2: "RunMode"
    BOOTLOADER: "RunMode"


class Processor:
    """A SAMD51J20A at 120 MHz and 32 °C."""

    def __init__(self) -> None:
        raise TypeError("can't create 'Processor' instances")

    @property
    def frequency(self) -> int:
        return 120_000_000

    @property
    def temperature(self) -> float:
        return 32.0

    @property
    def voltage(self) -> float:
        return 3.300611  # as its 12 bits read

    @property
    def uid(self) -> bytearray:
        return bytearray(UID)

    @property
    def reset_reason(self) -> ResetReason:
        """Return UNKNOWN, as the firmware for this chip always does."""
        return ResetReason.UNKNOWN


class _WatchDogTimer:
    """Stands for the watchdog, which cannot be used."""

    def _refuse(self, *_: object) -> NoReturn:
        raise beyond("microcontroller.watchdog")

    timeout = mode = property(_refuse, _refuse)
    feed = deinit = _refuse


def delay_us(delay: int) -> None:
    machine.clock.advance(int_min(delay, 0, "delay") * 1000)


def disable_interrupts() -> None:
    """Does nothing: nothing interrupts the simulated program."""


def enable_interrupts() -> None:
    """Does nothing: nothing interrupts the simulated program."""


def on_next_reset(run_mode: RunMode) -> None:
    if not isinstance(run_mode, RunMode):
        raise ValueError("Invalid run_mode")
    if run_mode is not RunMode.NORMAL:
        raise beyond(str(run_mode))


def reset() -> None:
    """Reset at once; not even a `finally` of the program runs."""
    machine.board.request_reset()
    machine.halt()


cpu = object.__new__(Processor)
nvm = object.__new__(ByteArray)
watchdog = _WatchDogTimer()
pin = ModuleType("microcontroller.pin")
for _line in machine.pins:
    setattr(pin, _line.chip_name, pin_of(_line))
