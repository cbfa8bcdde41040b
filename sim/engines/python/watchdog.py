# SPDX-License-Identifier: MIT
"""Stops a program that computes on while the board's time does not pass.

There are two checks. The machine calls `Turn.check` in the program's heartbeat. In the main thread
of a Unix process, a timer's signal calls it every few milliseconds of computing too, so that it
reaches a call into C: Python looks for signals between two bytecodes, and so do its long numbers,
its regular expressions and its files. Both raise Stuck in the program.

Another signal, SIGVTALRM, ends the process if no SIGPROF was handled for LAST_S seconds of
computing, so that a call into C has not returned. faulthandler, written in C, prints where.

The board's heap limits the memory that a program takes. On Linux, the process may grow by HEADROOM
meanwhile, so that what the heap does not see, such as a text formatted to a great width, raises
MemoryError too. Python's C code follows chains of objects, such as a `map` over a `map`, and frees
chains of generators, by calls that nothing counts: so the stack may grow to STACK, which is enough
for a chain that fills the board's memory.
"""

import atexit
import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from ...clock import SECOND, Clock
from .process import settings

if sys.platform != "win32":
    import resource

# Bytes.
HEADROOM, STACK = 640 << 20, 512 << 20
SIZE = "/proc/self/statm"
# Seconds of computing between two ticks, and until a call into C that cannot be stopped ends the
# process. Ticks are frequent because some find no free stack for their handler.
TICK_S, LAST_S = 0.004, 30.0
# The depth of calls that a tick needs beyond a program that has used up Python's stack.
LOOK_CALLS = 50


class Stuck(BaseException):
    """Ends a program that computes for too long; no device has this exception.

    When `Interrupt.run` raises it, `args` are the program's calls.
    """

    def __str__(self) -> str:
        return "stopped by the simulator: this takes too much of the computer's time"


Stuck.__name__ = Stuck.__qualname__ = "TimeoutError"


class Turn:
    """A stretch of time in which the frontend lets the program run.

    `condemn` is called when a second of the board's `clock` has taken `patience` seconds of
    computing, and again at every check until the turn ends. It gets the running frame and tells
    whether the program is what computes now.
    """

    def __init__(self, patience: float, clock: Clock,
                 condemn: Callable[[FrameType | None], bool]):
        self._condemn = condemn
        self._patience = patience
        self._clock = clock
        self._is_over = False

    def begin(self) -> None:
        """Start to measure.

        The board's start, before second 0 of its clock, counts with the program's first second.
        """
        self._since = time.thread_time(), max(0, self._clock.now)

    def restart(self) -> None:
        """Measure anew from the next check on, because another program begins."""
        self._is_over = True

    def check(self, frame: FrameType | None = None) -> None:
        """Raise Stuck in a program that takes too long; `frame` is the running one, by default
        the caller's.
        """
        if self._is_stuck(time.thread_time()) and self._condemn(frame or sys._getframe(1)):
            raise Stuck

    def _is_stuck(self, computed: float) -> bool:
        if self._is_over or self._clock.now >= self._since[1] + SECOND:
            self._is_over = False
            self._since = computed, self._clock.now
        return computed - self._since[0] > self._patience


class _Signals:
    """Watches the main thread by timers and signals, which are taken over while a turn is on."""

    def __init__(self) -> None:
        self._turns: list[Turn] = []
        self._before: dict[signal.Signals, Any] = {}
        self._calls = sys.getrecursionlimit()

    @contextmanager
    def watch(self, turn: Turn) -> Iterator[None]:
        self._calls = sys.getrecursionlimit()
        self._turns.append(turn)
        if not self._before:
            self._switch_on()
        signal.setitimer(signal.ITIMER_VIRTUAL, LAST_S)
        try:
            with _limits():
                yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            self._turns.pop()
            sys.setrecursionlimit(self._calls)

    def forget(self) -> None:
        """Forget the handlers in a forked process, which has them but not the timers."""
        self._before = {}

    def _switch_on(self) -> None:
        self._before = {signal.SIGPROF: signal.signal(signal.SIGPROF, self._tick)}
        faulthandler.register(signal.SIGVTALRM, LAST_WORDS, all_threads=False, chain=True)
        signal.setitimer(signal.ITIMER_PROF, TICK_S, TICK_S)

    def stop(self) -> None:
        """Stop the ticks. Late ones do nothing, where the system's handler would end the process.

        The first handler takes a tick that Python has noted already; ignoring the signal discards
        one that is pending in another thread.
        """
        if self._before:
            signal.setitimer(signal.ITIMER_PROF, 0)
            for handler in (lambda number, frame: None), signal.SIG_IGN:
                signal.signal(signal.SIGPROF, handler)

    def _switch_off(self) -> None:
        self.stop()
        faulthandler.unregister(signal.SIGVTALRM)
        while self._before:
            signal.signal(*self._before.popitem())

    def _tick(self, number: int, frame: FrameType | None,
              set_limit: Callable[[int], None] = sys.setrecursionlimit) -> None:
        """Handle SIGPROF with room for a few calls beyond the program's recursion limit.

        If not even this method can be called, the next tick will find more of the stack free.
        """
        if not self._turns:
            return self._switch_off()
        calls = sys.getrecursionlimit()  # higher while the clock handles an event
        set_limit(max(calls, self._calls + LOOK_CALLS))
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, LAST_S)
            self._turns[-1].check(frame)
        finally:
            with suppress(RecursionError):  # the end of the turn restores it
                set_limit(calls)


@contextmanager
def _limited(kind: int, choose: Callable[[int, int], int], most: int) -> Iterator[None]:
    """Limit the process to `most` bytes of a kind, or to what it may have by now: `choose`."""
    soft, hard = resource.getrlimit(kind)
    now, end = (sys.maxsize if limit == resource.RLIM_INFINITY else limit for limit in (soft, hard))
    chosen = min(choose(now, most), end)
    resource.setrlimit(kind, (resource.RLIM_INFINITY if chosen == sys.maxsize else chosen, hard))
    try:
        yield
    finally:
        resource.setrlimit(kind, (soft, hard))


@contextmanager
def _limits() -> Iterator[None]:
    """Limit the process's memory, and let its stack grow. Elsewhere than on Linux, do nothing."""
    try:
        file = os.open(SIZE, os.O_RDONLY)  # much faster than `open`, at every turn
    except OSError:
        return (yield)
    try:
        size = int(os.read(file, 100).split()[0]) * resource.getpagesize()
    finally:
        os.close(file)
    with (_limited(resource.RLIMIT_AS, min, size + HEADROOM),
          _limited(resource.RLIMIT_STACK, max, STACK)):
        yield


HAS_SIGNALS = hasattr(signal, "setitimer")
# The standard error at the start: a test runner may replace it later.
LAST_WORDS = os.dup(2) if HAS_SIGNALS and sys.stderr else 2
_signals = _Signals()
if HAS_SIGNALS:
    os.register_at_fork(after_in_child=_signals.forget)
    atexit.register(_signals.stop)


@contextmanager
def watched(turn: Turn) -> Iterator[None]:
    """Watch the program while the block runs. A Stuck that leaves the block is dropped."""
    turn.begin()
    is_main = threading.current_thread() is threading.main_thread()
    try:
        with settings():
            if HAS_SIGNALS and is_main:
                with _signals.watch(turn):
                    yield
            else:
                yield
    except Stuck:
        pass  # it came when the program had already ended
