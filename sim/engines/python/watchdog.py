# SPDX-License-Identifier: MIT
"""Stops a program that would occupy the computer: one that computes on while the board's time does
not pass, or that takes far more memory than a board has.

In the main thread of a Unix process the watching is done by signals:

- ITIMER_PROF ticks every few milliseconds of computing. The handler of SIGPROF, which Python calls
  between two bytecodes, raises Stuck in the program, or MemoryError if it has taken much memory.
- ITIMER_VIRTUAL is restarted at each tick. It fires if no tick was handled for LAST_S seconds, so
  a call into C has not returned. faulthandler, which is written in C, then prints where, and the
  system's handler ends the process.
- SIGINT goes to whoever runs the turn, unless the process handles it already.
- What a handler of the process raises, such as that of a test's time limit, goes to whoever runs
  the turn too: the program could catch it.

Elsewhere (other threads, Windows) a thread watches and raises Stuck in the program's thread by
PyThreadState_SetAsyncExc. It cannot interrupt a call into C, raises no MemoryError, and leaves
Ctrl-C alone.

Memory may be taken in steps too small to be refused as one block, so the process is measured from
time to time. At REFUSED the program gets a MemoryError, and at ENDED it is stopped. On Linux, a
limit on the process's address space catches what happens between two measurements. It is far
higher, since not all of CPython survives when even small allocations fail.

Python's C code follows chains of objects, such as a `map` over a `map`, and frees chains of
generators, by calls that nothing counts. Each takes about as much stack as its object takes memory.
So the stack may grow to STACK (Linux, in the main thread), which is enough for a chain that fills
the memory up to REFUSED.
"""

import atexit
import ctypes
import faulthandler
import gc
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any

from ...clock import SECOND, Clock

if sys.platform != "win32":
    import resource

# Bytes beyond what the process had when it was measured: far more than any board has.
REFUSED, ENDED, HEADROOM = 256 << 20, 512 << 20, 640 << 20
STACK = 512 << 20
SIZE = "/proc/self/statm"


class MemoryLimit:
    """Limits the process, between `apply` and `remove`, to `HEADROOM` beyond its last `measure`.

    Its stack may grow to `STACK` meanwhile. Growth between `remove` and `apply` does not count:
    it is the caller's, such as another portal's emulated chip.
    """

    def __init__(self) -> None:
        self._start = 0
        self._left = 0
        self._before: list[tuple[int, int]] = []
        self._stack_before: list[tuple[int, int]] = []

    def measure(self) -> None:
        self._start = self._left = _size()

    def taken(self) -> int:
        """Return by how many bytes the process has grown since `measure`, 0 if that is unknown."""
        return _size() - self._start if self._start else 0

    def collect(self) -> None:
        """Free what a large program has left in reference cycles at once."""
        if self.taken() > REFUSED // 2:
            gc.collect()

    def apply(self) -> None:
        if not self._start:
            return
        if not self._before:
            self._start += _size() - self._left
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        self._before.append((soft, hard))
        most = self._start + HEADROOM
        most = most if soft == resource.RLIM_INFINITY else min(soft, most)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
        self._let_stack_grow()

    def _let_stack_grow(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
        self._stack_before.append((soft, hard))
        if soft != resource.RLIM_INFINITY:
            most = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
            resource.setrlimit(resource.RLIMIT_STACK, (max(soft, most), hard))

    def lift(self) -> None:
        """Allow the firmware to work after a program that has filled the memory."""
        if self._before:
            resource.setrlimit(resource.RLIMIT_AS, self._before[-1])

    def remove(self) -> None:
        if self._before:
            resource.setrlimit(resource.RLIMIT_AS, self._before.pop())
            resource.setrlimit(resource.RLIMIT_STACK, self._stack_before.pop())
        if not self._before:
            self._left = _size()


def _size() -> int:
    """Return the size of the process's address space in bytes, 0 if it is unknown."""
    try:
        with open(SIZE, "rb", buffering=0) as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


# Seconds of computing between two ticks, and until a call into C that cannot be stopped ends the
# process. Ticks are frequent because some find no free stack for their handler. The watching
# thread, which has a stack of its own, ticks every THREADS_TICK_S seconds.
TICK_S, LAST_S, THREADS_TICK_S = 0.004, 30.0, 0.05
# The depth of calls that a tick needs beyond a program that has used up Python's stack.
LOOK_CALLS = 50

IsPrograms = Callable[[FrameType | None], bool]


class Stuck(BaseException):
    """Ends a program that takes too much; no device has this exception.

    When `Interrupt.run` raises it, `args` are the program's calls.
    """

    def __str__(self) -> str:
        return "stopped by the simulator: this takes too much of the computer's time or memory"


Stuck.__name__ = Stuck.__qualname__ = "TimeoutError"


class Turn:
    """A stretch of time in which the frontend lets the program run.

    `condemn` is called when a second of the board's `clock` has taken `patience` seconds of
    computing, or the program too much memory, and again at every tick until the turn ends. It gets
    the running frame and tells, as `is_programs` does, whether the program is what computes now.
    `pass_on` raises an exception, such as that of Ctrl-C on the computer, in whoever runs the turn.
    """

    def __init__(self, patience: float, clock: Clock, condemn: IsPrograms,
                 is_programs: IsPrograms, pass_on: Callable[[BaseException], None]):
        self.condemn = condemn
        self.is_programs = is_programs
        self.pass_on = pass_on
        self._patience = patience
        self._clock = clock
        self._is_over = False

    def begin(self, computed: float) -> None:
        """Start to measure; `computed` is the computing time so far, in seconds.

        The board's start, before second 0 of its clock, counts with the program's first second.
        """
        self._since = computed, max(0, self._clock.now)

    def restart(self) -> None:
        """Measure anew from the next look on, because another program begins."""
        self._is_over = True

    def must_end(self, computed: float, taken: int, frame: FrameType | None) -> bool:
        """Tell whether to raise Stuck; `taken` is memory in bytes and `frame` the running one."""
        return (self.is_stuck(computed) or taken > ENDED) and self.condemn(frame)

    def is_stuck(self, computed: float) -> bool:
        if self._is_over or self._clock.now >= self._since[1] + SECOND:
            self._is_over = False
            self._since = computed, self._clock.now
        return computed - self._since[0] > self._patience


# The signals that a process handles for itself.
OTHERS = [getattr(signal, name) for name in ("SIGALRM", "SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1",
                                             "SIGUSR2") if hasattr(signal, name)]


class _Signals:
    """Watches the main thread by timers and signals, which are taken over while a turn is on."""

    def __init__(self) -> None:
        self._turns: list[Turn] = []
        self._before: dict[signal.Signals, Any] = {}
        self._others: list[dict[signal.Signals, Any]] = []
        self._calls = sys.getrecursionlimit()

    def begin(self, turn: Turn) -> None:
        self._calls = sys.getrecursionlimit()
        turn.begin(time.thread_time())
        self._turns.append(turn)
        if not self._before:
            self._switch_on()
        self._others.append({number: signal.signal(number, partial(self._relay, handler))
                             for number in OTHERS if callable(handler := signal.getsignal(number))
                             and handler not in (self._interrupt, signal.default_int_handler)})
        signal.setitimer(signal.ITIMER_VIRTUAL, LAST_S)

    def _relay(self, handler: Callable[..., object], number: int, frame: FrameType | None,
               set_limit: Callable[[int], None] = sys.setrecursionlimit) -> None:
        """Call a handler of the process, and pass on what it raises. It may call as many functions
        as without a program.
        """
        calls = sys.getrecursionlimit()
        set_limit(calls + self._calls)
        try:
            handler(number, frame)
        except BaseException as error:
            if not self._turns:
                raise
            self._turns[-1].pass_on(error)
        finally:
            with suppress(RecursionError):
                set_limit(calls)

    def _restore(self) -> None:
        """Give the process its handlers back, unless one has been replaced in the turn."""
        for number, handler in self._others.pop().items():
            if getattr(signal.getsignal(number), "func", None) == self._relay:
                signal.signal(number, handler)

    def end(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self._restore()
        self._turns.pop()
        sys.setrecursionlimit(self._calls)

    def receive(self) -> None:
        """Do nothing: a signal's handler raises at once."""

    def forget(self) -> None:
        """Forget the handlers in a forked process, which has them but not the timers."""
        self._before = {}

    def _switch_on(self) -> None:
        self._before = {signal.SIGPROF: signal.signal(signal.SIGPROF, self._tick)}
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before[signal.SIGINT] = signal.signal(signal.SIGINT, self._interrupt)
        faulthandler.register(signal.SIGVTALRM, LAST_WORDS, all_threads=False, chain=True)
        signal.setitimer(signal.ITIMER_PROF, TICK_S, TICK_S)

    def stop(self) -> None:
        """Stop the ticks. Late ones do nothing, where the system's handler would end the process.

        The first handler takes a tick that Python has noted already; ignoring the signal discards
        one that is pending in another thread.
        """
        signal.setitimer(signal.ITIMER_PROF, 0)
        for handler in (lambda number, frame: None), signal.SIG_IGN:
            signal.signal(signal.SIGPROF, handler)

    def stop_at_exit(self) -> None:
        """Stop the ticks before Python restores the system's handlers."""
        if self._before:
            self.stop()

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
            self._look(frame)
        finally:
            with suppress(RecursionError):  # the end of the turn restores it
                set_limit(calls)

    def _look(self, frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, LAST_S)
        turn = self._turns[-1]
        taken = memory.taken()
        if turn.must_end(time.thread_time(), taken, frame):
            raise Stuck
        if taken > REFUSED and turn.is_programs(frame):
            raise MemoryError("memory allocation failed")

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._turns:
            self._turns[-1].pass_on(KeyboardInterrupt())
        else:
            signal.default_int_handler(number, frame)


class _Thread:
    """Watches the other threads, or all where there are no signals, by a thread of its own."""

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
        with self._lock:
            self._turns[own].pop()
            if not self._turns[own]:
                del self._turns[own]

    def receive(self) -> None:
        """Let an exception that was raised for this thread, and is still pending, arrive here.

        Python could clear it, but would not notice that none is left: up to 3.12, a traced function
        then never begins.
        """
        with suppress(Stuck):
            with self._lock:
                pass  # wait for the watching thread, which may be about to raise
            own = threading.get_ident()
            if own in self._raised:
                self._raised.remove(own)
                _raise_in(own, Stuck)
                while True:
                    pass

    def _look(self) -> None:
        while self._is_on:
            time.sleep(THREADS_TICK_S)
            with self._lock:
                frames = sys._current_frames()
                for thread, turns in self._turns.items():
                    if turns[-1].must_end(time.process_time(), memory.taken(), frames.get(thread)):
                        self._raised.add(thread)
                        _raise_in(thread, Stuck)
                self._is_on = bool(self._turns)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise the exception at the next bytecode of that thread."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


HAS_SIGNALS = hasattr(signal, "setitimer")
# The standard error at the start: a test runner may replace it later.
LAST_WORDS = os.dup(2) if HAS_SIGNALS and sys.stderr else 2
_signals, _thread, memory = _Signals(), _Thread(), MemoryLimit()
if HAS_SIGNALS:
    os.register_at_fork(after_in_child=_signals.forget)
    atexit.register(_signals.stop_at_exit)


def _watch() -> _Signals | _Thread:
    is_main = threading.current_thread() is threading.main_thread()
    return _signals if HAS_SIGNALS and is_main else _thread


def receive() -> None:
    """Let a pending Stuck arrive now, after the program has computed; none comes later."""
    _watch().receive()


@contextmanager
def watched(turn: Turn) -> Iterator[None]:
    """Watch the program while the block runs. A Stuck that leaves the block is dropped."""
    watch = _watch()
    watch.begin(turn)
    memory.apply()
    try:
        try:
            with _silent_destructors(), _long_numbers(), _no_warnings():
                yield
        finally:
            watch.receive()
    except Stuck:
        pass  # it came when the program had already ended
    finally:
        memory.remove()
        watch.end()


_hook_lock = threading.Lock()
# The computer's hook, once for each program that runs.
_hooks: list = []
# Takes anything and does nothing. It is not written in Python, where the watchdog could stop it.
DROP = bool


@contextmanager
def _silent_destructors() -> Iterator[None]:
    """Drop what a program's destructors raise.

    A board calls no `__del__` of a program's classes. Python's hook for these exceptions, which a
    test runner replaces, would run in the program's place and be stopped as the program is. If
    several threads run programs, the last one to end restores the hook.
    """
    with _hook_lock:
        _hooks.append(_hooks[0] if _hooks else sys.unraisablehook)
        sys.unraisablehook = DROP
    try:
        yield
    finally:
        with _hook_lock:
            hook = _hooks.pop()
            if not _hooks:
                sys.unraisablehook = hook


# The digits of a number that fills a board's memory; CPython converts some thousands by itself.
DIGITS = 600_000
# The computer's limit, once for each program that runs.
_digits: list[int] = []


@contextmanager
def _long_numbers() -> Iterator[None]:
    """Convert numbers with as many digits as a board has room for, while a program runs."""
    with _hook_lock:
        _digits.append(_digits[0] if _digits else sys.get_int_max_str_digits())
        sys.set_int_max_str_digits(DIGITS)
    try:
        yield
    finally:
        with _hook_lock:
            digits = _digits.pop()
            if not _digits:
                sys.set_int_max_str_digits(digits)


# The computer's filters of warnings, and the programs that run.
_filters: list[Any] = []


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Leave out what Python and numpy warn of while a program runs; a board warns of nothing."""
    with _hook_lock:
        _filters.append(_filters[0] if _filters else warnings.filters)
        warnings.filters = _IGNORE
    try:
        yield
    finally:
        with _hook_lock:
            filters = _filters.pop()
            if not _filters:
                warnings.filters = filters


_IGNORE: Any = [("ignore", None, Warning, None, 0)]
