# SPDX-License-Identifier: MIT
"""Loads sprite sheets, and checks each before anything large is read; unloaded afterwards.

A sheet that cannot be used is named in a sentence.
"""

import adafruit_imageload
import displayio
from micropython import const

from minesweeper.screen.sheet import DAMAGED, UNEVEN, SheetError

# The file's and the picture's.
_HEADER = const(54)
# Tiles, as a TileGrid counts them.
_MOST = const(256)


def load(path, across, down, count):
    """Return the bitmap and the palette of a row of `count` tiles or more, `across` by `down`.

    Tiles that are UNEVEN are as wide as they are. Raises SheetError.
    """
    try:
        _check_header(path, across, down, count)
        return adafruit_imageload.load(path, bitmap=displayio.Bitmap, palette=displayio.Palette)
    except OSError:
        raise SheetError("{} is missing: copy it to the drive again".format(path)) from None
    except (EOFError, RuntimeError, ValueError, IndexError):
        raise SheetError(DAMAGED.format(path)) from None


def _check_header(path, across, down, count):
    """Check before anything large is read: BMP, indexed, one row of enough tiles, and whole."""
    with open(path, "rb") as file:
        header = file.read(_HEADER)
        length = file.seek(0, 2)
    if len(header) < _HEADER or header[:2] != b"BM":
        raise SheetError("{} is no BMP picture: copy it to the drive again".format(path))
    width, height, depth = _number(header, 18), _number(header, 22), _number(header, 28, 2)
    if depth in (16, 24, 32):
        raise SheetError("{} is not indexed: save it with a palette".format(path))
    if across == UNEVEN:
        if height != down or width < count:
            raise SheetError(DAMAGED.format(path))
    elif height != down or width % across or width > _MOST * across:
        raise SheetError("{} is {}x{}: it must be one row of {}x{} tiles".format(
            path, width, height, across, down))
    elif width < count * across:
        raise SheetError("{} has {} tiles: {} are needed".format(path, width // across, count))
    if depth not in (1, 4, 8) or not _is_whole(header, length, (width * depth + 31) // 32 * 4):
        raise SheetError(DAMAGED.format(path))


def _is_whole(header, length, row_bytes):
    """Whether headers, palette and pixels fit into the file one after the other."""
    start, compression = _number(header, 10), _number(header, 30)
    depth, height = _number(header, 28, 2), _number(header, 22)
    most = 1 << depth
    colors = _number(header, 46) or most
    if colors > most or compression > 2:
        return False
    palette = 14 + _number(header, 14)
    end = start if compression else start + height * row_bytes
    return _HEADER <= palette <= start - 4 * colors and end <= length


def _number(header, at, size=4):
    return int.from_bytes(header[at : at + size], "little")
