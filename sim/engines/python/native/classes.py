# SPDX-License-Identifier: MIT
"""Kinds of classes that several built-in modules have."""

from collections import namedtuple
from functools import cache
from typing import Any

from .arguments import buffer, position, word


class Enumeration:
    """A class of named values, such as `digitalio.Pull.UP`.

    A subclass gets one value for each name that it annotates; a program cannot create others.
    """

    _name = ""

    def __init_subclass__(cls) -> None:
        for name in cls.__annotations__:
            value = object.__new__(cls)
            value._name = f"{cls.__module__}.{cls.__name__}.{name}"
            setattr(cls, name, value)

    def __new__(cls) -> "Enumeration":
        raise TypeError(f"cannot create '{cls.__name__}' instances")

    def __repr__(self) -> str:
        return self._name


@cache
def named_tuple(name: str, fields: str) -> Any:
    """Return a named tuple's class. All machines share it, since creating one is slow."""
    return namedtuple(name, fields)  # type: ignore[misc]


def disguised(thing: Any, name: str) -> Any:
    """Rename a class or function so that it passes for the built-in `name`, and return it."""
    thing.__name__ = thing.__qualname__ = name
    thing.__module__ = "builtins"
    return thing


class ByteStore:
    """Bytes of the chip that a program indexes: non-volatile memory and sleep memory.

    A subclass supplies `_bytes` and overrides `_write` where writing takes more than an assignment.
    """

    _bytes: Any

    def __bool__(self) -> bool:
        return len(self) > 0

    def __len__(self) -> int:
        return len(self._bytes)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return bytearray(self._bytes[_checked(index)])
        return self._bytes[position(index, len(self), type(self).__name__)]

    def __setitem__(self, index: Any, value: Any) -> None:
        """Raises ValueError for a byte outside 0–255 and for a slice of another length."""
        if isinstance(index, slice):
            content = bytes(buffer(value))
            if len(content) != len(self._bytes[_checked(index)]):
                raise ValueError("Slice and value different lengths.")
            self._write(index, content)
        else:
            place = position(index, len(self), type(self).__name__)
            if not 0 <= word(value) <= 255:
                raise ValueError("Bytes must be between 0 and 255.")
            self._write(place, value)

    def _write(self, place: int | slice, content: Any) -> None:
        self._bytes[place] = content


def _checked(index: slice) -> slice:
    if index.step not in (None, 1):
        raise NotImplementedError("only slices with step=1 (aka None) are supported")
    return index
