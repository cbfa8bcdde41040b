# SPDX-License-Identifier: MIT
"""Reports of a profile: times by line and by function, as a table or as a flame graph's file."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from ....clock import MS
from .profiler import Call, Function, Stack

SCHEMA = "https://www.speedscope.app/file-format-schema.json"
# The frame of time that no line of the program caused.
BOARD = "(board)"
# Rows and columns of the table.
MOST, WIDTH = 15, 100
Samples = Mapping[Stack, int]
Where = tuple[str, int]
Key = TypeVar("Key", bound=Hashable)


class LineTime(NamedTuple):
    """The time of a line; without a file, the board's own time.

    `own_ms` covers the line and the firmware functions that it called, `total_ms` also the
    program's functions and redraws meanwhile. `awaited` names the firmware function that took most
    of `own_ms`, unless the line's own code did.
    """

    file: str
    line: int
    own_ms: float
    total_ms: float
    awaited: str


class FunctionTime(NamedTuple):
    """The time of a function; `total_ms` includes the functions that it called, and redraws."""

    name: str
    file: str
    line: int
    own_ms: float
    total_ms: float
    calls: int


def by_line(samples: Samples) -> list[LineTime]:
    """Return the lines, longest own time first."""
    own, total = _sums(samples, _places)
    kinds: dict[Where, Counter[str]] = defaultdict(Counter)
    boards: Counter[str] = Counter()
    for stack, ns in samples.items():
        kept = boards if stack.is_boards else kinds[_places(stack)[-1]]
        kept["".join(stack.awaited[-1:])] += ns
    times = [LineTime(*where, own[where] / MS, total[where] / MS, _most(kinds[where]))
             for where in total]
    times += [LineTime("", 0, ns / MS, ns / MS, kind) for kind, ns in boards.items()]
    return sorted(times, key=lambda time: (-time.own_ms, -time.total_ms, time))


def by_function(samples: Samples, calls: Mapping[Function, int]) -> list[FunctionTime]:
    """Return the functions, longest total time first."""
    own, total = _sums(samples, _functions)
    times = [FunctionTime(*function, own[function] / MS, total[function] / MS,
                          calls.get(function, 0)) for function in total]
    return sorted(times, key=lambda time: (-time.total_ms, -time.own_ms, time))


def _places(stack: Stack) -> list[Where]:
    return [(call.function.file, call.line) for call in stack.calls]


def _functions(stack: Stack) -> list[Function]:
    return [call.function for call in stack.calls]


def _sums(samples: Samples,
          keys: Callable[[Stack], list[Key]]) -> tuple[Counter[Key], Counter[Key]]:
    """Add up times of the innermost calls, and of all calls in a stack, each once."""
    own: Counter[Key] = Counter()
    total: Counter[Key] = Counter()
    for stack, ns in samples.items():
        found = keys(stack)
        own.update(dict.fromkeys([] if stack.is_boards else found[-1:], ns))
        total.update(dict.fromkeys(found, ns))
    return own, total


def _most(kinds: Counter[str]) -> str:
    return max(kinds, key=lambda kind: (kinds[kind], kind), default="")


def text(seconds: float, lines: list[LineTime], functions: list[FunctionTime],
         sources: Mapping[str, str]) -> str:
    """Return a table for reading; `seconds` is the profiled time, `sources` the files' texts."""
    head = f"{seconds:.3f} s of the board's time, by line:"
    return "\n".join([head, *_line_rows(seconds, lines[:MOST], sources), "", "by function:",
                      *_function_rows(seconds, functions[:MOST])]) + "\n"


def _line_rows(seconds: float, lines: Iterable[LineTime],
               sources: Mapping[str, str]) -> Iterator[str]:
    yield "    own ms      %    total ms  line"
    for time in lines:
        figures = _figures(seconds, time.own_ms, time.total_ms)
        yield f"{figures}  {_words(time, sources)}"[:WIDTH].rstrip()


def _words(time: LineTime, sources: Mapping[str, str]) -> str:
    if not time.file:
        return f"({time.awaited or 'the board starts, or waits for keys'})"
    awaited = f"[{time.awaited}] " * bool(time.awaited)
    return f"{time.file}:{time.line}  {awaited}{_source(time, sources)}"


def _function_rows(seconds: float, functions: Iterable[FunctionTime]) -> Iterator[str]:
    yield "    own ms      %    total ms    calls  function"
    for time in functions:
        figures = _figures(seconds, time.own_ms, time.total_ms)
        yield f"{figures} {time.calls or '':8}  {time.name}  {time.file}:{time.line}"[:WIDTH]


def _figures(seconds: float, own_ms: float, total_ms: float) -> str:
    share = own_ms / seconds / 10 if seconds else 0
    return f"{own_ms:10.2f} {share:6.1f} {total_ms:11.2f}"


def _source(time: LineTime, sources: Mapping[str, str]) -> str:
    lines = sources.get(time.file, "").splitlines()
    return lines[time.line - 1].strip() if 0 < time.line <= len(lines) else ""


class Frame(NamedTuple):
    """A frame of a flame graph."""

    name: str
    file: str | None = None
    line: int | None = None


def speedscope(samples: Mapping[Stack, int], title: str) -> str:
    """Return a speedscope file whose weights are ns of the board's time.

    Source: "file-format-schema.json" of www.speedscope.app.
    """
    numbers: dict[Frame, int] = {}
    added = _added(samples)
    stacks = [[numbers.setdefault(frame, len(numbers)) for frame in frames] for frames in added]
    weights = list(added.values())
    profile = {"type": "sampled", "name": title, "unit": "nanoseconds", "startValue": 0,
               "endValue": sum(weights), "samples": stacks, "weights": weights}
    return json.dumps({"$schema": SCHEMA, "name": title, "profiles": [profile],
                       "shared": {"frames": list(map(_fields, numbers))}})


def collapsed(samples: Mapping[Stack, int], title: str) -> str:
    """Return collapsed stacks whose counts are ns: a stack a line, names separated by `;`.

    Source: Brendan Gregg's stackcollapse programs. The format has no title.
    """
    return "".join(f"{';'.join(frame.name for frame in frames)} {ns}\n"
                   for frames, ns in _added(samples).items())


WRITERS = {".json": speedscope, ".txt": collapsed}


def _added(samples: Mapping[Stack, int]) -> Counter[tuple[Frame, ...]]:
    """Add up samples by frames: the functions, the innermost line, what it awaited."""
    added: Counter[tuple[Frame, ...]] = Counter()
    for stack, ns in samples.items():
        added[tuple(_frames_of(stack))] += ns
    return +added


def _frames_of(stack: Stack) -> Iterator[Frame]:
    if not stack.calls:
        yield Frame(BOARD)
    yield from (Frame(*call.function) for call in stack.calls)
    yield from map(_frame_of_line, stack.calls[-1:])
    yield from map(Frame, stack.awaited)


def _frame_of_line(call: Call) -> Frame:
    file = call.function.file
    return Frame(f"{file}:{call.line}", file, call.line)


def _fields(frame: Frame) -> dict[str, str | int]:
    return {name: value for name, value in frame._asdict().items() if value is not None}
