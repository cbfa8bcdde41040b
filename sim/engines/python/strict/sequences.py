# SPDX-License-Identifier: MIT
"""Slices, searches, ranges, and conversions between text and bytes, with the device's limits.

Rewritten code calls these functions where a difference may show. The device knows UTF-8 only and
ignores a named encoding. The messages are those of CircuitPython's py/.
"""

import builtins
from array import array
from collections.abc import Callable, Iterator
from typing import Any

from ..compiler.runtime import SHORT, in_time
from ..native.classes import disguised
from ..operations import counted

NO_STEPS = (str, bytes, bytearray, tuple, array, memoryview)
ONLY_STEP_1 = "only slices with step=1 (aka None) are supported"
CHANGEABLE = (list, bytearray, array, memoryview)
BUFFERS = (bytes, bytearray, memoryview, array)


def stepped(value: Any, start: Any, stop: Any, step: Any) -> Any:
    """Return `value[start:stop:step]`."""
    if isinstance(value, NO_STEPS):
        check_step(step)
    return value[builtins.slice(start, stop, step)]


def check_step(step: Any) -> None:
    if step not in (None, 1):
        raise NotImplementedError(ONLY_STEP_1)


def target(value: Any) -> Any:
    """Wrap a value that is assigned to, or deleted from, by an index or a slice."""
    return _Target(value) if isinstance(value, CHANGEABLE) else value


class _Target:
    """A list or buffer that refuses the assignments and deletions that the device refuses."""

    def __init__(self, value: Any):
        self._value = value

    def __getitem__(self, where: Any) -> Any:
        return self._value[where]

    def __setitem__(self, where: Any, new: Any) -> None:
        if isinstance(where, builtins.slice):
            self._check_step(where.step)
            new = _items_for(self._value, new)
        if isinstance(self._value, memoryview) and self._value.readonly:
            raise TypeError("'memoryview' object doesn't support item assignment")
        self._value[where] = new

    def __delitem__(self, where: Any) -> None:
        if not isinstance(self._value, list):
            name = type(self._value).__name__
            raise TypeError(f"'{name}' object doesn't support item deletion")
        if isinstance(where, builtins.slice):
            self._check_step(where.step)
        del self._value[where]

    def _check_step(self, step: Any) -> None:
        """Check the step of a change; a board refuses a list's without a message."""
        if not isinstance(self._value, list):
            check_step(step)
        elif step not in (None, 1):
            raise NotImplementedError


def _items_for(value: Any, new: Any) -> Any:
    """Check the right side of a slice assignment to `value`."""
    if isinstance(value, list):
        if not isinstance(new, (list, tuple)):
            raise TypeError(f"object '{type(new).__name__}' isn't a tuple or list")
        return new
    if not isinstance(new, BUFFERS):
        raise NotImplementedError("array/bytes required on right side")
    if memoryview(new).itemsize != memoryview(value).itemsize:
        raise ValueError("lhs and rhs should be compatible")
    return type(value)(value.typecode, bytes(new)) if isinstance(value, array) else new


def searched(value: Any) -> Any:
    """Wrap the right side of `in`."""
    return _Searched(value) if isinstance(value, BUFFERS) else value


class _Searched:
    """A buffer in which bytes can be searched for, but no number."""

    def __init__(self, value: Any):
        self._value = value

    def __contains__(self, item: Any) -> bool:
        if isinstance(self._value, bytes):
            return item in self._value
        if getattr(type(self._value), "__iter__", True) is None:
            raise TypeError(f"argument of type '{type(self._value).__name__}' is not iterable")
        if isinstance(item, (int, float)):
            raise NotImplementedError
        return isinstance(self._value, bytearray) and item in self._value


class _Slices(type):
    def __call__(cls, *bounds: Any) -> Any:
        return builtins.slice(*bounds)

    def __instancecheck__(cls, value: Any) -> bool:
        return builtins.isinstance(value, builtins.slice)


class Slice(metaclass=_Slices):
    """The program's `slice`, which makes the host's."""


disguised(Slice, "slice")


def range_type(beat: Callable[[], None]) -> type:
    """Return the `range` of one machine outside loop heads. Two of its ranges are never equal."""

    class Range:
        __slots__ = ("__range__",)
        __hash__ = None  # type: ignore[assignment]

        def __init__(self, *bounds: int):
            self.__range__ = builtins.range(*bounds)

        start = property(lambda self: self.__range__.start)
        stop = property(lambda self: self.__range__.stop)
        step = property(lambda self: self.__range__.step)

        def __len__(self) -> int:
            return len(self.__range__)

        def __iter__(self) -> Iterator[int]:
            """Iterate; a long range lets time pass and can be interrupted."""
            numbers = self.__range__
            return in_time(numbers, beat) if numbers[SHORT:] else iter(numbers)

        def __getitem__(self, where: Any) -> Any:
            found = self.__range__[where]
            return Range(found.start, found.stop, found.step) if isinstance(found, range) else found

        def __contains__(self, item: Any) -> bool:
            if isinstance(item, int):
                return item in self.__range__
            return any(item == one for one in self)

        def __repr__(self) -> str:
            return repr(self.__range__)

    return disguised(Range, "range")


# Arguments of a decoding: the encoding, and the handling of errors.
MOST_NAMED = 2
NO_BUFFER = "object with buffer protocol required"
DECODED = (bytes, bytearray)


def maker(kind: Any) -> Callable[..., Any]:
    """Return a stand-in for `str`, `bytes` or `bytearray` that is called with an encoding."""
    make = {str: _text, bytes: _data(bytes), bytearray: _data(bytearray)}.get(kind)
    return make or kind  # type: ignore[no-any-return]


def _text(value: Any, /, *named: Any) -> str:
    _check(named)
    return value if isinstance(value, str) else _decoded(value)


def _data(kind: type) -> Callable[..., Any]:
    def make(value: Any, /, *named: Any) -> Any:
        _check(named)
        if isinstance(value, str):
            return kind(value.encode())
        try:
            return kind(memoryview(value))
        except TypeError:
            raise TypeError("wrong number of arguments") from None

    return make


def decode(value: Any) -> Any:
    """Load `value.decode`."""
    if not isinstance(value, DECODED):
        return value.decode

    def decode(*named: Any) -> str:
        _check(named)
        return _decoded(value)

    return method(decode, "decode", value)


def encode(value: Any) -> Any:
    """Load `value.encode`."""
    if not isinstance(value, str):
        return value.encode

    def encode(*named: Any) -> bytes:
        _check(named)
        return value.encode("utf-8", "surrogatepass")

    return method(encode, "encode", value)


def to_bytes(value: Any) -> Any:
    """Load `value.to_bytes`."""
    if not isinstance(value, int):
        return value.to_bytes

    def to_bytes(length: int = 1, *more: Any, **named: Any) -> bytes:
        try:
            return value.to_bytes(counted(length), *more, **named)
        except OverflowError:
            raise OverflowError(f"value must fit in {length} byte(s)") from None

    return method(to_bytes, "to_bytes", value)


def upper(value: Any) -> Any:
    """Load `value.upper`."""
    return value.upper if type(value) is not str or value.isascii() else _cased(value, str.upper)


def lower(value: Any) -> Any:
    """Load `value.lower`."""
    return value.lower if type(value) is not str or value.isascii() else _cased(value, str.lower)


def _cased(value: str, change: Callable[[str], str]) -> Any:
    """Return a method that changes ASCII letters only, the others being unknown to the board."""
    def cased() -> str:
        return "".join(change(each) if each.isascii() else each for each in value)

    return method(cased, change.__name__, value)


def method(function: Any, name: str, owner: Any) -> Any:
    """Make a function pass for a built-in method of `owner`, by which its time is counted."""
    function.__self__ = owner
    return disguised(function, name)


def _decoded(value: Any) -> str:
    try:
        return bytes(memoryview(value)).decode()
    except UnicodeDecodeError:
        raise UnicodeError from None
    except TypeError:
        raise TypeError(NO_BUFFER) from None


def _check(named: tuple[Any, ...]) -> None:
    if len(named) > MOST_NAMED:
        raise TypeError(f"function expected at most {MOST_NAMED + 1} arguments, got "
                        f"{len(named) + 1}")
