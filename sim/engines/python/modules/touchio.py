# SPDX-License-Identifier: MIT
"""touchio: capacitive touch; a pin is touched while a part outside holds it high.

A voltage between 0.0 and 1.0 is a weaker touch.
"""

from typing import Any

from ..native.arguments import int_range
from ..native.classes import Part, Pin, kept
from . import machine
from .digitalio import level_of

__all__ = ["TouchIn"]


IDLE_READING, TOUCHED_READING = 900, 3000
# How far above the first reading a touch begins (source: `shared-module/touchio/TouchIn.c`).
MARGIN = 100
READING_NS = 1_000_000


class TouchIn(Part):
    """A touch pad; `threshold` starts 100 above its first reading, when it must not be touched."""

    threshold = kept("_threshold", lambda value: int_range(value, 0, 65535, "threshold"))

    def __init__(self, pin: Pin, pull: Any = None):
        level_of(pull)
        self._claim(pin=pin)
        self._threshold = self.raw_value + MARGIN

    @property
    def raw_value(self) -> int:
        machine.clock.advance(READING_NS)
        touch = self._claimed().voltage()
        return IDLE_READING + round(touch * (TOUCHED_READING - IDLE_READING))

    @property
    def value(self) -> bool:
        return self.raw_value > self._threshold

