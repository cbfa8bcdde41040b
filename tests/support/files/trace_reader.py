# SPDX-License-Identifier: MIT
"""Reads a trace as its viewers do, by "Trace Event Format" (Google, 2016); refuses what is none.

It knows nothing of the simulator: phases M, X, i, b and e, their fields, and that the spans of a
thread lie within each other or apart.
"""

import json
from collections import defaultdict
from typing import NamedTuple

REQUIRED = {
    "M": {"name", "pid", "args"},
    "X": {"name", "cat", "ts", "dur", "pid", "tid"},
    "i": {"name", "ts", "pid", "tid", "s"},
    "b": {"name", "cat", "id", "ts", "pid", "tid"},
    "e": {"name", "cat", "id", "ts", "pid", "tid"},
}
SCOPES = {"g", "p", "t"}


class Span(NamedTuple):
    """Microseconds; a moment has a length of 0."""

    name: str
    start: float
    length: float
    facts: dict


def read(path):
    """{thread's name: its spans in order}. Raises ValueError for a file that is no trace."""
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    events = content["traceEvents"]
    for event in events:
        _check(event)
    names = {event["tid"]: event["args"]["name"] for event in events
             if event["name"] == "thread_name"}
    threads = defaultdict(list)
    open_ = {}
    for event in (event for event in events if event["ph"] != "M"):
        _take(event, threads[names.get(event["tid"])], open_)
    if open_:
        raise ValueError(f"without an end: {open_}")
    _check_nesting([event for event in events if event["ph"] == "X"])
    return {name: sorted(spans, key=lambda span: span.start) for name, spans in threads.items()}


def _check(event):
    missing = REQUIRED[event["ph"]] - event.keys()
    if missing:
        raise ValueError(f"{event} has no {missing}")
    numbers = [event[name] for name in ("ts", "dur") if name in event]
    if not all(isinstance(number, (int, float)) and number >= 0 for number in numbers):
        raise ValueError(f"{event} has a time that is none")
    if event["ph"] == "i" and event["s"] not in SCOPES:
        raise ValueError(f"{event} has a scope that there is not")


def _take(event, spans, open_):
    facts = event.get("args", {})
    if event["ph"] in "Xi":
        spans.append(Span(event["name"], event["ts"], event.get("dur", 0), facts))
    elif event["ph"] == "b":
        open_[event["cat"], event["id"]] = event
    elif event["ph"] == "e":
        began = open_.pop((event["cat"], event["id"]))
        spans.append(Span(began["name"], began["ts"], event["ts"] - began["ts"], began["args"]))


def _check_nesting(events):
    """Viewers put a span into the one that it lies in; halves of both cannot be shown."""
    ends = defaultdict(list)
    for event in sorted(events, key=lambda event: (event["ts"], -event["dur"])):
        around, end = ends[event["tid"]], round(event["ts"] + event["dur"], 3)
        while around and around[-1] <= event["ts"]:
            around.pop()
        if around and end > around[-1]:
            raise ValueError(f"{event} goes on after what it lies in")
        around.append(end)
