# SPDX-License-Identifier: MIT
"""Bytes of the chip that a program indexes: non-volatile memory and sleep memory."""

from typing import Any

from .arguments import buffer, position, word


class ByteStore:
    """A subclass gives `_bytes` and, where writing takes more than an assignment, `_write`."""

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
