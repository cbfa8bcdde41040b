# SPDX-License-Identifier: MIT
"""A clock that tells whenever it moves, and who moves it."""

import sys
from collections.abc import Callable
from types import FrameType

from ..clock import Clock

# How far the clock moves, in ns, of these for an event that kept the chip from the program, and
# the frame that moves it.
See = Callable[[int, int, FrameType], None]


class WatchedClock(Clock):
    """`watch` makes one of a clock that runs. It may move back for an event that it has passed, and
    then goes on from there.
    """

    _see: See
    _kept = 0

    @property
    def now(self) -> int:  # type: ignore[override]
        return int(self.__dict__["now"])

    @now.setter
    def now(self, when: int) -> None:
        passed = when - self.__dict__["now"]
        self.__dict__["now"] = when
        kept = max(0, min(passed, self._kept))
        self._kept -= kept
        if passed:
            self._see(passed, kept, sys._getframe(1))

    def take(self, ns: int) -> None:
        super().take(ns)
        self._kept += ns


def watch(clock: Clock, see: See) -> None:
    """All that holds the clock keeps it, the program's code among them."""
    clock.__class__ = WatchedClock
    assert isinstance(clock, WatchedClock)
    clock._see = see


def leave(clock: Clock) -> None:
    clock.__class__ = Clock
