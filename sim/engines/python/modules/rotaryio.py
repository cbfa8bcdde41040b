# SPDX-License-Identifier: MIT
"""rotaryio: a rotary encoder, whose two pins change alternately as it turns."""

from ..native.arguments import word
from ..native.classes import Listener, Pin, kept
from . import machine

__all__ = ["IncrementalEncoder"]

# The states of (a, b) as they follow each other clockwise
# (source: `shared-module/rotaryio/IncrementalEncoder.c`).
CLOCKWISE = (False, False), (True, False), (True, True), (False, True)


class IncrementalEncoder(Listener):
    """An encoder whose `position` moves by one for `divisor` steps of its pins."""

    position = kept("_position", word)

    def __init__(self, pin_a: Pin, pin_b: Pin, divisor: int = 4):
        self.divisor = divisor
        self._listen(machine.pins.interrupts, pin_a=pin_a, pin_b=pin_b)
        self._position = self._quarters = 0
        for pin in self._pins:
            pin.pull = 1.0
            pin.watchers.append(self._look)
        self._place = self._read()

    @property
    def divisor(self) -> int:
        return self._divisor

    @divisor.setter
    def divisor(self, divisor: int) -> None:
        self._divisor = word(divisor)

    def _read(self) -> int:
        a, b = self._pins
        return CLOCKWISE.index((a.high, b.high))

    def _look(self) -> None:
        """Count a step; a skipped state shows no direction and does not count."""
        machine.spin.act()
        before, self._place = self._place, self._read()
        self._quarters += {1: 1, 3: -1}.get((self._place - before) % 4, 0)
        if abs(self._quarters) >= self._divisor > 0:
            self._position += 1 if self._quarters > 0 else -1
            self._quarters = 0
