# SPDX-License-Identifier: MIT
"""_pixelmap: groups of a PixelBuf's pixels that are set as one.

Source: `shared-module/_pixelmap/PixelMap.c`.
"""

from typing import Any

from ..native.arguments import of_type, word
from .adafruit_pixelbuf import PixelBuf

__all__ = ["PixelMap"]


class PixelMap:
    """A map whose every pixel is an index of `pixelbuf`, or a tuple of them, in `indices`."""

    def __init__(self, pixelbuf: Any, indices: Any):
        self._pixels = of_type(pixelbuf, PixelBuf, "pixelbuf")
        if not of_type(indices, tuple, "indices"):
            raise ValueError("items length must be >= 1")
        self._auto_write = False
        self._indices = [_checked(item, len(pixelbuf)) for item in indices]

    @property
    def auto_write(self) -> bool:
        return self._auto_write

    @auto_write.setter
    def auto_write(self, value: bool) -> None:
        self._auto_write = bool(value)

    @property
    def bpp(self) -> int:
        return int(self._pixels.bpp)

    @property
    def byteorder(self) -> str:
        return str(self._pixels.byteorder)

    def fill(self, color: Any) -> None:
        self._set(range(len(self)), [color] * len(self))

    def indices(self, index: int) -> tuple[int, ...]:
        return self._indices[self._locate(index)]

    def show(self) -> None:
        self._pixels.show()

    def __len__(self) -> int:
        return len(self._indices)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        places = self._indices[self._locate(index)]
        if not places:
            raise IndexError("index out of range")
        return self._pixels[places[0]]

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(index, slice):
            self._set([self._locate(index)], [value])
            return
        places, colors = range(*index.indices(len(self))), list(value)
        if len(places) != len(colors):
            raise ValueError("Unmatched number of items on RHS "
                             f"(expected {len(places)}, got {len(colors)}).")
        self._set(places, colors)

    def _locate(self, index: Any) -> int:
        """Check an index; unlike a list's, it does not count from the end."""
        if not 0 <= word(index) < len(self):
            raise IndexError("index out of range")
        return int(index)

    def _set(self, places: Any, colors: list[Any]) -> None:
        """Set them all, then send once if both the map and the buffer have `auto_write`."""
        before, self._pixels.auto_write = self._pixels.auto_write, False
        try:
            for place, color in zip(places, colors, strict=True):
                for index in self._indices[place]:
                    self._pixels[index] = color
        finally:
            self._pixels.auto_write = before
            if before and self._auto_write:
                self._pixels.show()


def _checked(item: Any, length: int) -> tuple[int, ...]:
    if isinstance(item, bool) or not isinstance(item, (int, tuple)):
        raise TypeError("index must be tuple or int")
    indices = item if isinstance(item, tuple) else (item,)
    for index in indices:
        if not isinstance(index, int):
            raise TypeError("nested index must be int")
        if not 0 <= index < length:
            raise IndexError("index out of range")
    return indices
