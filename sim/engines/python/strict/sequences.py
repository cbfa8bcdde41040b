# SPDX-License-Identifier: MIT
"""Slices with the device's limits. Rewritten code calls `stepped` and `target`.

The messages are those of CircuitPython's py/.
"""

import builtins
from array import array
from typing import Any

from ..native.arguments import garbled, sequence

NO_STEPS = (str, bytes, bytearray, tuple, array, memoryview)
CHANGEABLE = (list, bytearray, array, memoryview)
BUFFERS = (bytes, bytearray, memoryview, array)


def stepped(value: Any, start: Any, stop: Any, step: Any) -> Any:
    """Return `value[start:stop:step]`."""
    if isinstance(value, NO_STEPS):
        _check_step(step)
    return value[builtins.slice(start, stop, step)]


def _check_step(step: Any) -> None:
    if step not in (None, 1):
        raise garbled("only slices with step=1 (aka None) are supported")


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
            _check_step(where.step)
            new = _items_for(self._value, new)
        self._value[where] = new

    def __delitem__(self, where: Any) -> None:
        if not isinstance(self._value, list):
            name = type(self._value).__name__
            raise TypeError(f"'{name}' object doesn't support item deletion")
        if isinstance(where, builtins.slice):
            _check_step(where.step)
        del self._value[where]


def _items_for(value: Any, new: Any) -> Any:
    """Check the right side of a slice assignment to `value`."""
    if isinstance(value, list):
        return sequence(new)
    if not isinstance(new, BUFFERS):
        raise NotImplementedError("array/bytes required on right side")
    return type(value)(value.typecode, bytes(new)) if isinstance(value, array) else new
