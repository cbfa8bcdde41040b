# SPDX-License-Identifier: MIT
"""The interface of an engine, which runs a board's program, and the heap that it may report.

The program of a `CoroutineEngine` pauses wherever the clock reaches its deadline.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

from greenlet import GreenletExit, getcurrent, greenlet

from ..board.boot import Boot
from ..board.console import ENTER, to_keys
from ..board.motherboard import Motherboard
from .signals import held

# Seconds of computing that a virtual second may take.
PATIENCE_S = 4.0


class Heap(NamedTuple):
    """A program's memory in bytes; `largest` is the largest free block.

    Objects that a program no longer uses count until the next garbage collection.
    """

    used: int
    free: int
    largest: int


class Engine(ABC):
    """Runs the program of `board` from power-on until it ends.

    `patience` limits the computing time of a virtual second, in seconds.
    """

    def __init__(self, board: Motherboard):
        self.board = board
        self.patience = PATIENCE_S

    @property
    @abstractmethod
    def traceback(self) -> str:
        """The traceback printed when an exception ended the program, else empty."""

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether the program has ended by itself."""

    @property
    def running(self) -> bool:
        """Whether the program has neither ended nor been cut off."""
        return self.alive and not self.ended

    @property
    @abstractmethod
    def alive(self) -> bool:
        """Whether time goes on: an attended board waits for keys after the program's end."""

    @abstractmethod
    def run_until(self, when: int) -> None:
        """Run to the moment `when` (ns), or until the program ends, where time stops."""

    @abstractmethod
    def position(self) -> str:
        """Return where the paused program is, as `code.py line 3`."""

    @property
    @abstractmethod
    def heap(self) -> Heap:
        """The program's memory. Raises RuntimeError if the engine cannot tell it now."""

    @property
    def reloads_on_save(self) -> bool:
        """Whether a file that somebody saves on the drive restarts the program."""
        return True

    @property
    def shows_lines(self) -> bool:
        """Whether a profiler or a debugger can follow the program's lines."""
        return False

    @property
    def has_own_drive(self) -> bool:
        """Whether the board has a copy of the drive, which `save` renews."""
        return False

    def save(self) -> None:
        """Write what was saved in the user's folder to the board's own copy of the drive."""
        raise NotImplementedError

    @property
    @abstractmethod
    def identity(self) -> str:
        """The content of boot_out.txt on a board without a boot.py."""

    def pass_on(self, error: BaseException) -> None:
        """Raise in whoever runs the board what is not the program's, such as Ctrl-C, the end of a
        test's time limit, or the failure of a host. The program can go on later.
        """
        if not self._take(error):
            raise error

    @abstractmethod
    def _take(self, error: BaseException) -> bool:
        """Stop the program if it is executing, to raise this error in whoever runs the board; tell
        whether it was.
        """

    def start(self, boot: Boot) -> None:
        """Power on for this reason; call it before the first `run_until`."""
        self.board.start(boot)

    def type(self, keys: str | bytes) -> None:
        """Type on the serial console: text, where Enter is a line feed, or bytes as they are."""
        self.board.console.receive(to_keys(keys) if isinstance(keys, bytes)
                                   else keys.replace("\n", ENTER))

    def request_reload(self, reason: str = "SUPERVISOR_RELOAD", **kept: Any) -> None:
        """Ask for a restart of the program, which is told how this run ended."""
        self.board.request_reload(reason, **{"traceback": self.traceback or None, **kept})


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
            with held(self._take), self._limited():
                self._coroutine.switch()

    def _take(self, error: BaseException) -> bool:
        if self._has_turn:
            self._caller.throw(type(error), error, error.__traceback__)
            return True
        return False

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

        A destructor of the program may get here in the portal's turn; it goes no further.
        """
        if self.board.powered and getcurrent() is self._coroutine:
            self._caller.switch()
            if self.board.powered:
                return
        raise GreenletExit
