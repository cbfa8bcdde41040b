# SPDX-License-Identifier: MIT
"""Functions that compiled code calls, and built-in functions kept within the board's limits.

CPython's C functions run none of the program's code, and so none of its heartbeats. Hence long
ranges and endless iterators, which `sum` or `max` may be given, let time pass themselves, and
numbers larger than the board's memory are refused.
"""

import builtins
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .. import operations
from ..native import errors
from ..native.names import names_of

# Iterating over a range of up to SHORT items takes no time. Longer ones, and iterators without an
# end, call the clock once every AT_A_TIME items.
SHORT, AT_A_TIME = 256, 16


def in_time(source: Iterable[Any], beat: Callable[[], None]) -> Iterator[Any]:
    """Yield the items of an iterable, calling `beat` often enough for time to pass."""
    for count, item in enumerate(source):
        if count % AT_A_TIME == 0:
            beat()
        yield item


def counting(*bounds: Any) -> Iterable[Any]:
    """Return the iterable for a counting loop: the host's range, if the bounds allow it."""
    try:
        return range(*bounds)
    except TypeError:
        if not any(isinstance(bound, float) for bound in bounds):
            raise
    return _counted(*bounds) if len(bounds) > 1 else _counted(0, *bounds)


def _counted(number: Any, end: Any, step: int = 1) -> Iterator[Any]:
    while number < end if step > 0 else number > end:
        yield number
        number += step


# Hidden names in compiled code. No program can write them, because of the dot.
# The heartbeats: of a `while` loop, and of all else that has one.
WHILE, BEAT = "sim.while", "sim.beat"
RANGE, CLOSED_ATTRIBUTE = "sim.range", "sim.closed"
LOOP, OS_ERROR, IS_OVER, END = "sim.loop", "sim.oserror", "sim.is_over", "sim.end"
REWORDED = "sim.reworded"
CLOCK, WORK, SIZED = "sim.clock", "sim.work", "sim.sized"
# Attributes that lead from a program's own objects to those of the simulator.
CLOSED = frozenset(["__closure__", "__globals__", "__subclasses__", "ag_frame", "cr_frame",
                    "f_back", "f_builtins", "f_globals", "f_locals", "gi_frame", "tb_frame"])
# Built-in names of CPython that serve its own console, or lead out of the program.
HOSTS = frozenset(["__doc__", "__loader__", "__name__", "__package__", "__spec__", "breakpoint",
                   "compile", "copyright", "credits", "exit", "license", "quit"])


def hidden(beat: Callable[[], None]) -> dict[str, Any]:
    """Return the functions behind the hidden names that need no more of a machine than `beat`."""
    return {WHILE: beat, BEAT: beat, LOOP: counting, RANGE: range, CLOSED_ATTRIBUTE: closed,
            OS_ERROR: errors.os_error, REWORDED: errors.reworded, **operations.HIDDEN}


def builtin_names(beat: Callable[[], None]) -> dict[str, Any]:
    """Return CPython's built-in names without those that would hang or leave the simulator."""
    names = {name: value for name, value in vars(builtins).items() if name not in HOSTS}
    return {**names, "pow": operations.power, "sum": _sum,
            "iter": counted_iter(beat), "range": long_range(beat)}


def _sum(iterable: Iterable[Any], /, start: Any = 0) -> Any:
    """Add one after the other: from Python 3.12 on, the host's sum rounds floats otherwise."""
    for item in iterable:
        start = start + item
    return start


_sum.__name__ = _sum.__qualname__ = "sum"


def counted_iter(beat: Callable[[], None]) -> Any:
    """Return an `iter` whose items let time pass, if they go on up to an end."""

    def iter(source: Any, *end: Any) -> Iterator[Any]:
        return in_time(builtins.iter(source, *end), beat) if end else builtins.iter(source)

    iter.__qualname__ = "iter"
    return iter


def long_range(beat: Callable[[], None]) -> Any:
    """Return a `range` whose items let time pass. It makes the host's ranges where they are short.
    """

    class _RangeKind(type):
        def __instancecheck__(cls, value: Any) -> bool:
            return isinstance(value, (builtins.range, _LongRange))

    class Range(metaclass=_RangeKind):
        def __new__(cls, *bounds: int) -> Any:
            made = builtins.range(*bounds)
            return _LongRange(made, beat) if made[SHORT:] else made

    Range.__name__ = Range.__qualname__ = "range"
    return Range


def closed(value: Any, name: str) -> Any:
    """Load a CLOSED attribute: only a function of the program itself has one, `__globals__`."""
    if name == "__globals__" and BEAT in getattr(value, "__builtins__", ()):
        return names_of(value.__globals__)
    raise AttributeError(f"'{type(value).__name__}' object has no attribute '{name}'")


def closing(load: Callable[..., Any]) -> Callable[..., Any]:
    """Return the program's `getattr`, for which CLOSED attributes are closed, too."""

    def getattr(value: Any, name: str, /, *default: Any) -> Any:
        if name not in CLOSED:
            return load(value, name, *default)
        try:
            return closed(value, name)
        except AttributeError:
            if default:
                return default[0]
            raise

    getattr.__qualname__ = getattr.__name__
    return getattr


class _LongRange:
    """A range whose iteration lets time pass."""

    def __init__(self, source: range, beat: Callable[[], None]):
        self._source = source
        self._beat = beat
        self.start, self.stop, self.step = source.start, source.stop, source.step

    def __iter__(self) -> Iterator[int]:
        return in_time(self._source, self._beat)

    def __reversed__(self) -> Iterator[int]:
        return in_time(self._source[::-1], self._beat)

    def __len__(self) -> int:
        return len(self._source)

    def __getitem__(self, where: Any) -> Any:
        found = self._source[where]
        return _LongRange(found, self._beat) if isinstance(found, range) else found

    def __contains__(self, item: Any) -> bool:
        return item in (self._source if isinstance(item, int) else iter(self))

    def __eq__(self, other: Any) -> bool:
        return self._source == (other._source if isinstance(other, _LongRange) else other)

    def __hash__(self) -> int:
        return hash(self._source)

    def __repr__(self) -> str:
        return repr(self._source)


_LongRange.__name__ = _LongRange.__qualname__ = "range"
