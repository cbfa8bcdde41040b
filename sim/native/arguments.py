# SPDX-License-Identifier: MIT
"""Argument checks as in CircuitPython's core, in the core's own words.

The built-in modules use these so that a mistake ends a program on the desk with the exception
that would end it on the device (source: `mp_arg_validate_*` and `mp_get_index` in py/).
"""

from operator import index
from typing import Any

WORD_BITS = 31


def word(value: Any) -> int:
    """An int that fits the chip's word, else OverflowError; a float is a TypeError."""
    if not isinstance(value, int):
        raise TypeError(f"can't convert {type(value).__name__} to int")
    if not -1 << WORD_BITS <= value < 1 << WORD_BITS:
        raise OverflowError("overflow converting long int to machine word")
    return int(value)


def number(value: Any) -> float:
    """A float; an int or a bool is converted, text is not."""
    if not isinstance(value, (int, float)):
        raise TypeError(f"can't convert {type(value).__name__} to float")
    return float(value)


def buffer(value: Any) -> memoryview:
    """The bytes of whatever has bytes; text has its UTF-8, as in the core."""
    if isinstance(value, str):
        value = value.encode()
    try:
        return memoryview(value).cast("B")
    except TypeError:
        raise TypeError("object with buffer protocol required") from None


def stream(value: Any) -> Any:
    """What can be written to; the core knows that by the object's kind."""
    if isinstance(value, type) or not callable(getattr(value, "write", None)):
        raise OSError("stream operation not supported")
    return value


def deinitialized() -> ValueError:
    """The error for an object that is used after its `deinit`."""
    return ValueError("Object has been deinitialized and can no longer be used. "
                      "Create a new object.")


def of_type(value: Any, kind: type, name: str) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be of type {kind.__name__}, not {type(value).__name__}")
    return value


def int_range(value: int, low: int, high: int, name: str) -> int:
    """`value`, or ValueError outside low…high, or TypeError for a float."""
    if not low <= index(value) <= high:
        raise ValueError(f"{name} must be {low}-{high}")
    return value


def int_min(value: int, low: int, name: str) -> int:
    if index(value) < low:
        raise ValueError(f"{name} must be >= {low}")
    return value


def position(value: int, length: int, type_name: str) -> int:
    """An index into a sequence, counted from its start. Raises NotImplementedError for a slice."""
    if isinstance(value, slice):
        raise NotImplementedError("Slices not supported")
    at = index(value)
    if at < 0:
        at += length
    if not 0 <= at < length:
        raise IndexError(f"{type_name} index out of range")
    return at


def items(value: Any, count: int) -> list[Any]:
    """What is in a tuple or a list of so many."""
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"object '{type(value).__name__}' isn't a tuple or list")
    if len(value) != count:
        raise ValueError(f"requested length {count} but object has length {len(value)}")
    return list(value)


def pair(value: Any) -> tuple[int, int]:
    """The two numbers of a place. Raises NotImplementedError for a slice."""
    if isinstance(value, slice):
        raise NotImplementedError("Slices not supported")
    x, y = items(value, 2)
    return index(x), index(y)


def int16(value: int) -> int:
    """`value` as it is kept in a 16-bit field."""
    return (index(value) + 0x8000 & 0xFFFF) - 0x8000
