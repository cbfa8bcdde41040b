# SPDX-License-Identifier: MIT
"""An alarm from a pin."""

from ...board.pins import Pin, line_of
from ...clock import MS
from ...machine import Machine

__all__ = ["PinAlarm"]

machine: Machine


class PinAlarm:
    """Goes off while `pin` has `value`, or with `edge` when it changes to it.

    The pin is the alarm's only while it sleeps; `pull` holds it at the other value.
    """

    def __init__(self, pin: Pin, value: bool, edge: bool = False, pull: bool = False):
        self._pin, self._line = pin, line_of(pin, "pin")
        self._value, self._edge, self._pull = bool(value), bool(edge), bool(pull)
        self._before = self._value

    @property
    def pin(self) -> Pin:
        return self._pin

    @property
    def value(self) -> bool:
        return self._value

    @property
    def _description(self) -> tuple[str, tuple[object, ...]]:
        return "pin", (self._line.chip_name, self._value, self._edge, self._pull)

    def _arm(self) -> None:
        self._line.claim()
        if self._pull:
            self._line.pull = float(not self._value)
        self._before = self._line.high if self._edge else not self._value

    def _disarm(self) -> None:
        self._line.release()

    def _goes_off(self) -> bool:
        before, self._before = self._before, self._line.high
        if not self._edge:
            return self._before == self._value
        return before != self._value == self._before

    def _patience(self) -> int:
        """How long to sleep before looking again, in ns."""
        return MS


def restored(chip_name: str, value: bool, edge: bool, pull: bool) -> PinAlarm:
    """The alarm of the run before."""
    return PinAlarm(machine.pins[chip_name].pin, value, edge, pull)
