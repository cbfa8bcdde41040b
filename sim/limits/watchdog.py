# SPDX-License-Identifier: MIT
"""Looks after the computer while a program runs on it: for how long, and with how much memory.

A program that computes on without the board's time passing is stopped where it stands, one that
takes more memory than any board has gets a MemoryError and is stopped if it takes still more, and
Ctrl-C on the computer goes to whoever called `run`. `Turn` is one such call. Signals do the looking
in the main thread of a Unix process; elsewhere a thread does, which must wait for the end of each
call into C, and only stops.
"""

import atexit
import ctypes
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

from ..clock import SECOND, Clock
from .destructors import unheard
from .memorywall import ENDED, REFUSED, MemoryWall

# So much computing may a second of the board's take; on a busy computer that lasts longer.
PATIENCE_S = 4.0
# How often to look, and how long a call into C may take that cannot be stopped: it ends the
# process, with a word where it was. In seconds of computing. So often, because of those looks
# that find no stack to begin on; a thread needs none.
TICK_S, LAST_S, THREADS_TICK_S = 0.004, 30.0, 0.05
# Calls that looking takes, on top of those of a program that has used up Python's stack.
LOOK_CALLS = 50


class Stuck(BaseException):
    """Ends the program; no device has it."""

    def __str__(self) -> str:
        return "stopped by the simulator: this takes too much of the computer's time or memory"


Stuck.__name__ = Stuck.__qualname__ = "TimeoutError"


class Turn:
    """`clock` is the board's. `condemn` is called when a second of it has taken `patience` seconds
    of computing, or the program too much memory, and again at every tick until the turn ends; it
    says whether it is the program that now computes, as `is_programs` does. `interrupt` is for the
    computer's Ctrl-C.
    """

    def __init__(self, patience: float, clock: Clock, condemn: Callable[[], bool],
                 is_programs: Callable[[], bool], interrupt: Callable[[], None]):
        self.condemn = condemn
        self.is_programs = is_programs
        self.interrupt = interrupt
        self._patience = patience
        self._clock = clock

    def begin(self, computed: float) -> None:
        """`computed` is the computing time so far, in seconds. The second in which the board
        starts and the program's first have one patience.
        """
        self._since = computed, max(0, self._clock.now)

    def must_end(self, computed: float, taken: int) -> bool:
        """`taken` is memory, in bytes."""
        return (self.is_stuck(computed) or taken > ENDED) and self.condemn()

    def is_stuck(self, computed: float) -> bool:
        if self._clock.now >= self._since[1] + SECOND:
            self._since = computed, self._clock.now
        return computed - self._since[0] > self._patience


class _Signals:
    """Those of the process are ours while a turn is on, and a tick longer."""

    def __init__(self) -> None:
        self._turns: list[Turn] = []
        self._before: dict[signal.Signals, Any] = {}
        self._calls = sys.getrecursionlimit()

    def begin(self, turn: Turn) -> None:
        self._calls = sys.getrecursionlimit()
        turn.begin(time.thread_time())
        self._turns.append(turn)
        if not self._before:
            self._switch_on()
        signal.setitimer(signal.ITIMER_VIRTUAL, LAST_S)

    def end(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self._turns.pop()
        sys.setrecursionlimit(self._calls)

    def forget(self) -> None:
        """A forked process has the handlers and not the timers."""
        self._before = {}

    def _switch_on(self) -> None:
        self._before = {signal.SIGPROF: signal.signal(signal.SIGPROF, self._tick)}
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before[signal.SIGINT] = signal.signal(signal.SIGINT, self._interrupt)
        faulthandler.register(signal.SIGVTALRM, LAST_WORDS, all_threads=False, chain=True)
        signal.setitimer(signal.ITIMER_PROF, TICK_S, TICK_S)

    def stop(self) -> None:
        """Late ticks do nothing: one that Python has already taken is handled, one that another
        thread has not taken yet is thrown away. The system's own handler would end the process.
        """
        signal.setitimer(signal.ITIMER_PROF, 0)
        for handler in (lambda number, frame: None), signal.SIG_IGN:
            signal.signal(signal.SIGPROF, handler)

    def stop_at_exit(self) -> None:
        """Python brings the system's handlers back."""
        if self._before:
            self.stop()

    def _switch_off(self) -> None:
        self.stop()
        faulthandler.unregister(signal.SIGVTALRM)
        while self._before:
            signal.signal(*self._before.popitem())

    def _tick(self, number: int, frame: FrameType | None,
              set_limit: Callable[[int], None] = sys.setrecursionlimit) -> None:
        """Where too little of the stack is left to begin, the next tick will find more."""
        if not self._turns:
            return self._switch_off()
        calls = sys.getrecursionlimit()  # more than the program's while the clock has an event
        set_limit(max(calls, self._calls + LOOK_CALLS))
        try:
            self._look()
        finally:
            with suppress(RecursionError):  # it is lowered at the end of the turn
                set_limit(calls)

    def _look(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, LAST_S)
        turn = self._turns[-1]
        taken = wall.taken()
        if turn.must_end(time.thread_time(), taken):
            raise Stuck
        if taken > REFUSED and turn.is_programs():
            raise MemoryError("memory allocation failed")

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._turns:
            self._turns[-1].interrupt()
        else:
            signal.default_int_handler(number, frame)


class _Thread:
    """Looks at the turns of all threads but the main one."""

    def __init__(self) -> None:
        self._turns: dict[int, list[Turn]] = {}
        self._raised: set[int] = set()
        self._lock = threading.Lock()
        self._is_on = False

    def begin(self, turn: Turn) -> None:
        turn.begin(time.process_time())
        with self._lock:
            self._turns.setdefault(threading.get_ident(), []).append(turn)
            if not self._is_on:
                self._is_on = True
                threading.Thread(target=self._look, daemon=True).start()

    def end(self) -> None:
        own = threading.get_ident()
        self._receive(own)
        with self._lock:
            self._turns[own].pop()
            if not self._turns[own]:
                del self._turns[own]

    def _receive(self, thread: int) -> None:
        """What was raised and has not arrived does so here. Python can take it back, but does not
        notice that none is left: up to 3.12 a traced function then never begins.
        """
        if thread in self._raised:
            self._raised.remove(thread)
            with suppress(Stuck):
                _raise_in(thread, Stuck)
                while True:
                    pass

    def _look(self) -> None:
        while self._is_on:
            time.sleep(THREADS_TICK_S)
            with self._lock:
                for thread, turns in self._turns.items():
                    if turns[-1].must_end(time.process_time(), wall.taken()):
                        self._raised.add(thread)
                        _raise_in(thread, Stuck)
                self._is_on = bool(self._turns)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """At the next bytecode of that thread."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


HAS_SIGNALS = hasattr(signal, "setitimer")
# The standard error as it was at the start: a test runner keeps what is written to it later.
LAST_WORDS = os.dup(2) if HAS_SIGNALS and sys.stderr else 2
_signals, _thread, wall = _Signals(), _Thread(), MemoryWall()
if HAS_SIGNALS:
    os.register_at_fork(after_in_child=_signals.forget)
    atexit.register(_signals.stop_at_exit)


@contextmanager
def watched(turn: Turn) -> Iterator[None]:
    is_main = threading.current_thread() is threading.main_thread()
    watch = _signals if HAS_SIGNALS and is_main else _thread
    watch.begin(turn)
    wall.raise_()
    try:
        with unheard():
            yield
    except Stuck:
        pass  # it was stopped on its way out
    finally:
        wall.lower()
        watch.end()
