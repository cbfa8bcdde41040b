# SPDX-License-Identifier: MIT
"""Bitmaps in memory: a number for each pixel, in a numpy array.

`Bitmap` replaces the packed words of Blinka's, so that whole blocks are read and written at once,
and accepts and refuses what CircuitPython does. `modules/displayio.py` joins it with Blinka's
class. The functions check, mark and write regions of bitmaps for bitmaptools and gifio,
and read values from buffers and files.
"""

from typing import Any, NoReturn

import numpy as np

from ....clock import Clock
from ..heap import keep, release
from ..native.arguments import deinitialized, int_range, of_type, pair, word
from ..native.classes import Viewed
from .colors import Values

WORD_BYTES = 4
# For values of up to 8 bits, and of 16.
_KINDS = np.dtype(np.uint8), np.dtype("<u2")


set_byte = bytearray.__setitem__


class Bitmap(Viewed, bytearray):
    """A bitmap whose `_values` are an array (height, width).

    Values of 8 and 16 bits lie in the object's own bytes as on the device, little-endian in rows
    of whole words, so that its buffer reads and changes them. Their array is created at each
    access: a stored one would never let the bitmap be collected, as the garbage collector cannot
    see an array's base. Smaller values have a byte each in `_small`; `bytes` packs them.
    """

    _dirty_area: Any
    # The machine's clock, and the time that a change of a pixel takes.
    _clock: Clock
    _pixel_ns: int
    # For setting a pixel, if the program may: width, height, the greatest value, the bytes of a row
    # (0 if values have fewer than 8 bits), and the changed area.
    _quick: tuple[int, int, int, int, Any] | None = None

    def __init__(self, width: int, height: int, value_count: int):
        int_range(width, 0, 32767, "width")
        int_range(height, 0, 32767, "height")
        bits = _bits(int_range(value_count, 1, 65536, "value_count"))
        stride = (width * bits + 31) // 32 * WORD_BYTES
        keep(self, stride * height)
        super().__init__(stride * height if bits >= 8 else 0)
        self._small = bytearray(width * height if bits < 8 else 0)
        self._strides = (stride, 2 if bits > 8 else 1) if bits >= 8 else (width, 1)
        self._stride = stride
        self._bmp_width = width
        self._bmp_height = height
        self._bits_per_value = bits
        self._bitmask = (1 << bits) - 1
        self._value_reject = ~self._bitmask
        self._read_only = False
        self._deinited = False

    @property
    def _values(self) -> Values:
        shape, kind = (self._bmp_height, self._bmp_width), _KINDS[self._bits_per_value > 8]
        if not self._bmp_width * self._bmp_height:
            return np.zeros(shape, kind)
        content = self if self._bits_per_value >= 8 else self._small
        return np.ndarray(shape, kind, content, 0, self._strides)

    def _size(self) -> int:
        """Return the bytes that it takes on the device."""
        return int(self._stride * self._bmp_height)

    @property
    def bits_per_value(self) -> int:
        return self._bits_per_value

    def deinit(self) -> None:
        self._deinited = True
        self._quick = None
        release(self)

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
        """Return the device's memory of the bitmap, in which rows of small values fill words."""
        if self._bits_per_value >= 8:
            return bytes(memoryview(self))
        bits, (height, width) = self._bits_per_value, self._values.shape
        shifts = np.arange(bits - 1, -1, -1, dtype=np.uint8)
        row = self._values[:, :, None] >> shifts & 1
        words = np.zeros((height, (width * bits + 31) // 32 * 32), np.uint8)
        words[:, : width * bits] = row.reshape(height, width * bits)
        return np.packbits(words, axis=1).tobytes()

    def _view(self) -> memoryview:
        """Return the device's `memoryview`: 16-bit numbers unless rows are padded.

        For values of less than 8 bits it is a copy, packed.
        """
        if self._bits_per_value < 8:
            return memoryview(bytes(self))
        numbers = self._bits_per_value == 16 and self._bmp_width % 2 == 0
        return memoryview(self).cast("H") if numbers else memoryview(self)

    # A bytearray has these, a bitmap does not.
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
        if quick := self._quick:
            width, height, most, stride, dirty = quick
            try:
                x, y = index if type(index) is tuple else (index % width, index // width)
                if 0 <= x < width and 0 <= y < height and 0 <= value <= most:
                    if not stride:
                        self._small[y * width + x] = value
                    elif most <= 0xFF:
                        set_byte(self, y * stride + x, value)
                    else:
                        set_byte(self, y * stride + 2 * x, value & 0xFF)
                        set_byte(self, y * stride + 2 * x + 1, value >> 8)
                    if not (dirty.x1 <= x < dirty.x2 and dirty.y1 <= y < dirty.y2):
                        self.dirty(x, y, x + 1, y + 1)
                    self._clock.now += self._pixel_ns
                    return
            except (TypeError, ValueError):
                pass  # not numbers, or not two: they are refused below
        self._set(index, value)

    def _set(self, index: Any, value: Any) -> None:
        """Set a pixel; the next ones are set quickly."""
        x, y = self._locate(index)
        int_range(value, 0, self._bitmask, "value")
        self._check_writable()
        width, bits = self._bmp_width, self._bits_per_value
        if bits < 8:
            self._small[y * width + x] = value
        else:
            self._put(x, y, value)
        self.dirty(x, y, x + 1, y + 1)
        self._clock.now += self._pixel_ns
        self._quick = (width, self._bmp_height, self._bitmask, self._stride * (bits >= 8),
                       self._dirty_area)

    def _put(self, x: int, y: int, value: int) -> None:
        """Store a value of 8 or 16 bits in the object's own bytes."""
        if self._bits_per_value == 8:
            set_byte(self, y * self._stride + x, value)
        else:
            at = y * self._stride + 2 * x
            set_byte(self, at, value & 0xFF)
            set_byte(self, at + 1, value >> 8)

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
            raise deinitialized()

    def _check_writable(self) -> None:
        if self._read_only:
            raise RuntimeError("Read-only")


class _Absent:
    """An attribute that the base class has and this class lacks."""

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
    """Return how many bits the device stores a value in: 1, 2, 4, 8 or 16."""
    bits = 1
    while (value_count - 1) >> bits:
        bits *= 2
    return bits


def check_bitmap(bitmap: Any, name: str) -> None:
    of_type(bitmap, Bitmap, name)._check_usable()


def check_depth(target: Any, source: Any) -> None:
    if target.bits_per_value < source.bits_per_value:
        raise ValueError("source palette too large")


def check_value(bitmap: Any, value: int, message: str = "out of range of target") -> None:
    if not 0 <= word(value) <= bitmap._bitmask:
        raise ValueError(message)


def region(bitmap: Any, x1: int, y1: int, x2: int | None,
           y2: int | None) -> tuple[int, int, int, int]:
    for name, at in ("x1", x1), ("y1", y1):
        of_type(at, int, name)
    int_range(x1, 0, bitmap.width, "x1")
    x2 = bitmap.width if x2 is None else int_range(x2, x1, bitmap.width, "x2")
    int_range(y1, 0, bitmap.height, "y1")
    y2 = bitmap.height if y2 is None else int_range(y2, y1, bitmap.height, "y2")
    return x1, y1, x2, y2


def clip_region(bitmap: Any, first: Any, last: Any) -> tuple[int, int, int, int]:
    """Return the part of the region between two corners that lies in the bitmap."""
    corners = [pair(first or (0, 0)), pair(last or (bitmap.width, bitmap.height))]
    x1, x2 = sorted(min(max(x, 0), bitmap.width) for x, _ in corners)
    y1, y2 = sorted(min(max(y, 0), bitmap.height) for _, y in corners)
    return x1, y1, x2, y2


def mark(bitmap: Any, x1: int, y1: int, x2: int, y2: int) -> None:
    """Mark a region as changed."""
    bitmap._check_writable()
    if x1 < x2 and y1 < y2:
        bitmap.dirty(int(x1), int(y1), int(x2), int(y2))


def block(bitmap: Any, x1: int, y1: int, x2: int, y2: int) -> Values:
    """Mark a region as changed and return its values, for the caller to change."""
    mark(bitmap, x1, y1, x2, y2)
    block: Values = bitmap._values[y1:y2, x1:x2]
    return block


def draw(bitmap: Any, points: list[tuple[int, int]], value: int, beyond: int = 1) -> None:
    """Set the points that lie in the bitmap. The display sees a change up to the farthest ones, and
    these too if it is marked one pixel `beyond` them.
    """
    xs, ys = np.array(points, np.int64).reshape(-1, 2).T
    seen = (xs >= 0) & (ys >= 0) & (xs < bitmap.width) & (ys < bitmap.height)
    xs, ys = xs[seen], ys[seen]
    bitmap._check_writable()
    if xs.size:
        mark(bitmap, xs.min(), ys.min(), xs.max() + beyond, ys.max() + beyond)
        bitmap._values[ys, xs] = value


def blit_block(bitmap: Any, x: int, y: int, source: Values, skip_source: Any,
               skip_dest: Any) -> None:
    """Copy a block to x, y; the source may be a part of the bitmap itself."""
    target = block(bitmap, x, y, x + source.shape[1], y + source.shape[0])
    source = source[: target.shape[0], : target.shape[1]].copy()
    wanted = skip_source is None or source != word(skip_source)
    free = skip_dest is None or target != word(skip_dest)
    np.copyto(target, source, where=np.logical_and(wanted, free))


def elements(data: Any) -> Values:
    """Return the numbers in a buffer, as unsigned; 64-bit numbers are read as bytes."""
    if isinstance(data, Bitmap):
        data = data._view()
    try:
        values = np.asarray(memoryview(data)).reshape(-1)
    except (TypeError, ValueError):
        raise TypeError("object with buffer protocol required") from None
    return values.view(f"u{values.itemsize}" if values.itemsize in (1, 2, 4) else np.uint8)


def cut(bitmap: Any, values: Values) -> Values:
    """Cut `values` to the bits of a pixel of the bitmap."""
    cut: Values = values.astype(np.uint32) & np.uint32(bitmap._bitmask)
    return cut


def check_format(bits_per_pixel: int, element_size: int) -> None:
    if element_size not in (1, 2, 4):
        raise ValueError(f"invalid element_size {element_size}, must be, 1, 2, or 4")
    if bits_per_pixel == 24 and element_size != 1:
        raise ValueError(f"invalid element size {element_size} for bits_per_pixel 24\n")
    if bits_per_pixel not in (1, 2, 4, 8, 16, 24, 32):
        raise ValueError(f"invalid bits_per_pixel {bits_per_pixel}, must be, "
                         "1, 2, 4, 8, 16, 24, or 32")


def read_bytes(file: Any, count: int) -> Values:
    if not callable(getattr(file, "read", None)):
        raise OSError("stream operation not supported")
    data = file.read(count)
    if not isinstance(data, bytes):
        raise TypeError("file must be a file opened in byte mode")
    if len(data) != count:
        raise EOFError
    return np.frombuffer(data, np.uint8)
