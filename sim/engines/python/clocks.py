# SPDX-License-Identifier: MIT
"""Clocks for the profiler and the debugger, which observe or stop a running clock.

A program's compiled code adds to `clock.now` directly, so that an unobserved clock costs nothing.
To observe a clock that others already hold, `watch` and `hold` replace its class by one whose `now`
is a property, and `leave` restores it.
"""

import sys
from collections.abc import Callable
from types import FrameType

from ...clock import Clock

# Receives how far the clock moves in ns, the part of it that an event kept the chip busy for, and
# the frame that moves it.
See = Callable[[int, int, FrameType], None]
# The first names of the modules of pydevd, with which debugpy stops programs.
DEBUGGERS = frozenset(["pydevd", "_pydevd_bundle", "_pydevd_frame_eval", "_pydevd_sys_monitoring"])


class WatchedClock(Clock):
    """Reports each move to `_see`. It may move back for an event that it has passed."""

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
    """Report the clock's moves to `see`."""
    clock.__class__ = WatchedClock
    assert isinstance(clock, WatchedClock)
    clock._see = see


def leave(clock: Clock) -> None:
    """Stop reporting."""
    clock.__class__ = Clock


class StandingClock(Clock):
    """Stands still while a debugger evaluates the program's attributes and conditions."""

    @property
    def now(self) -> int:  # type: ignore[override]
        return int(self.__dict__["now"])

    @now.setter
    def now(self, when: int) -> None:
        if not _is_debuggers():
            self.__dict__["now"] = when

    def pass_on(self, ns: int) -> None:
        if not _is_debuggers():
            super().pass_on(ns)

    def _wait(self, ns: int) -> None:
        if not _is_debuggers():
            super()._wait(ns)


def hold(clock: Clock) -> None:
    """Let the clock stand still for debuggers."""
    clock.__class__ = StandingClock


def _is_debuggers() -> bool:
    """Whether a debugger called the code that is about to move the clock."""
    frame: FrameType | None = sys._getframe(1)
    while frame:
        if frame.f_globals.get("__name__", "").partition(".")[0] in DEBUGGERS:
            return True
        frame = frame.f_back
    return False
