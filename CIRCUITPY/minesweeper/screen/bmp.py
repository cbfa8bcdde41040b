# SPDX-License-Identifier: MIT
"""Loads sprite sheets: indexed BMP pictures of one row of tiles; unloaded afterwards.

A sheet that cannot be used is named in a sentence, before anything large is read.
"""

import struct

import bitmaptools
import displayio
from micropython import const

from minesweeper.screen.sheet import DAMAGED, UNEVEN

# Behind the file's head of 14 bytes: its own length, width, height, planes, bits a pixel,
# compression, four numbers that do not matter here, and colours.
_HEADER = const("<10xIIIIHHI12xI4x")
_SIZE = struct.calcsize(_HEADER)
_FILE_HEAD = const(14)
# Tiles, as a TileGrid counts them.
_MOST = const(256)


def load(path, across, down, count):
    """Return the bitmap and the palette of a row of `count` tiles or more, `across` by `down`.

    Tiles that are UNEVEN are as wide as they are. Raises ImportError.
    """
    try:
        with open(path, "rb") as file:
            return _load(file, path, across, down, count)
    except OSError:
        raise ImportError("{} is missing".format(path)) from None
    except (EOFError, RuntimeError, ValueError, IndexError, OverflowError):
        raise ImportError(DAMAGED.format(path)) from None


def _load(file, path, across, down, count):
    header = file.read(_SIZE)
    start, size, width, height, _, depth, compression, colors = struct.unpack(_HEADER, header)
    colors = colors or 1 << depth
    end = start + (width * depth + 31) // 32 * 4 * height
    palette_at = _FILE_HEAD + size
    if (header[:2] != b"BM" or compression or depth not in (1, 4, 8) or colors > 1 << depth
            or palette_at + 4 * colors > start or file.seek(0, 2) < end
            or height != down or not _has_tiles(width, across, count)):
        raise ValueError
    file.seek(palette_at)
    palette = _palette(file.read(4 * colors))
    bitmap = displayio.Bitmap(width, height, colors)
    file.seek(start)
    # The rows begin with the lowest, and pixels with the highest bits.
    bitmaptools.readinto(bitmap, file, depth, 4, True, False, True)
    return bitmap, palette


def _has_tiles(width, across, count):
    """Whether so many pixels are enough tiles, and not more than a TileGrid counts."""
    if across == UNEVEN:
        return width >= count
    return width % across == 0 and count <= width // across <= _MOST


def _palette(colors):
    """Return a palette of colours that take four bytes each, blue first."""
    palette = displayio.Palette(len(colors) // 4)
    for entry, color in enumerate(struct.unpack("<{}I".format(len(palette)), colors)):
        palette[entry] = color & 0xFFFFFF
    return palette
