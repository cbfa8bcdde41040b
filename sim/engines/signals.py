# SPDX-License-Identifier: MIT
"""Passes on what the process's handlers of signals raise while an engine works.

A test's time limit and Ctrl-C are exceptions that a handler raises anywhere: in the middle of an
engine's own work, which they would leave half done, or in the program, which could catch them. So
a relay stands for each handler meanwhile. It gives the exception to the engine, or else keeps it
until the engine has done.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any

# The signals that a process handles for itself.
NUMBERS = [getattr(signal, name) for name in ("SIGALRM", "SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1",
                                              "SIGUSR2") if hasattr(signal, name)]
Handler = Callable[[int, FrameType | None], object]
# Takes an exception and tells whether it could. It may return only when the program goes on.
Take = Callable[[BaseException], bool]


class Relays:
    """The relays of all engines at work: one may run within a function that another has called."""

    def __init__(self) -> None:
        self._takers: list[Take] = []
        self._replaced: list[tuple[int, Handler]] = []
        self._kept: list[BaseException] = []
        self._calls = 0

    @contextmanager
    def held(self, take: Take) -> Iterator[None]:
        """Let no handler raise in the block, but after it what `take` has not taken.

        Handlers run in the main thread only: in another one nothing is done.
        """
        if threading.current_thread() is not threading.main_thread():
            return (yield)
        depth = len(self._takers)
        try:
            self._takers.append(take)
            if not depth:
                self._replace()
            yield
        finally:
            del self._takers[depth:]
            if not depth:
                self._restore()
            if self._kept:
                raise self._kept.pop(0)

    def _replace(self) -> None:
        self._calls = sys.getrecursionlimit()
        for number in NUMBERS:
            if callable(handler := signal.getsignal(number)):
                self._replaced.append((number, handler))
                signal.signal(number, partial(self._relay, handler))

    def _restore(self) -> None:
        """Give the process its handlers back, unless one has been replaced in the block.

        If one of them raises here, the others are given back first.
        """
        try:
            while self._replaced:
                number, handler = self._replaced[-1]
                if getattr(signal.getsignal(number), "func", None) == self._relay:
                    signal.signal(number, handler)
                self._replaced.pop()
        finally:
            if self._replaced:
                self._restore()

    def _relay(self, handler: Handler, number: int, frame: FrameType | None,
               set_limit: Callable[[int], None] = sys.setrecursionlimit) -> None:
        """Call a handler, which may call as many functions as without a program."""
        calls = sys.getrecursionlimit()
        set_limit(calls + self._calls)
        try:
            handler(number, frame)
        except BaseException as error:
            if not (self._takers and self._takers[-1](error)):
                self._kept.append(error)
        finally:
            with suppress(RecursionError):
                set_limit(calls)


held: Callable[[Take], Any] = Relays().held


def finishing() -> Any:
    """Return a context in which what must be finished, such as a saving, is not interrupted."""
    return held(lambda error: False)
