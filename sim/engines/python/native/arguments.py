# SPDX-License-Identifier: MIT
"""Argument checks with CircuitPython's own exceptions and messages.

The built-in modules use them so that a mistake raises the same exception in the simulator as on the
device (source: `mp_arg_validate_*` and `mp_get_index` in py/).
"""

from operator import index
from typing import Any

WORD_BITS = 31


def word(value: Any) -> int:
    """Return an int. Raises OverflowError if it exceeds a machine word, TypeError for a float."""
    if not isinstance(value, int):
        raise TypeError(f"can't convert {type(value).__name__} to int")
    if not -1 << WORD_BITS <= value < 1 << WORD_BITS:
        raise OverflowError("overflow converting long int to machine word")
    return int(value)


def number(value: Any) -> float:
    """Return a float, converted from an int or bool. Raises TypeError for text."""
    if not isinstance(value, (int, float)):
        raise TypeError(f"can't convert {type(value).__name__} to float")
    return float(value)


def buffer(value: Any) -> memoryview:
    """Return the bytes of an object with a buffer; a str gives its UTF-8, as on the device."""
    if isinstance(value, str):
        value = value.encode()
    try:
        return memoryview(value).cast("B")
    except TypeError:
        raise TypeError("object with buffer protocol required") from None


def text(value: Any) -> str:
    """Return a str. Raises TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError(f"can't convert '{type(value).__name__}' object to str implicitly")
    return value


def stream(value: Any) -> Any:
    """Return `value` if it can be written to, else raise OSError."""
    if isinstance(value, type) or not callable(getattr(value, "write", None)):
        raise OSError("stream operation not supported")
    return value


def deinitialized() -> ValueError:
    """Return the error for an object that is used after its `deinit`."""
    return ValueError("Object has been deinitialized and can no longer be used. "
                      "Create a new object.")


def garbled(meaning: str) -> RuntimeError:
    """Return the RuntimeError without text that boards up to 10.2 raise in place of this error.

    Their firmware looks the error's words up in the wrong place. A note tells the user the meaning.
    """
    error = RuntimeError("")
    error.add_note(f"the board cannot say it: {meaning}")
    return error


def of_type(value: Any, kind: type, name: str) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be of type {kind.__name__}, not {type(value).__name__}")
    return value


def int_range(value: int, low: int, high: int, name: str) -> int:
    """Return `value`. Raises ValueError outside low…high, TypeError for a float."""
    if not low <= index(value) <= high:
        raise ValueError(f"{name} must be {low}-{high}")
    return value


def int_min(value: int, low: int, name: str) -> int:
    if index(value) < low:
        raise ValueError(f"{name} must be >= {low}")
    return value


def position(value: int, length: int, type_name: str) -> int:
    """Return an index counted from a sequence's start. Raises NotImplementedError for a slice."""
    if isinstance(value, slice):
        raise NotImplementedError("Slices not supported")
    at = value
    if not isinstance(at, int):
        raise TypeError(f"{type_name} indices must be integers, not {type(at).__name__}")
    if at < 0:
        at += length
    if not 0 <= at < length:
        raise IndexError(f"{type_name} index out of range")
    return at


def sequence(value: Any) -> Any:
    """Return a tuple or list. Raises TypeError for anything else."""
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"object '{type(value).__name__}' isn't a tuple or list")
    return value


def items(value: Any, count: int) -> list[Any]:
    """Return the items of a tuple or list, which must have `count` of them."""
    if len(sequence(value)) != count:
        raise ValueError(f"requested length {count} but object has length {len(value)}")
    return list(value)


def pair(value: Any) -> tuple[int, int]:
    """Return the two integers of a coordinate pair. Raises NotImplementedError for a slice."""
    if isinstance(value, slice):
        raise NotImplementedError("Slices not supported")
    x, y = items(value, 2)
    return index(x), index(y)


def int16(value: int) -> int:
    """Return `value` as a signed 16-bit field stores it."""
    return (word(value) + 0x8000 & 0xFFFF) - 0x8000
