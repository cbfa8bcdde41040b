# SPDX-License-Identifier: MIT
"""Ctrl-C and the watchdog: ends the program's code where the device's interpreter would.

Ctrl-C raises KeyboardInterrupt at the head of a loop or function, or where the program waits for
time or keys, but never during a call into the hardware. A program that the watchdog has condemned
gets no further, whatever it catches.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from ....board.console import Console
from ....clock import Clock
from ..compiler.runtime import BEAT, END, IS_OVER, WHILE
from ..watchdog import Stuck
from . import tracebacks
from .keyboard import Keyboard

# How soon to look again when the program is in a call into the hardware.
LOOK_NS = 10_000
# The modules that a program waits in.
WAITS = ("time", Keyboard.__module__)


class Interrupted(KeyboardInterrupt):
    """The program's KeyboardInterrupt, distinct from that of Ctrl-C on the computer."""


Interrupted.__name__ = Interrupted.__qualname__ = "KeyboardInterrupt"
Interrupted.__module__ = "builtins"


class Interrupt:
    """Runs the program's code and ends it on Ctrl-C or when the watchdog condemns it.

    During `run`, the console may `request` a KeyboardInterrupt. `builtins` are the program's, and
    `file` is where it starts.
    """

    def __init__(self, builtins: dict[str, Any], console: Console, clock: Clock):
        self.file = ""
        self._builtins = builtins
        self._console = console
        self._clock = clock
        self._pending = False
        self.is_allowed = False
        self._deadline: int | None = None  # the portal's, while the program is condemned
        self._calls: list[tracebacks.Call] = []  # where it was condemned
        self._is_off = False
        self._beat = builtins[BEAT]
        builtins |= {IS_OVER: self._is_over, END: self._end}

    @property
    def is_condemned(self) -> bool:
        return self._deadline is not None

    def switch_off(self) -> None:
        """End destructors and generators of the program that the garbage collector runs later."""
        self._is_off = True

    def _is_over(self) -> bool:
        return self._is_off or self.is_condemned

    def _end(self) -> None:
        """End a generator whose `finally` the garbage collector runs."""
        if self._is_over():
            raise GeneratorExit

    def run(self, act: Callable[[], object]) -> None:
        """Call `act`, code of the program. If it is condemned, raise Stuck with its calls, whatever
        the program has caught.

        The watchdog may raise Stuck at any bytecode, and freeing the program's objects takes long
        enough for that; so nothing is called before `is_allowed` ends it.
        """
        self._console.interrupt = self.request
        self.is_allowed = True
        try:
            try:
                act()
            finally:
                self.is_allowed = False
        finally:
            self._console.interrupt = None
            self._settle()
            self._pardon()

    def condemn(self, frame: FrameType | None) -> bool:
        """Let all further code of the program raise Stuck. Returns False if no program runs.

        `frame` is the running one: it tells the program's calls now, since a Stuck that arrives
        later may pass through none of them.
        """
        if self.is_allowed and not self.is_condemned:
            self._calls = tracebacks.calls(frame, self._builtins) or [(self.file, 1, "<module>")]
            self._deadline, self._clock.deadline = self._clock.deadline, self._clock.now
            self._set_beat(_give_up)
        return self.is_allowed

    def _pardon(self) -> None:
        """Restore the portal's deadline for what the firmware does next, and raise Stuck."""
        if self._deadline is not None:
            self._clock.deadline, self._deadline = self._deadline, None
            raise Stuck(*self._calls)

    def request(self) -> None:
        """Raise KeyboardInterrupt in the program as soon as the device would."""
        self._pending = True
        self._set_beat(self._raise)
        self._look()

    def _settle(self) -> None:
        self._pending = False
        self._set_beat(self._beat)

    def _set_beat(self, beat: Callable[..., None]) -> None:
        self._builtins[BEAT] = self._builtins[WHILE] = beat

    def _raise(self, ns: int = 0) -> None:
        self._settle()
        if self.is_condemned:
            raise Stuck
        raise Interrupted

    def _look(self) -> None:
        """Raise it if the program waits now; else look again, by the clock, until it is raised."""
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
    """Tell whether one of the program's waits is moving the clock."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals["__name__"] in (__name__, Clock.__module__):
        frame = frame.f_back
    return frame.f_globals["__name__"] in WAITS
