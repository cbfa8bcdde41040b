# SPDX-License-Identifier: MIT
"""A bitmap in memory: a number for each pixel, in a numpy array.

`Bitmap` replaces the packed words of Blinka's, so that whole blocks are read and written at once,
and accepts and refuses what the core does. `sim/hardware/displayio.py` joins it with Blinka's
class; bitmaptools works on `_values`.
"""

from typing import Any, NoReturn

import numpy as np

from ..native.arguments import int_range, pair, word
from ..native.heap import allocate
from .colors import Values

WORD_BYTES = 4
# Of up to 8 bits a value, and of 16.
_KINDS = np.dtype(np.uint8), np.dtype("<u2")


class Bitmap(bytearray):
    """`_values` is (height, width).

    From 8 bits per value on they are in the object's own bytes as on the device, little-endian in
    rows of whole words, so its buffer reads and changes them; the array is made anew each time,
    because one kept would keep the bitmap for ever: the collector cannot see an array's base.
    Smaller values have a byte each in an array apart; `bytes` packs them.
    """

    _dirty_area: Any

    def __init__(self, width: int, height: int, value_count: int):
        int_range(width, 0, 32767, "width")
        int_range(height, 0, 32767, "height")
        bits = _bits(int_range(value_count, 1, 65536, "value_count"))
        stride = (width * bits + 31) // 32 * WORD_BYTES
        allocate(stride * height)
        super().__init__(stride * height if bits >= 8 else 0)
        self._apart: Values | None = None
        if bits < 8 or not width * height:
            self._apart = np.zeros((height, width), _KINDS[bits > 8])
        self._strides = (stride, 2 if bits > 8 else 1)
        self._bmp_width = width
        self._bmp_height = height
        self._bits_per_value = bits
        self._bitmask = (1 << bits) - 1
        self._value_reject = ~self._bitmask
        self._read_only = False
        self._deinited = False

    @property
    def _values(self) -> Values:
        if self._apart is not None:
            return self._apart
        shape = self._bmp_height, self._bmp_width
        return np.ndarray(shape, _KINDS[self._bits_per_value > 8], self, 0, self._strides)

    @property
    def bits_per_value(self) -> int:
        return self._bits_per_value

    def deinit(self) -> None:
        self._deinited = True

    def dirty(self, x1: int = 0, y1: int = 0, x2: int = -1, y2: int = -1) -> None:
        """Mark the pixels from x1, y1 up to x2, y2 as changed; -1 is the far border."""
        self._check_usable()
        width, height = self._bmp_width, self._bmp_height
        area = type(self._dirty_area)(word(x1), word(y1), width if word(x2) == -1 else x2,
                                      height if word(y2) == -1 else y2)
        area.canon()
        if area.compute_overlap(type(area)(0, 0, width, height), area):
            self._dirty_area.union(area, self._dirty_area)

    def __bytes__(self) -> bytes:
        """As the device has them in memory, small values packed into words."""
        if self._bits_per_value >= 8:
            return bytes(memoryview(self))
        bits, (height, width) = self._bits_per_value, self._values.shape
        shifts = np.arange(bits - 1, -1, -1, dtype=np.uint8)
        row = self._values[:, :, None] >> shifts & 1
        words = np.zeros((height, (width * bits + 31) // 32 * 32), np.uint8)
        words[:, : width * bits] = row.reshape(height, width * bits)
        return np.packbits(words, axis=1).view(">u4").astype("<u4").tobytes()

    def _view(self) -> memoryview:
        """As the device's `memoryview`: 16-bit numbers unless rows are padded; packed, a copy."""
        if self._bits_per_value < 8:
            return memoryview(bytes(self))
        numbers = self._bits_per_value == 16 and self._bmp_width % 2 == 0
        return memoryview(self).cast("H") if numbers else memoryview(self)

    # What a bytearray has and a bitmap does not.
    __iter__ = __contains__ = None  # type: ignore[assignment]
    __eq__, __ne__ = object.__eq__, object.__ne__
    __hash__ = object.__hash__  # type: ignore[assignment]
    __repr__, __str__ = object.__repr__, object.__str__

    def __len__(self) -> NoReturn:
        raise TypeError(f"object of type '{type(self).__name__}' has no len()")

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: Any) -> int:  # type: ignore[override]
        x, y = self._locate(index)
        return int(self._values.item(y, x))

    def __setitem__(self, index: Any, value: Any) -> None:
        x, y = self._locate(index)
        int_range(value, 0, self._bitmask, "value")
        self._check_writable()
        self._values[y, x] = value
        dirty = self._dirty_area
        if not (dirty.x1 <= x < dirty.x2 and dirty.y1 <= y < dirty.y2):
            self.dirty(x, y, x + 1, y + 1)

    def __delitem__(self, index: Any) -> NoReturn:
        raise AttributeError("Cannot delete values")

    def fill(self, value: int) -> None:
        self._check_usable()
        self._check_writable()
        self._values.fill(int_range(value, 0, self._bitmask, "value"))
        self.dirty()

    def _locate(self, index: Any) -> tuple[int, int]:
        self._check_usable()
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

    def _check_usable(self) -> None:
        if self._deinited:
            raise ValueError("Object has been deinitialized and can no longer be used. "
                             "Create a new object.")

    def _check_writable(self) -> None:
        if self._read_only:
            raise RuntimeError("Read-only")


class _Views(type):
    def __instancecheck__(cls, thing: Any) -> bool:
        return isinstance(thing, memoryview)


class View(metaclass=_Views):
    """A program's `memoryview`: of a bitmap it shows values, where they fill the rows."""

    def __new__(cls, object: Any) -> memoryview:  # type: ignore[misc]
        return object._view() if isinstance(object, Bitmap) else memoryview(object)


class _Absent:
    """An attribute that a base class has and this one lacks."""

    def __init__(self, name: str):
        self._name = name

    def __get__(self, thing: Any, kind: type | None = None) -> NoReturn:
        raise AttributeError(f"'Bitmap' object has no attribute '{self._name}'")


def _hide_methods_of_bytes() -> None:
    for name in set(dir(bytearray)) - set(vars(Bitmap)):
        if not name.startswith("_"):
            setattr(Bitmap, name, _Absent(name))


_hide_methods_of_bytes()


def _bits(value_count: int) -> int:
    """1, 2, 4, 8 or 16: what the device stores a value in."""
    bits = 1
    while (value_count - 1) >> bits:
        bits *= 2
    return bits
