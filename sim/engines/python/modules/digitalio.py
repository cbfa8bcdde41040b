# SPDX-License-Identifier: MIT
"""digitalio: digital inputs and outputs."""

from typing import Any

from ..native.classes import Enumeration, Pin, PinOwner
from . import machine

__all__ = ["DigitalInOut", "Direction", "DriveMode", "Pull"]

PIN_NS = 2_500


class Direction(Enumeration):
    """The direction of a pin."""

    INPUT: "Direction"
    OUTPUT: "Direction"


class DriveMode(Enumeration):
    """The way an output drives its pin."""

    PUSH_PULL: "DriveMode"
    OPEN_DRAIN: "DriveMode"


class Pull(Enumeration):
    """The resistor on an input."""

    UP: "Pull"
    DOWN: "Pull"


_LEVELS = {None: None, Pull.UP: 1.0, Pull.DOWN: 0.0}


def level_of(pull: Any, name: str = "pull") -> float | None:
    """Return the voltage of a pull resistor; other modules use this too."""
    if not (pull is None or isinstance(pull, Pull)):
        raise TypeError(f"{name} must be of type Pull or None, not {type(pull).__name__}")
    return _LEVELS[pull]


class DigitalInOut(PinOwner):
    """A digital pin, at first an input without pull."""

    _output = _value = False
    _drive_mode = DriveMode.PUSH_PULL
    _pull: Pull | None = None

    def __init__(self, pin: Pin):
        self._claim_one(pin)
        machine.clock.advance(PIN_NS)
        machine.spin.rest()

    def switch_to_output(self, value: bool = False,
                         drive_mode: DriveMode = DriveMode.PUSH_PULL) -> None:
        self._output, self._drive_mode = True, _checked_mode(drive_mode)
        self._drive(value)

    def switch_to_input(self, pull: Pull | None = None) -> None:
        pin, level = self._claimed(), level_of(pull)
        self._output, self._pull = False, pull
        pin.drive(None)
        pin.pull = level

    @property
    def direction(self) -> Direction:
        self._claimed()
        return Direction.OUTPUT if self._output else Direction.INPUT

    @direction.setter
    def direction(self, direction: Direction) -> None:
        if direction is Direction.OUTPUT:
            self.switch_to_output()
        elif direction is Direction.INPUT:
            self.switch_to_input()
        else:
            raise ValueError("Invalid direction")

    @property
    def value(self) -> bool:
        pin = self._claimed()
        machine.clock.advance(PIN_NS)
        if self._output:  # reads back what was set, whatever the pin's voltage is
            machine.spin.rest()
            return self._value
        machine.spin.look(pin)
        return pin.high

    @value.setter
    def value(self, value: bool) -> None:
        self._require(self._output, "Cannot set value when direction is input.")
        machine.clock.advance(PIN_NS)
        machine.spin.rest()
        self._drive(value)

    @property
    def drive_mode(self) -> DriveMode:
        self._require(self._output, "Drive mode not used when direction is input.")
        return self._drive_mode

    @drive_mode.setter
    def drive_mode(self, drive_mode: DriveMode) -> None:
        self._require(self._output, "Drive mode not used when direction is input.")
        self._drive_mode = _checked_mode(drive_mode)
        self._drive(self._value)

    @property
    def pull(self) -> Pull | None:
        self._require(not self._output, "Pull not used when direction is output.")
        return self._pull

    @pull.setter
    def pull(self, pull: Pull | None) -> None:
        self._require(not self._output, "Pull not used when direction is output.")
        self.switch_to_input(pull)

    def _require(self, right_direction: bool, otherwise: str) -> None:
        self._claimed()
        if not right_direction:
            raise AttributeError(otherwise)

    def _drive(self, value: bool) -> None:
        self._value = bool(value)
        floating = self._value and self._drive_mode is DriveMode.OPEN_DRAIN
        self._claimed().drive(None if floating else float(self._value))


def _checked_mode(mode: Any) -> DriveMode:
    """Return the drive mode; anything but OPEN_DRAIN counts as PUSH_PULL, as in CircuitPython."""
    return DriveMode.OPEN_DRAIN if mode is DriveMode.OPEN_DRAIN else DriveMode.PUSH_PULL
