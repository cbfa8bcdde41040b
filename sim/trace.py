# SPDX-License-Identifier: MIT
"""Traces of a portal for Perfetto's viewer, and the time from a touch to the changed picture."""

import json
import math
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .board.drive import replace_on_host
from .board.journal import Event
from .board.motherboard import Motherboard
from .clock import MS, nanoseconds

BOARD = 1
# The order in the viewer, from the top.
TRACKS = ("calls", "imports", "memory", "display", "bus", "touch", "sound", "nvm")
CROSSING = frozenset(["sound"])


class Trace:
    """Records what happens on a portal's board from now on.

    The file is written at the end of a `with`, by `close`, or when the portal is closed. `board`
    returns the portal's present board. Raises ValueError for a place where no file can be.
    """

    def __init__(self, board: Callable[[], Motherboard], path: str | os.PathLike[str]):
        self._board = board
        self.path = writable(path)
        self.is_open = True
        board().journal.begin()

    def __enter__(self) -> "Trace":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            board = self._board()
            note_sounds(board)
            content = perfetto(board.journal.end(), board.model.title)
            replace_on_host(self.path, content.encode())


def note_sounds(board: Motherboard) -> None:
    """Add the sounds in the speaker's log to the journal."""
    for start, path, length, _ in board.speaker.log:
        end = board.clock.now if math.isinf(length) else nanoseconds(start + length)
        board.journal.note("sound", path, nanoseconds(start), end)


def writable(path: str | os.PathLike[str]) -> Path:
    """Raises ValueError for a place where no file can be."""
    place = Path(path)
    if not place.parent.is_dir():
        raise ValueError(f"cannot write {path}: there is no folder {place.parent}")
    return place


def perfetto(events: Iterable[Event], title: str) -> str:
    """Return the events as JSON that Perfetto's and Chrome's viewers open; `title` names the board.

    Source: "Trace Event Format", Google, 2016: times are microseconds; `X` is a span, `i` a moment,
    `b` and `e` the ends of a span that may cross others, `M` a name.
    """
    found = [*_names(title), *(part for event in enumerate(sorted(events, key=_order))
                               for part in _parts(*event))]
    return json.dumps({"displayTimeUnit": "ms", "traceEvents": found})


def _order(event: Event) -> tuple[int, int]:
    """A span that holds others comes before them."""
    return event.begin, -(event.end or event.begin)


def _names(title: str) -> Iterator[dict[str, Any]]:
    yield {"ph": "M", "name": "process_name", "pid": BOARD, "tid": 0, "args": {"name": title}}
    for number, track in enumerate(TRACKS, 1):
        where = {"pid": BOARD, "tid": number}
        yield {"ph": "M", "name": "thread_name", **where, "args": {"name": track}}
        yield {"ph": "M", "name": "thread_sort_index", **where, "args": {"sort_index": number}}


def _parts(number: int, event: Event) -> Iterator[dict[str, Any]]:
    common = {"name": event.name, "cat": event.track, "pid": BOARD,
              "tid": TRACKS.index(event.track) + 1, "ts": event.begin / 1000}
    if event.end is None:
        yield {**common, "ph": "i", "s": "t", "args": event.facts}
    elif event.track in CROSSING:
        yield {**common, "ph": "b", "id": number, "args": event.facts}
        yield {**common, "ph": "e", "id": number, "ts": event.end / 1000}
    else:
        length = (event.end - event.begin) / 1000
        yield {**common, "ph": "X", "dur": length, "args": event.facts}


class Latency(NamedTuple):
    """Times from the press to the first and to the last changed pixel so far, in virtual ms; None
    while nothing has changed.
    """

    first_ms: float | None
    last_ms: float | None


class Stopwatch:
    """Measures the latency of a touch: `press` starts it, `change` a change of the picture."""

    def __init__(self) -> None:
        self._pressed: int | None = None
        self._changes: tuple[int, int] | None = None
        self._now: Callable[[], int] = lambda: 0

    def press(self, now: Callable[[], int]) -> None:
        self._now = now
        self._pressed, self._changes = now(), None

    def change(self) -> None:
        now = self._now()
        self._changes = (self._changes or (now, now))[0], now

    @property
    def latency(self) -> Latency:
        """Raises RuntimeError before the first press."""
        if self._pressed is None:
            raise RuntimeError("nothing has been touched: call tap() or press() first")
        if self._changes is None:
            return Latency(None, None)
        return Latency(*((moment - self._pressed) / MS for moment in self._changes))
