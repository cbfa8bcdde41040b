# SPDX-License-Identifier: MIT
"""A bitmap in memory: a number for each pixel, in a numpy array.

`Bitmap` replaces the packed words of Blinka's, so that whole blocks are read and written at once,
and takes and refuses what the core does. `sim/hardware/displayio.py` joins it with Blinka's class;
bitmaptools works on `values`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from sim.arguments import int_range, pair
from sim.colors import Values


class Bitmap:
    """`values` is (height, width)."""

    # Blinka's: the pixels from x1, y1 up to x2, y2 are to be drawn anew.
    dirty: Callable[..., None]
    _dirty_area: Any

    def __init__(self, width: int, height: int, value_count: int):
        int_range(width, 0, 32767, "width")
        int_range(height, 0, 32767, "height")
        bits = _bits(int_range(value_count, 1, 65536, "value_count"))
        self.values: Values = np.zeros((height, width), np.uint8 if bits <= 8 else np.uint16)
        self._bmp_width = width
        self._bmp_height = height
        self._bits_per_value = bits
        self._bitmask = (1 << bits) - 1
        self._value_reject = ~self._bitmask
        self._read_only = False
        self._deinited = False

    @property
    def bits_per_value(self) -> int:
        return self._bits_per_value

    def deinit(self) -> None:
        self._deinited = True

    def __getitem__(self, index: int | tuple[int, int]) -> int:
        x, y = self._locate(index)
        return int(self.values.item(y, x))

    def __setitem__(self, index: int | tuple[int, int], value: int) -> None:
        x, y = self._locate(index)
        int_range(value, 0, self._bitmask, "value")
        self._check_writable()
        self.values[y, x] = value
        dirty = self._dirty_area
        if not (dirty.x1 <= x < dirty.x2 and dirty.y1 <= y < dirty.y2):
            self.dirty(x, y, x + 1, y + 1)

    def fill(self, value: int) -> None:
        self._check_writable()
        self.values.fill(int_range(value, 0, self._bitmask, "value"))
        self.dirty()

    def _locate(self, index: int | tuple[int, int]) -> tuple[int, int]:
        if self._deinited:
            raise ValueError("Object has been deinitialized and can no longer be used. "
                             "Create a new object.")
        width, height = self._bmp_width, self._bmp_height
        if isinstance(index, int):
            if not 0 <= index < width * height:
                raise IndexError(f"index must be 0-{width * height - 1}")
            return index % width, index // width
        x, y = pair(index)
        if not 0 <= x < width:
            raise IndexError(f"x must be 0-{width - 1}")
        if not 0 <= y < height:
            raise IndexError(f"y must be 0-{height - 1}")
        return x, y

    def _check_writable(self) -> None:
        if self._read_only:
            raise RuntimeError("Read-only")

    def _get_pixel(self, x: int, y: int) -> int:
        """For Blinka's bitmaptools: 0 outside the bitmap."""
        if 0 <= x < self._bmp_width and 0 <= y < self._bmp_height:
            return int(self.values.item(y, x))
        return 0

    def _write_pixel(self, x: int, y: int, value: int) -> None:
        """As `_get_pixel`: nothing happens outside; the caller marks the place dirty."""
        self._check_writable()
        if 0 <= x < self._bmp_width and 0 <= y < self._bmp_height:
            self.values[y, x] = value & self._bitmask


def _bits(value_count: int) -> int:
    """1, 2, 4, 8 or 16: what the device stores a value in."""
    bits = 1
    while (value_count - 1) >> bits:
        bits *= 2
    return bits
