# SPDX-License-Identifier: MIT
"""The sprite sheets on the drive, one for each size of tile, checked before they are loaded.

A sheet that cannot be used is named in one sentence.
"""

import adafruit_imageload
import displayio

from minesweeper import tiles

PATHS = {16: "/SpriteSheet.bmp", 24: "/SpriteSheet24.bmp"}


class SheetError(Exception):
    """What is wrong with the sheet and what to do."""


def load(size):
    """(bitmap, palette) of the sheet with tiles of that many pixels. Raises SheetError."""
    path = PATHS[size]
    try:
        _check_header(path, size)
        bitmap, palette = adafruit_imageload.load(
            path, bitmap=displayio.Bitmap, palette=displayio.Palette
        )
    except OSError:
        raise SheetError("{} is missing: copy it to the drive again".format(path)) from None
    except (EOFError, RuntimeError, ValueError, IndexError):
        raise SheetError("{} is damaged: copy it to the drive again".format(path)) from None
    palette.make_transparent(tiles.TRANSPARENT)
    return bitmap, palette


def _check_header(path, size):
    """Before anything large is read: BMP, indexed, one row of tiles, and enough of them."""
    with open(path, "rb") as file:
        header = file.read(34)
    if len(header) < 34 or header[:2] != b"BM":
        raise SheetError("{} is no BMP picture: copy it to the drive again".format(path))
    width = int.from_bytes(header[18:22], "little")
    height = int.from_bytes(header[22:26], "little")
    if header[28] > 8:
        raise SheetError("{} is not indexed: save it with a palette".format(path))
    if height != size or width % size:
        raise SheetError(
            "{} is {}x{}: it must be one row of {}x{} tiles".format(path, width, height, size, size)
        )
    if width < tiles.COUNT * size:
        raise SheetError(
            "{} has {} tiles: {} are needed".format(path, width // size, tiles.COUNT)
        )
