# SPDX-License-Identifier: MIT
"""Windows bitmap files, as CircuitPython's OnDiskBitmap reads them.

A `Picture` refuses the files that the device refuses, with the device's messages. Its values are
palette indices or colours 0xRRGGBB. `unpack` extracts pixels of any depth from packed rows.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from struct import unpack_from
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

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
    """Return the masks of red, green and blue: those of 5:5:5 if the file has none."""
    if size < 56 and compression != BITFIELDS:
        return 0x7C00, 0x03E0, 0x001F
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
