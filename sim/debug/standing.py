# SPDX-License-Identifier: MIT
"""A clock that stands still for what a debugger asks of the program's objects.

Of a program that is stopped, or at a breakpoint with a condition, a debugger reads attributes and
calls functions, which in the program would take time.
"""

import sys
from collections.abc import Callable
from types import FrameType

from ..clock import Clock

# The first names of the modules of pydevd, which is what debugpy stops programs with.
DEBUGGERS = frozenset(["pydevd", "_pydevd_bundle", "_pydevd_frame_eval", "_pydevd_sys_monitoring"])


class StandingClock(Clock):
    """`hold` makes one of a clock that runs."""

    @property
    def now(self) -> int:  # type: ignore[override]
        return int(self.__dict__["now"])

    @now.setter
    def now(self, when: int) -> None:
        if not _is_asked():
            self.__dict__["now"] = when

    def advance(self, ns: int) -> None:
        if not _is_asked():
            super().advance(ns)

    def wait(self, ns: int, is_worth_it: Callable[[], bool] = lambda: True) -> None:
        if not _is_asked():
            super().wait(ns, is_worth_it)

    @property
    def stands_still(self) -> bool:  # type: ignore[override]
        return _is_asked()


def hold(clock: Clock) -> None:
    """All that holds the clock keeps it, the program's code among them."""
    clock.__class__ = StandingClock


def _is_asked() -> bool:
    """Whether a debugger has called what is about to move the clock."""
    frame: FrameType | None = sys._getframe(1)
    while frame:
        if frame.f_globals.get("__name__", "").partition(".")[0] in DEBUGGERS:
            return True
        frame = frame.f_back
    return False
