# SPDX-License-Identifier: MIT
"""Picture files: Windows bitmaps, and GIF files frame by frame.

A `Picture` is a bitmap file as CircuitPython's OnDiskBitmap reads it. It refuses the files that the
device refuses, with the device's messages. Its values are palette indices or colours 0xRRGGBB.
`unpack` extracts pixels of any depth from packed rows.

CircuitPython's GIF decoder lays each frame's pixels over the last ones and ignores the file's
disposal method; so `Gif` extracts the frames one by one, and Pillow unpacks each as a picture of
its own.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from struct import unpack_from
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from .colors import Values

BITFIELDS = 3
MOST_COLORS = 32767
DEPTHS = 1, 2, 4, 8, 16, 24, 32


@dataclass(frozen=True)
class Header:
    """A file's header; `palette` is empty if values are colours, `masks` are for 16-bit pixels."""

    width: int
    height: int
    bits: int
    offset: int
    bitfields: bool
    masks: tuple[int, int, int]
    palette: tuple[int, ...]

    @property
    def stride(self) -> int:
        """Bytes in a row, a multiple of four."""
        return (self.width * self.bits + 31) // 32 * 4


class Picture:
    """A file's picture: reads the header at once, and the values when they are first needed."""

    def __init__(self, file: IO[Any]):
        self.header = read_header(file)
        self._file = file

    @property
    def values(self) -> Values:
        """The values, (height, width).

        They are 0 once the program has closed the file, and while it cannot be read, as from a
        card whose bus is in use.
        """
        if not self._file.closed:
            with suppress(OSError, RuntimeError):  # RuntimeError: the file is being read already
                return self._decoded
        return np.zeros((self.header.height, self.header.width), np.uint8)

    @cached_property
    def _decoded(self) -> Values:
        return decode(self._file, self.header)


def read_header(file: IO[Any]) -> Header:
    """Read the header. Raises ValueError for a file that the device cannot show."""
    file.seek(0)
    start = file.read(14 + 124)
    if len(start) < 26 or start[:2] != b"BM":
        raise ValueError("Invalid file")
    offset, size, width, height = unpack_from("<4I", start, 10)
    if size not in (40, 108, 124):
        raise ValueError("Only Windows format, uncompressed BMP supported: "
                         f"given header size is {size}")
    if len(start) < 14 + size:
        raise ValueError("Invalid file")
    bits, compression = unpack_from("<HI", start, 28)
    if compression not in (0, BITFIELDS):
        raise ValueError("RLE-compressed BMP not supported")
    if bits not in DEPTHS:
        raise ValueError("Only monochrome, indexed 4bpp or 8bpp, and 16bpp or greater BMPs "
                         f"supported: {bits} bpp given")
    return Header(width & 0xFFFF, height & 0xFFFF, bits, offset, compression == BITFIELDS,
                  _masks(file, size, compression), _palette(file, start, size, bits))


def _masks(file: IO[Any], size: int, compression: int) -> tuple[int, int, int]:
    """Return the masks of red, green and blue: those of 5:5:5 if the file has none.

    The firmware does not read masks behind a header of 40 bytes, and shows black.
    """
    if size < 56 and compression != BITFIELDS:
        return 0x7C00, 0x03E0, 0x001F
    if size < 56:
        return 0, 0, 0
    file.seek(54)
    red, green, blue = unpack_from("<3I", file.read(12).ljust(12, b"\0"))
    return red, green, blue


def _palette(file: IO[Any], start: bytes, size: int, bits: int) -> tuple[int, ...]:
    if bits > 8:
        return ()
    count = unpack_from("<I", start, 46)[0] or 1 << bits
    file.seek(14 + size)
    data = file.read(4 * count) if count <= MOST_COLORS else b""
    if len(data) != 4 * count:
        raise ValueError("Unable to read color palette data")
    return tuple(color & 0xFFFFFF for color in unpack_from(f"<{count}I", data))


def decode(file: IO[Any], header: Header) -> Values:
    """Return the values, (height, width); those that are missing at the file's end are 0."""
    rows = np.zeros((header.height, header.stride), np.uint8)
    file.seek(header.offset)
    data = np.frombuffer(file.read(rows.size), np.uint8)
    rows.reshape(-1)[: data.size] = data
    values = unpack(rows[::-1], header.bits, header.width, msb_first=True)
    if header.bits == 16:
        return _widen(values.astype(np.uint32), header)
    return values & 0xFFFFFF if header.bitfields else values


def _widen(values: Values, header: Header) -> Values:
    """Convert 16-bit pixels to 0xRRGGBB with CircuitPython's shifts."""
    red, green, blue = (values & mask for mask in header.masks)
    if header.masks[1] == 0x07E0:
        return red >> 11 << 19 | green >> 5 << 10 | blue << 3
    return red >> 10 << 19 | green >> 4 << 10 | blue << 3


def unpack(rows: NDArray[np.uint8], bits: int, width: int, msb_first: bool) -> Values:
    """Return `width` values of `bits` each from every row; wide values are little-endian."""
    if bits < 8:
        shifts = np.arange(0, 8, bits, dtype=np.uint8)
        order = shifts[::-1] if msb_first else shifts
        values = rows[:, :, None] >> order & ((1 << bits) - 1)
        return values.reshape(len(rows), values.shape[1] * len(shifts))[:, :width]
    if bits == 24:
        blue, green, red = (rows[:, at : 3 * width : 3].astype(np.uint32) for at in range(3))
        return red << 16 | green << 8 | blue
    dtype = np.dtype(f"<u{bits // 8}")
    whole = rows.shape[1] // dtype.itemsize * dtype.itemsize
    return np.ascontiguousarray(rows[:, :whole]).view(dtype)[:, :width]


IMAGE, EXTENSION, TRAILER = 0x2C, 0x21, 0x3B
GRAPHIC_CONTROL = 0xF9
# The decoder's delay for a frame whose own is 0, the least that it counts for a file, and the most.
ZERO_MS, LEAST_MS, MOST_MS = 100, 20, 10_000
MOST_PIXELS = 1 << 22


@dataclass(frozen=True)
class Frame:
    """One frame of a file; `palette` is (256, 3). `written_ms` is the delay in the file, None
    without one, and `delay_ms` the one that the decoder makes of it.
    """

    x: int
    y: int
    width: int
    height: int
    palette: Values
    transparent: int | None
    delay_ms: int
    written_ms: int | None
    packed: bytes
    interlaced: int

    def indices(self) -> Values:
        """Unpack the palette indices, (height, width). Raises ValueError for damaged data."""
        if not 0 < self.width * self.height <= MOST_PIXELS:
            raise ValueError("Invalid file")
        header = b"GIF89a" + self.width.to_bytes(2, "little") + self.height.to_bytes(2, "little")
        place = bytes(4) + header[6:] + bytes([self.interlaced])
        picture = BytesIO(header + b"\xf7\0\0" + bytes(768) + b"," + place + self.packed + b";")
        try:
            return np.asarray(Image.open(picture))
        except (OSError, UnidentifiedImageError, SyntaxError, EOFError):
            raise ValueError("Invalid file") from None


class Gif:
    """A file's size and frames. Raises ValueError for data that are no GIF."""

    def __init__(self, data: bytes):
        if data[:6] not in (b"GIF87a", b"GIF89a") or len(data) < 13:
            raise ValueError("Invalid file")
        self._data = data
        self.width, self.height = self._number(6), self._number(8)
        self._at = 13
        self._colors = self._read_palette(data[10])
        self._control: tuple[int, int, int] | None = None
        self.frames = self._all_frames()

    def delays_ms(self) -> tuple[int, int, int]:
        """Return the sum, the least and the largest delay as the decoder tells them: one that is
        larger than all before it does not count for the least.
        """
        least, largest = MOST_MS, 0
        counted = [max(LEAST_MS, frame.written_ms) for frame in self.frames
                   if frame.written_ms is not None]
        for delay in counted:
            if delay > largest:
                largest = delay
            else:
                least = min(least, delay)
        return sum(counted), least, largest

    def _number(self, at: int) -> int:
        return int.from_bytes(self._data[at : at + 2], "little")

    def _read_palette(self, flags: int) -> Values:
        """Read the colour table that follows if `flags` announce one; the rest of 256 is black."""
        palette = np.zeros((256, 3), np.uint8)
        if flags & 0x80:
            count = 2 << (flags & 7)
            colors = np.frombuffer(self._data[self._at : self._at + 3 * count], np.uint8)
            palette[: len(colors) // 3] = colors[: len(colors) // 3 * 3].reshape(-1, 3)
            self._at += 3 * count
        return palette

    def _all_frames(self) -> list[Frame]:
        frames = []
        while self._at < len(self._data) and self._data[self._at] != TRAILER:
            kind, self._at = self._data[self._at], self._at + 1
            if kind == IMAGE:
                frames.append(self._frame())
            elif kind == EXTENSION:
                self._extension()
            else:
                break
        return frames

    def _extension(self) -> None:
        label, start = self._data[self._at : self._at + 1], self._at + 2
        self._at += 1
        self._skip_blocks()
        if label == bytes([GRAPHIC_CONTROL]) and self._at - start >= 5:
            self._control = self._data[start], self._number(start + 1), self._data[start + 3]

    def _skip_blocks(self) -> None:
        """Skip data blocks: each begins with its length, and the last is empty."""
        while self._at < len(self._data) and self._data[self._at]:
            self._at += 1 + self._data[self._at]
        self._at += 1

    def _frame(self) -> Frame:
        start = self._at
        x, y, width, height = (self._number(start + 2 * i) for i in range(4))
        flags = self._data[start + 8] if start + 8 < len(self._data) else 0
        self._at = start + 9
        palette = self._read_palette(flags) if flags & 0x80 else self._colors
        data = self._at
        self._at += 1
        self._skip_blocks()
        control, self._control = self._control, None
        written, transparent = None, None
        if control:
            written = control[1] * 10
            transparent = control[2] if control[0] & 1 else None
        delay = 0 if written is None else written or ZERO_MS
        return Frame(x, y, width, height, palette, transparent, delay, written,
                     self._data[data : self._at], flags & 0x40)
