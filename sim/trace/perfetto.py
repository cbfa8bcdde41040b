# SPDX-License-Identifier: MIT
"""A journal's events as the JSON that Perfetto's and Chrome's viewers open.

Source: "Trace Event Format", Google, 2016: times are microseconds; `X` is a span, `i` a moment,
`b` and `e` the ends of a span that may cross others, `M` a name.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from .journal import Event

BOARD = 1
# From the top of the viewer down.
TRACKS = ("calls", "imports", "memory", "display", "bus", "touch", "sound", "nvm")
CROSSING = frozenset(["sound"])


def text(events: Iterable[Event], title: str) -> str:
    """The whole file; `title` names the board."""
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
