# SPDX-License-Identifier: MIT
"""Digital pins: claim a pin, drive it or read it."""

from typing import Any

from sim.machine import Machine
from sim.pins import Pin

__all__ = ["DigitalInOut", "Direction", "DriveMode", "Pull"]

machine: Machine

PIN_NS = 5_000
HIGH = 0.5


class Direction:
    """Which way a pin works."""


class DriveMode:
    """How an output drives its pin."""


class Pull:
    """The resistor on an input."""


Direction.INPUT, Direction.OUTPUT = Direction(), Direction()  # type: ignore[attr-defined]
DriveMode.PUSH_PULL, DriveMode.OPEN_DRAIN = DriveMode(), DriveMode()  # type: ignore[attr-defined]
Pull.UP, Pull.DOWN = Pull(), Pull()  # type: ignore[attr-defined]
_INPUT: Any = Direction.INPUT  # type: ignore[attr-defined]
_OUTPUT: Any = Direction.OUTPUT  # type: ignore[attr-defined]
_PUSH_PULL: Any = DriveMode.PUSH_PULL  # type: ignore[attr-defined]
_LEVELS = {None: None, Pull.UP: 1.0, Pull.DOWN: 0.0}  # type: ignore[attr-defined]


class DigitalInOut:
    """A pin as input without pull, until switched."""

    def __init__(self, pin: Pin):
        if not isinstance(pin, Pin):
            raise TypeError("pin must be of type Pin")
        pin.claim()
        machine.clock.advance(PIN_NS)
        self._pin: Pin | None = pin
        self._output = False
        self._value = False
        self._drive_mode = _PUSH_PULL
        self._pull: Pull | None = None

    def __enter__(self) -> "DigitalInOut":
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        if self._pin:
            self._pin.release()
            self._pin = None

    def switch_to_output(self, value: bool = False, drive_mode: Any = _PUSH_PULL) -> None:
        self._output, self._drive_mode = True, drive_mode
        self._drive(value)

    def switch_to_input(self, pull: Pull | None = None) -> None:
        self._output, self._pull = False, pull
        pin = self._claimed()
        pin.level, pin.pull = None, _LEVELS[pull]

    @property
    def direction(self) -> Any:
        return _OUTPUT if self._output else _INPUT

    @direction.setter
    def direction(self, direction: Any) -> None:
        if direction is _OUTPUT:
            self.switch_to_output()
        elif direction is _INPUT:
            self.switch_to_input()
        else:
            raise ValueError("Invalid direction.")

    @property
    def value(self) -> bool:
        machine.clock.advance(PIN_NS)
        return self._claimed().voltage() > HIGH

    @value.setter
    def value(self, value: bool) -> None:
        if not self._output:
            raise AttributeError("Cannot set value when direction is input.")
        machine.clock.advance(PIN_NS)
        self._drive(value)

    @property
    def drive_mode(self) -> Any:
        if not self._output:
            raise AttributeError("Drive mode not used when direction is input.")
        return self._drive_mode

    @drive_mode.setter
    def drive_mode(self, drive_mode: Any) -> None:
        if not self._output:
            raise AttributeError("Drive mode not used when direction is input.")
        self._drive_mode = drive_mode
        self._drive(self._value)

    @property
    def pull(self) -> Pull | None:
        if self._output:
            raise AttributeError("Pull not used when direction is output.")
        return self._pull

    @pull.setter
    def pull(self, pull: Pull | None) -> None:
        if self._output:
            raise AttributeError("Pull not used when direction is output.")
        self.switch_to_input(pull)

    def _claimed(self) -> Pin:
        if self._pin is None:
            raise ValueError("Object has been deinitialized and can no longer be used. "
                             "Create a new object.")
        return self._pin

    def _drive(self, value: bool) -> None:
        self._value = bool(value)
        floating = self._value and self._drive_mode is not _PUSH_PULL
        self._claimed().level = None if floating else float(self._value)
