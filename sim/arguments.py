# SPDX-License-Identifier: MIT
"""How CircuitPython's core checks what it is given, in the core's own words.

The built-in modules use these so that a mistake ends a program on the desk with the exception
that would end it on the device (source: `mp_arg_validate_*` and `mp_get_index` in py/).
"""

from operator import index
from typing import Any


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


def pair(value: Any) -> tuple[int, int]:
    """The two numbers of a place. Raises NotImplementedError for a slice."""
    if isinstance(value, slice):
        raise NotImplementedError("Slices not supported")
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"object '{type(value).__name__}' isn't a tuple or list")
    if len(value) != 2:
        raise ValueError(f"requested length 2 but object has length {len(value)}")
    return index(value[0]), index(value[1])


def int16(value: int) -> int:
    """`value` as it is kept in a 16-bit field."""
    return (index(value) + 0x8000 & 0xFFFF) - 0x8000
