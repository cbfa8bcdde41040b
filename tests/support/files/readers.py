# SPDX-License-Identifier: MIT
"""Reads files that this project writes as other programs do, by their formats' descriptions.

Nothing here knows the project. Traces: "Trace Event Format" (Google, 2016). Profiles: speedscope's
"file-format-schema.json". Games: RAWVF and the rules of the desktop game.
"""

import json
import re
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


def read_trace(path):
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


SCHEMA = "https://www.speedscope.app/file-format-schema.json"
UNITS = {"none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes"}
FIELDS = {"name": str, "file": str, "line": int, "col": int}


def read_profile(path):
    """{names of a stack, from the outermost on: weight}. Raises ValueError for what is no such
    file.
    """
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    (profile,) = content["profiles"]
    frames = content["shared"]["frames"]
    _require(content["$schema"] == SCHEMA, "another format")
    _require(profile["type"] == "sampled" and profile["unit"] in UNITS, "another kind")
    for frame in frames:
        _require("name" in frame and all(isinstance(value, FIELDS[name])
                                         for name, value in frame.items()), frame)
    stacks = [tuple(frames[number]["name"] for number in stack) for stack in profile["samples"]]
    _require(len(stacks) == len(set(stacks)) == len(profile["weights"]), "stacks and weights")
    _require(profile["endValue"] - profile["startValue"] == sum(profile["weights"]), "its length")
    return dict(zip(stacks, profile["weights"], strict=True))


def _require(holds, what):
    if not holds:
        raise ValueError(what)


EVENT = re.compile(r"(\d+\.\d{3}) ([lrm])([cr]) (\d+) (\d+) \((\d+) (\d+)\)")


class Video:
    """A RAWVF file: `head` as it is written, `mines` as (column, row) from 1, `events` as (ms,
    button, column, row) for each press that is followed by its release.
    """

    def __init__(self, text):
        head, rest = text.split("Board:\n")
        board, events = rest.split("Events:\n")
        self.head = dict(line.split(": ", 1) for line in head.splitlines())
        rows = board.splitlines()
        self.width, self.height = int(self.head["Width"]), int(self.head["Height"])
        assert len(rows) == self.height and {len(row) for row in rows} == {self.width}
        self.mines = {(column, row) for row, line in enumerate(rows, 1)
                      for column, sign in enumerate(line, 1) if sign == "*"}
        assert len(self.mines) == int(self.head["Mines"])
        self.events = list(self._read(events.splitlines()))

    def _read(self, lines):
        size = int(self.head["SquareSize"])
        assert len(lines) % 2 == 0
        for press, release in zip(lines[::2], lines[1::2], strict=True):
            time, button, action, column, row, x, y = EVENT.fullmatch(press).groups()
            assert action == "c" and release == press.replace(f" {button}c ", f" {button}r ")
            column, row = int(column), int(row)
            assert (int(x) // size + 1, int(y) // size + 1) == (column, row)
            yield int(time.replace(".", "")), button, column, row

    def play(self):
        """(opened cells, flagged cells, whether a mine went off)"""
        self.opened, self.flags = set(), set()
        times = [event[0] for event in self.events]
        assert times == sorted(times)
        for _, button, column, row in self.events:
            {"l": self._open, "r": self._flag, "m": self._chord}[button]((column, row))
        return self.opened, self.flags, bool(self.opened & self.mines)

    def _around(self, cell):
        column, row = cell
        return [(x, y) for x in range(max(1, column - 1), min(self.width, column + 1) + 1)
                for y in range(max(1, row - 1), min(self.height, row + 1) + 1) if (x, y) != cell]

    def _near(self, cell):
        return len(self.mines & set(self._around(cell)))

    def _open(self, cell):
        self.flags.discard(cell)
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if cell in self.opened or cell in self.flags:
                continue
            self.opened.add(cell)
            if cell not in self.mines and not self._near(cell):
                waiting += self._around(cell)

    def _flag(self, cell):
        assert cell not in self.opened
        self.flags ^= {cell}

    def _chord(self, cell):
        assert cell in self.opened and self._near(cell) == len(self.flags & set(self._around(cell)))
        for other in self._around(cell):
            if other not in self.flags:
                self._open(other)
