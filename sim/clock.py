# SPDX-License-Identifier: MIT
"""Virtual time: an integer number of nanoseconds that advances only when something advances it.

Calls into the hardware and every loop iteration advance it; events on the way happen at their exact
moment. At a frontend's deadline the program is paused, wherever it is.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from heapq import heappop, heappush, heapreplace
from itertools import count

MS = 1_000_000
SECOND = 1_000_000_000
NEVER = 1 << 62
# The longest run: about thirty years.
LONGEST_S = 1_000_000_000

# A loop iteration is about 16 bytecodes; a 120 MHz SAMD51 executes one in about 0.6 µs.
LOOP_NS = 10_000
# The calls of Python's stack reserved for an event; drawing nested groups needs most of them.
EVENT_CALLS = 400


def nanoseconds(seconds: float) -> int:
    """Return whole nanoseconds, so that the same script gives the same bytes."""
    return round(seconds * SECOND)


Idle = Callable[[int, int], int]


def _never_idle(when: int, until: int) -> int:
    return 0


class Clock:
    """The clock.

    Attributes:
        now: the time in ns.
        calls: how many calls into the hardware have let time pass.
        waited: ns in which the program did nothing.
        on_deadline: is called at the `deadline` and must set a later one.
        on_work: is called when the program has worked, not waited, for the ns it returned last.
        limit: when the next event or the deadline is due.
        turn: when `beat` must do more than add to the time.
    """

    def __init__(self, now: int):
        self.now = now
        self.calls = 0
        self.waited = 0
        self.on_deadline: Callable[[], None] = lambda: None
        self.on_work: Callable[[], int] = lambda: NEVER
        self._deadline = NEVER
        self._look = self.turn = now
        self._events: list[tuple[int, int, Callable[[], None], Idle]] = []
        self._numbers = count()
        self.limit = NEVER
        self._taken = 0
        self._is_held = False

    @property
    def seconds(self) -> float:
        return self.now / SECOND

    @property
    def next_event(self) -> int:
        """Return when the next event is due; NEVER without one."""
        return self._events[0][0] if self._events else NEVER

    @property
    def deadline(self) -> int:
        return self._deadline

    @deadline.setter
    def deadline(self, when: int) -> None:
        self._deadline = when
        self._find_limit()

    def at(self, when: int, event: Callable[[], None], idle: Idle = _never_idle) -> None:
        """Call `event` when the clock reaches `when`; events at one moment keep their order.

        `idle(when, until)` passes over an event that does nothing but ask for itself again: it
        returns when that is due after `until`, or 0 if it may do something.
        """
        heappush(self._events, (when, next(self._numbers), event, idle))
        self._find_limit()

    def idle_until(self) -> int:
        """Return when something happens next, unless the program does something before."""
        return min([self._deadline, *(when for when, _, _, idle in self._events
                                      if not idle(when, when - 1))])

    def advance(self, ns: int) -> None:
        """Advance by `ns`, and by the time that events on the way take from the program."""
        self.calls += 1
        self.pass_on(ns)

    def pass_on(self, ns: int) -> None:
        """Advance as `advance` does, without counting a call."""
        if self._is_held:
            return self._pass(ns)
        target = self.now + ns
        while self.limit <= target:
            due = self.limit
            self._arrive()
            target, self._taken = target + self.now - due + self._taken, 0
        self.now = target

    def wait(self, ns: int) -> None:
        """Advance by `ns` while the program is idle, so that events on the way cost no extra time.
        """
        self.calls += 1
        self._wait(ns)

    def _wait(self, ns: int) -> None:
        if self._is_held:
            return self._pass(ns)
        began, target = self.now, self.now + ns
        while self.limit <= target:
            self._arrive()
            target, self._taken = max(target, self.now + self._taken), 0
        self.now = target
        self.waited += target - began
        self._look += target - began
        self.turn = min(self.limit, self._look)

    def skip(self, ns: int) -> None:
        """Advance by `ns`, before `idle_until`, in which the program does nothing new."""
        self.now += ns
        self.waited += ns
        self._look += ns
        while self._events and self._events[0][0] <= self.now:
            when, _, event, idle = self._events[0]
            heapreplace(self._events, (idle(when, self.now), next(self._numbers), event, idle))
        self._find_limit()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Delay events until the end of the block, as during an event."""
        before, self._is_held = self._is_held, True
        try:
            yield
        finally:
            self._is_held = before
            self._find_limit()

    def take(self, ns: int) -> None:
        """Let the current event take `ns` of the chip's time from the program."""
        self._taken += ns

    def beat(self, ns: int = LOOP_NS) -> None:
        """Advance at the head of every loop of the program."""
        self.now += ns
        if self.now >= self.turn:
            self.now -= ns
            self._arrive_or_look(ns)

    def _arrive_or_look(self, ns: int) -> None:
        if self.now >= self._look:
            self._look = self.now + self.on_work()
            # Not by _find_limit: what is due already must happen at its own moment.
            self.turn = min(self.limit, self._look)
        self.pass_on(ns)

    def _pass(self, ns: int) -> None:
        """Advance without events; a frontend may pause the program nevertheless."""
        self.now += ns
        while self.now >= self._deadline:
            self.on_deadline()

    def _arrive(self) -> None:
        self.now = self.limit
        if self._events and self._events[0][0] <= self.now:
            self._happen()
        else:
            self.on_deadline()

    def _happen(self) -> None:
        """Run the next event, however little of Python's stack the program has left."""
        calls = sys.getrecursionlimit()
        sys.setrecursionlimit(calls)  # raises where it could not be set back
        sys.setrecursionlimit(calls + EVENT_CALLS)
        try:
            event = heappop(self._events)[2]
            self._is_held = True
            event()
        finally:
            self._is_held = False
            self._find_limit()
            sys.setrecursionlimit(calls)

    def _find_limit(self) -> None:
        due = self._events[0][0] if self._events else NEVER
        self.limit = max(self.now, min(due, self._deadline))
        self.turn = min(self.limit, self._look)
