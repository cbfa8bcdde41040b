# SPDX-License-Identifier: MIT
"""SpriteSheet.bmp from the drive, checked: a sheet that cannot be used is named in one sentence."""

import adafruit_imageload
import displayio

from minesweeper import tiles

PATH = "/SpriteSheet.bmp"


class SheetError(Exception):
    """What is wrong with the sheet and what to do."""


def load():
    """(bitmap, palette) of the sheet. Raises SheetError."""
    try:
        _check_header()
        bitmap, palette = adafruit_imageload.load(
            PATH, bitmap=displayio.Bitmap, palette=displayio.Palette
        )
    except OSError:
        raise SheetError("{} is missing: copy it to the drive again".format(PATH)) from None
    except (EOFError, RuntimeError, ValueError, IndexError):
        raise SheetError("{} is damaged: copy it to the drive again".format(PATH)) from None
    palette.make_transparent(tiles.TRANSPARENT)
    return bitmap, palette


def _check_header():
    """Before anything large is read: BMP, indexed, one row of tiles, and enough of them."""
    with open(PATH, "rb") as file:
        header = file.read(34)
    if len(header) < 34 or header[:2] != b"BM":
        raise SheetError("{} is no BMP picture: copy it to the drive again".format(PATH))
    width = int.from_bytes(header[18:22], "little")
    height = int.from_bytes(header[22:26], "little")
    if header[28] > 8:
        raise SheetError("{} is not indexed: save it with a palette".format(PATH))
    if height != tiles.SIZE or width % tiles.SIZE:
        raise SheetError(
            "{} is {}x{}: it must be one row of 16x16 tiles".format(PATH, width, height)
        )
    if width < tiles.COUNT * tiles.SIZE:
        raise SheetError(
            "{} has {} tiles: {} are needed".format(PATH, width // tiles.SIZE, tiles.COUNT)
        )
