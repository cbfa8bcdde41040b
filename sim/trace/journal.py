# SPDX-License-Identifier: MIT
"""Keeps what the parts of a machine note, and what its program calls, in virtual time.

Nothing is kept, and nothing takes the computer's time, until `begin`.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from ..clock import Clock

CALLS = "calls"


class Event(NamedTuple):
    """Times in ns since the first machine was powered; `end` is None for a moment."""

    track: str
    name: str
    begin: int
    end: int | None
    facts: dict[str, Any]


class Journal:
    """Of one machine; `follow` lets a new machine's go on where an old one's ends."""

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
        """What was kept, with the calls that are not over."""
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
        """`begin` and `end` by the machine's clock, in ns; now if `begin` is None. What was over
        before anybody wanted it is not kept.
        """
        start = self._earlier + (self._clock.now if begin is None else begin)
        until = None if end is None else self._earlier + end
        if self._events is not None and (until or start) >= self._begun:
            self._events.append(Event(track, name, start, until, facts))

    @contextmanager
    def span(self, track: str, name: str, **facts: Any) -> Iterator[None]:
        """From now until the block ends."""
        began = self._clock.now
        try:
            yield
        finally:
            self.note(track, name, began, self._clock.now, **facts)

    @contextmanager
    def calls(self, builtins: Mapping[str, Any]) -> Iterator[None]:
        """Keep the calls of code that runs with these `builtins`, which is the program's."""
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
        """A call that had begun before anybody looked begins then."""
        code = frame.f_code
        facts = {"file": code.co_filename, "line": code.co_firstlineno}
        if what == "call":
            self._open.append((code.co_name, self.now, facts))
        elif what == "return":
            self._finish(*(self._open.pop() if self._open else (code.co_name, self._begun, facts)))
