# SPDX-License-Identifier: MIT
"""touchio: capacitive touch. A pad is touched while a part outside holds its pin at the level to
which the pin is charged: high, or low with a pull-up.

Facts from upstream's `shared-module/touchio/TouchIn.c`.
"""

from typing import Any

from ..native.arguments import int_range
from ..native.classes import Pin, PinOwner, kept
from . import machine
from .digitalio import level_of

__all__ = ["TouchIn"]


# A reading counts how long the pin keeps its charge, ten times; it ends at this count.
LONGEST = 10_000
# A pin that nothing discharges keeps its charge; another is discharged at once.
CHARGED_NS, DISCHARGED_NS = 7_000_000, 200_000
# How far above the first reading a touch begins.
MARGIN = 100


class TouchIn(PinOwner):
    """A touch pad. Raises ValueError if no resistor discharges it, which a wire stands for."""

    threshold = kept("_threshold", lambda value: int_range(value, 0, 65535, "threshold"))

    def __init__(self, pin: Pin, pull: Any = None):
        self._charge = not level_of(pull)
        self._claim(pin=pin)
        if self.raw_value == LONGEST:
            self.deinit()
            kind = "pulldown" if self._charge else "pullup"
            raise ValueError(f"No {kind} on pin; 1Mohm recommended")
        self._threshold = MARGIN

    @property
    def raw_value(self) -> int:
        outside = self._claimed().from_outside()
        keeps = outside is None or (outside > 0.5) == self._charge
        machine.clock.advance(CHARGED_NS if keeps else DISCHARGED_NS)
        return LONGEST if keeps else 0

    @property
    def value(self) -> bool:
        return self.raw_value > self._threshold
