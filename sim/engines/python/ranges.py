# SPDX-License-Identifier: MIT
"""Ranges and iterators whose items let the board's time pass.

CPython's C functions run none of the program's code, and so none of its heartbeats. Hence long
ranges and endless iterators, which `sum` or `max` may be given, let time pass themselves.
"""

import builtins
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .native.classes import disguised

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
    """Return the iterable for a counting loop: the host's range, if the bounds allow it.

    Other bounds are compared with the number, which fails for those that are no numbers.
    """
    try:
        return range(*bounds)
    except TypeError:
        if not isinstance((*bounds, 1, 1)[2], int):
            raise
    return counted(*bounds) if len(bounds) > 1 else counted(0, *bounds)


def counted(number: Any, end: Any, step: int = 1) -> Iterator[Any]:
    while number < end if step > 0 else number > end:
        yield number
        number += step


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

    return disguised(Range, "range")


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
