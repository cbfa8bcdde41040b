# SPDX-License-Identifier: MIT
"""What the bus classes of `busio` and `bitbangio` have in common: a lock and slices of buffers."""

from typing import Any

from ..native.arguments import buffer, word
from .pins import Part

MAXSIZE = 0x7FFFFFFF


class LockedBus(Part):
    """Transfers need the lock; source of the words: `shared-bindings/busio`."""

    _locked = False

    def try_lock(self) -> bool:
        self._claimed()
        had, self._locked = self._locked, True
        return not had

    def unlock(self) -> None:
        self._claimed()
        self._locked = False

    def _require_lock(self) -> None:
        self._claimed()
        if not self._locked:
            raise RuntimeError("Function requires lock")


def to_read(source: Any, start: int, end: int) -> bytes:
    return bytes(buffer(source)[word(start) : word(end)])


def to_fill(target: Any, start: int, end: int) -> memoryview:
    """Raises TypeError for what cannot be written."""
    view = buffer(target)
    if view.readonly or isinstance(target, str):
        raise TypeError("object with buffer protocol required")
    return view[word(start) : word(end)]
