# SPDX-License-Identifier: MIT
"""Samples added up, by line and by function."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple, TypeVar

from ..clock import MS
from .stacks import Function, Stack

Samples = Mapping[Stack, int]
Where = tuple[str, int]
Key = TypeVar("Key", bound=Hashable)


class LineTime(NamedTuple):
    """`own_ms` is for the line itself and what it awaited of the firmware; `total_ms` is with the
    functions that it called, and with redraws meanwhile. `awaited` names what took most of the
    former, if not its own code. Without a file it is the board's own time.
    """

    file: str
    line: int
    own_ms: float
    total_ms: float
    awaited: str


class FunctionTime(NamedTuple):
    """`line` is its first; `total_ms` is with the functions that it called, and redraws."""

    name: str
    file: str
    line: int
    own_ms: float
    total_ms: float
    calls: int


def by_line(samples: Samples) -> list[LineTime]:
    """Those that took most themselves come first."""
    own, total = _sums(samples, _lines)
    kinds: dict[Where, Counter[str]] = defaultdict(Counter)
    boards: Counter[str] = Counter()
    for stack, ns in samples.items():
        kept = boards if stack.is_boards else kinds[_lines(stack)[-1]]
        kept["".join(stack.awaited[-1:])] += ns
    times = [LineTime(*where, own[where] / MS, total[where] / MS, _most(kinds[where]))
             for where in total]
    times += [LineTime("", 0, ns / MS, ns / MS, kind) for kind, ns in boards.items()]
    return sorted(times, key=lambda time: (-time.own_ms, -time.total_ms, time))


def by_function(samples: Samples, calls: Mapping[Function, int]) -> list[FunctionTime]:
    """Those that took most with all that they called come first."""
    own, total = _sums(samples, _functions)
    times = [FunctionTime(*function, own[function] / MS, total[function] / MS,
                          calls.get(function, 0)) for function in total]
    return sorted(times, key=lambda time: (-time.total_ms, -time.own_ms, time))


def _lines(stack: Stack) -> list[Where]:
    return [(call.function.file, call.line) for call in stack.calls]


def _functions(stack: Stack) -> list[Function]:
    return [call.function for call in stack.calls]


def _sums(samples: Samples,
          keys: Callable[[Stack], list[Key]]) -> tuple[Counter[Key], Counter[Key]]:
    """For the innermost call, and for all that are in a stack, each once."""
    own: Counter[Key] = Counter()
    total: Counter[Key] = Counter()
    for stack, ns in samples.items():
        found = keys(stack)
        own.update(dict.fromkeys([] if stack.is_boards else found[-1:], ns))
        total.update(dict.fromkeys(found, ns))
    return own, total


def _most(kinds: Counter[str]) -> str:
    return max(kinds, key=lambda kind: (kinds[kind], kind), default="")
