# SPDX-License-Identifier: MIT
"""Samples as the files that flame graphs are drawn from.

Sources: speedscope's "file-format-schema.json" (www.speedscope.app): frames, and stacks of their
numbers with a weight each. The collapsed stacks of Brendan Gregg's stackcollapse programs: a line a
stack, names with `;` between and a space before the count.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .stacks import Call, Stack

SCHEMA = "https://www.speedscope.app/file-format-schema.json"
# What the board does for no line of the program.
BOARD = "(board)"


class Frame(NamedTuple):
    name: str
    file: str | None = None
    line: int | None = None


def speedscope(samples: Mapping[Stack, int], title: str) -> str:
    """Its weights are nanoseconds of the board's time."""
    numbers: dict[Frame, int] = {}
    added = _added(samples)
    stacks = [[numbers.setdefault(frame, len(numbers)) for frame in frames] for frames in added]
    weights = list(added.values())
    profile = {"type": "sampled", "name": title, "unit": "nanoseconds", "startValue": 0,
               "endValue": sum(weights), "samples": stacks, "weights": weights}
    return json.dumps({"$schema": SCHEMA, "name": title, "profiles": [profile],
                       "shared": {"frames": list(map(_fields, numbers))}})


def collapsed(samples: Mapping[Stack, int], title: str) -> str:
    """Its counts are nanoseconds; it has no place for a title."""
    return "".join(f"{';'.join(frame.name for frame in frames)} {ns}\n"
                   for frames, ns in _added(samples).items())


WRITERS = {".json": speedscope, ".txt": collapsed}


def _added(samples: Mapping[Stack, int]) -> Counter[tuple[Frame, ...]]:
    """The functions, of which the innermost has a line and what that awaited."""
    added: Counter[tuple[Frame, ...]] = Counter()
    for stack, ns in samples.items():
        added[tuple(_frames(stack))] += ns
    return +added


def _frames(stack: Stack) -> Iterator[Frame]:
    if not stack.calls:
        yield Frame(BOARD)
    yield from (Frame(*call.function) for call in stack.calls)
    yield from map(_line, stack.calls[-1:])
    yield from map(Frame, stack.awaited)


def _line(call: Call) -> Frame:
    file = call.function.file
    return Frame(f"{file}:{call.line}", file, call.line)


def _fields(frame: Frame) -> dict[str, str | int]:
    return {name: value for name, value in frame._asdict().items() if value is not None}
