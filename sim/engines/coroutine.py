# SPDX-License-Identifier: MIT
"""An engine whose program is a coroutine: it pauses wherever the clock reaches its deadline."""

import threading
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from greenlet import GreenletExit, getcurrent, greenlet

from ..board.motherboard import Motherboard
from .engine import Engine


class CoroutineEngine(Engine):
    """A subclass runs the program in `_live` and may set limits for it in `_limited`."""

    def __init__(self, board: Motherboard):
        super().__init__(board)
        self._thread = threading.get_ident()
        self._coroutine = greenlet(self._live)
        self._caller = getcurrent()
        board.clock.on_deadline = self._pause
        board.on_power_off = self._power_off

    @abstractmethod
    def _live(self) -> None:
        """Run from power-on to the program's end, or without end."""

    @contextmanager
    def _limited(self) -> Iterator[None]:
        """Hold the program to its limits while it has its turn."""
        yield

    @property
    def alive(self) -> bool:
        return self.board.powered and not self._coroutine.dead

    def run_until(self, when: int) -> None:
        """Raises RuntimeError in a thread other than the one that made the engine."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("a portal runs only in the thread that created it")
        self._caller = getcurrent()
        self.board.clock.deadline = when
        if self.alive and self.board.clock.now < when:
            with self._limited():
                self._coroutine.switch()

    @property
    def _has_turn(self) -> bool:
        """Whether the program is executing now, and not the portal."""
        return bool(self._coroutine) and self._coroutine.gr_frame is None

    def _power_off(self) -> None:
        """Unwind the program. Its `finally` blocks run, and reach nothing."""
        while not self._coroutine.dead and self._coroutine:
            self._coroutine.throw(GreenletExit)

    def halt(self) -> NoReturn:
        """Stop the program for good without an exception in it: the portal sees why."""
        self.board.clock.deadline = self.board.clock.now
        while True:
            self._pause()

    def _pause(self) -> None:
        """Give the portal its turn at the deadline; go on when it sets a new one.

        The portal itself gets here by a destructor of the program's, which goes no further.
        """
        if self.board.powered and getcurrent() is self._coroutine:
            self._caller.switch()
            if self.board.powered:
                return
        raise GreenletExit
