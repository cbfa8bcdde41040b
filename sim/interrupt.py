# SPDX-License-Identifier: MIT
"""Ctrl-C: raises KeyboardInterrupt in the program, where the device's interpreter would.

That is at the head of a loop, or where the program waits for time or for keys; never in the middle
of a call into the hardware. The machine has one of these.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .clock import Clock
from .compiler import BEAT

if TYPE_CHECKING:
    from .machine import Machine

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
    """While `allowed`, the console may `request` one."""

    def __init__(self, machine: "Machine"):
        self._machine = machine
        self._pending = False
        self._beat = machine.program.builtins[BEAT]

    @contextmanager
    def allowed(self) -> Iterator[None]:
        console = self._machine.console
        console.interrupt = self.request
        try:
            yield
        finally:
            console.interrupt = None
            self._settle()

    def request(self) -> None:
        self._pending = True
        self._machine.program.builtins[BEAT] = self._raise
        self._look()

    def _settle(self) -> None:
        self._pending = False
        self._machine.program.builtins[BEAT] = self._beat

    def _raise(self) -> None:
        self._settle()
        raise Interrupted

    def _look(self) -> None:
        """Now, and until it has been raised; the clock calls this from the program's waits."""
        clock = self._machine.clock

        def look() -> None:
            if self._pending:
                if _waits():
                    self._raise()
                clock.at(clock.now + LOOK_NS, look)

        clock.at(clock.now, look)


def _waits() -> bool:
    """Whether what moves the clock now is one of the program's waits."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals["__name__"] in (__name__, Clock.__module__):
        frame = frame.f_back
    return frame.f_globals["__name__"] in WAITS
