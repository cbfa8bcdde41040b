# SPDX-License-Identifier: MIT
"""Records what the board's parts note, and what its program calls, in virtual time.

Until `begin` it records nothing and costs no time.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from ..clock import Clock

CALLS = "calls"


class Event(NamedTuple):
    """Times are in ns since the first power-on; `end` is None for an instant."""

    track: str
    name: str
    begin: int
    end: int | None
    facts: dict[str, Any]


class Journal:
    """The record of one board; `follow` continues that of the board before a reset."""

    def __init__(self, clock: Clock):
        self._clock = clock
        self._events: list[Event] | None = None
        self._open: list[tuple[str, int, dict[str, Any]]] = []
        self._earlier = -clock.now  # when the clock was at 0
        self._begun = 0

    @property
    def now(self) -> int:
        return self._earlier + self._clock.now

    def begin(self) -> None:
        self._events = []
        self._begun = self.now

    def end(self) -> list[Event]:
        """Stop recording; return the events, with the calls that have not ended."""
        self._finish_calls()
        events, self._events = self._events or [], None
        return events

    def follow(self, old: "Journal") -> None:
        old._finish_calls()
        self._events, self._begun = old._events, old._begun
        self._earlier = old.now - self._clock.now

    def _finish_calls(self) -> None:
        while self._open:
            self._finish(*self._open.pop())

    def _finish(self, name: str, began: int, facts: dict[str, Any]) -> None:
        if self._events is not None:
            self._events.append(Event(CALLS, name, began, self.now, facts))

    def note(self, track: str, name: str, begin: int | None = None, end: int | None = None,
             **facts: Any) -> None:
        """Record an event from `begin` (None: now) to `end`, by the board's clock in ns.

        Events that ended before the recording began are left out.
        """
        start = self._earlier + (self._clock.now if begin is None else begin)
        until = None if end is None else self._earlier + end
        if self._events is not None and (until or start) >= self._begun:
            self._events.append(Event(track, name, start, until, facts))

    @contextmanager
    def span(self, track: str, name: str, **facts: Any) -> Iterator[None]:
        """Record the time from now until the block ends."""
        began = self._clock.now
        try:
            yield
        finally:
            self.note(track, name, began, self._clock.now, **facts)

    @contextmanager
    def calls(self, builtins: Mapping[str, Any]) -> Iterator[None]:
        """Record the calls of the program: of code that runs with these `builtins`."""
        if self._events is None:
            yield
            return

        def profile(frame: FrameType, what: str, _: Any) -> None:
            if frame.f_builtins is builtins:
                self._call(frame, what)

        before = sys.getprofile()
        sys.setprofile(profile)
        try:
            yield
        finally:
            sys.setprofile(before)

    def _call(self, frame: FrameType, what: str) -> None:
        """Record a call; one that began before the recording begins with it."""
        code = frame.f_code
        facts = {"file": code.co_filename, "line": code.co_firstlineno}
        if what == "call":
            self._open.append((code.co_name, self.now, facts))
        elif what == "return":
            self._finish(*(self._open.pop() if self._open else (code.co_name, self._begun, facts)))
