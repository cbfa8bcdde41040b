# SPDX-License-Identifier: MIT
"""Ctrl-C: raises KeyboardInterrupt in the program, where the device's interpreter would.

That is at the head of a loop or function, or where the program waits for time or for keys; never in
the middle of a call into the hardware. The program has one of these, which also sees to it that a
program that the watchdog has given up gets no further, whatever it catches.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..clock import Clock
from ..limits.watchdog import Stuck, wall
from .bounds import BEAT, END, IS_OVER
from .console import Console

# How soon to look again when the program is in the middle of a call into the hardware.
LOOK_NS = 10_000
# The modules that a program waits in.
WAITS = ("alarm", "sys", "time")


class Interrupted(KeyboardInterrupt):
    """The program's KeyboardInterrupt. Of a kind of its own: Ctrl-C on the computer must not be
    taken for one on the board.
    """


Interrupted.__name__ = Interrupted.__qualname__ = "KeyboardInterrupt"
Interrupted.__module__ = "builtins"


class Interrupt:
    """While `allowed`, the console may `request` one; `builtins` are the program's."""

    def __init__(self, builtins: dict[str, Any], console: Console, clock: Clock):
        self._builtins = builtins
        self._console = console
        self._clock = clock
        self._pending = False
        self.is_allowed = False
        self._deadline: int | None = None  # that of the portal, while the program is condemned
        self._is_off = False
        self._beat = builtins[BEAT]
        builtins |= {IS_OVER: self._is_over, END: self._end}

    @property
    def is_condemned(self) -> bool:
        return self._deadline is not None

    def switch_off(self) -> None:
        """What the program has left behind, to the host's collector, does nothing any more."""
        self._is_off = True

    def _is_over(self) -> bool:
        return self._is_off or self.is_condemned

    def _end(self) -> None:
        """For generators, whose `finally` the collector runs."""
        if self._is_over():
            raise GeneratorExit

    @contextmanager
    def allowed(self) -> Iterator[None]:
        self._console.interrupt = self.request
        self.is_allowed = True
        try:
            yield
        finally:
            self.is_allowed = False
            wall.open_()
            self._console.interrupt = None
            self._pardon()
            self._settle()

    def condemn(self) -> bool:
        """From now on all that the program does raises Stuck; False where no program runs."""
        if self.is_allowed and not self.is_condemned:
            self._deadline, self._clock.deadline = self._clock.deadline, self._clock.now
            self._builtins[BEAT] = _give_up
            wall.open_()
        return self.is_allowed

    def _pardon(self) -> None:
        """What the firmware does after the program's end goes on to where the portal wants it."""
        if self._deadline is not None:
            self._clock.deadline, self._deadline = self._deadline, None

    def request(self) -> None:
        self._pending = True
        self._builtins[BEAT] = self._raise
        self._look()

    def _settle(self) -> None:
        self._pending = False
        self._builtins[BEAT] = self._beat

    def _raise(self, ns: int = 0) -> None:
        self._settle()
        if self.is_condemned:
            raise Stuck
        raise Interrupted

    def _look(self) -> None:
        """Now, and until it has been raised; the clock calls this from the program's waits."""
        clock = self._clock

        def look() -> None:
            if self._pending:
                if _waits():
                    self._raise()
                clock.at(clock.now + LOOK_NS, look)

        clock.at(clock.now, look)


def _give_up(ns: int = 0) -> None:
    raise Stuck


def _waits() -> bool:
    """Whether what moves the clock now is one of the program's waits."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals["__name__"] in (__name__, Clock.__module__):
        frame = frame.f_back
    return frame.f_globals["__name__"] in WAITS
