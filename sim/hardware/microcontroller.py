# SPDX-License-Identifier: MIT
"""The chip: its pins by their own names, non-volatile memory, clock and reset."""

from types import ModuleType

from greenlet import GreenletExit

from sim.machine import Machine
from sim.pins import Pin

__all__ = ["Pin", "Processor", "ResetReason", "RunMode", "cpu", "cpus", "delay_us",
           "disable_interrupts", "enable_interrupts", "nvm", "on_next_reset", "pin", "reset",
           "watchdog"]

machine: Machine


class ResetReason:
    """Why the chip started."""

    def __init__(self, name: str):
        self._name = name

    def __repr__(self) -> str:
        return f"microcontroller.ResetReason.{self._name}"


for _name in ("POWER_ON", "BROWNOUT", "SOFTWARE", "DEEP_SLEEP_ALARM", "RESET_PIN", "WATCHDOG",
              "UNKNOWN", "RESCUE_DEBUG"):
    setattr(ResetReason, _name, ResetReason(_name))


class RunMode:
    """What runs after the next reset; only NORMAL is simulated."""


RunMode.NORMAL = RunMode()  # type: ignore[attr-defined]
RunMode.UF2 = RunMode()  # type: ignore[attr-defined]
RunMode.SAFE_MODE = RunMode()  # type: ignore[attr-defined]
RunMode.BOOTLOADER = RunMode()  # type: ignore[attr-defined]


class Processor:
    """A SAMD51J20A at 120 MHz in a warm room."""

    frequency = 120_000_000
    temperature = 32.0
    voltage = 3.3
    uid = bytes(range(16))
    reset_reason = ResetReason.POWER_ON  # type: ignore[attr-defined]


def delay_us(delay: int) -> None:
    machine.clock.advance(delay * 1000)


def disable_interrupts() -> None:
    """Nothing interrupts the simulated program."""


enable_interrupts = disable_interrupts


def on_next_reset(run_mode: RunMode) -> None:
    """A reset of the simulated board always starts code.py."""


def reset() -> None:
    machine.request_reset()
    raise GreenletExit


cpu = Processor()
cpus = (cpu,)
nvm = machine.hardware("nvm").ByteArray()
watchdog = None
pin = ModuleType("microcontroller.pin")
for _pin in machine.pins:
    setattr(pin, _pin.chip_name, _pin)
