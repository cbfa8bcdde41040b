# SPDX-License-Identifier: MIT
"""countio: counts the edges of a signal at a pin."""

from typing import Any

from ..native.arguments import of_type, word
from ..native.classes import Enumeration, Listener, Pin, kept
from . import machine
from .digitalio import level_of

__all__ = ["Counter", "Edge"]


class Edge(Enumeration):
    """The changes that are counted."""

    RISE: "Edge"
    FALL: "Edge"
    RISE_AND_FALL: "Edge"


class Counter(Listener):
    """Counts edges in `count`, which may be set."""

    count = kept("_count", word)

    def __init__(self, pin: Pin, *, edge: Edge = Edge.FALL, pull: Any = None):
        self._edge = of_type(edge, Edge, "edge")
        level = level_of(pull)
        self._listen(machine.pins.interrupts, pin=pin)
        line = self._claimed()
        line.pull = level
        self._high = line.high
        self._count = 0
        line.watchers.append(self._look)

    def reset(self) -> None:
        self.count = 0

    def _look(self) -> None:
        machine.spin.act()
        before, self._high = self._high, self._claimed().high
        fell, rose = before and not self._high, self._high and not before
        self._count += (fell and self._edge is not Edge.RISE) or (
            rose and self._edge is not Edge.FALL)
