# SPDX-License-Identifier: MIT
"""The sprite sheets on the drive, one for each size of tile, checked before they are loaded.

A sheet that cannot be used is named in a sentence. Loaded sheets are kept: later there may be no
block of memory as large. The letters of `text` are sheets too: one for text, one for headings,
larger on a larger display.
"""

import adafruit_imageload
import displayio
from micropython import const

from minesweeper.board.presets import LARGE
from minesweeper.screen import text, theme, tiles

PATHS = {16: "/SpriteSheet.bmp", 24: "/SpriteSheet24.bmp"}
# Those for text and for headings, and the pixels of a line; and those for a large display.
_TEXT = (("/SpriteSheetText.bmp", 17), ("/SpriteSheetHeading.bmp", 26))
_LARGE_TEXT = (("/SpriteSheetText22.bmp", 22), ("/SpriteSheetHeading34.bmp", 34))
# Letters and icons in a sheet of letters; in one for headings, some are missing.
_LETTERS = const(116)
# Letters are not as wide as each other.
_UNEVEN = const(0)

# The file's and the picture's.
_HEADER = const(54)
# Tiles, as a TileGrid counts them.
_MOST = const(256)
_DAMAGED = const("{} is damaged: copy it to the drive again")


class SheetError(Exception):
    """A sheet cannot be used: says why and what to do."""


class Sheet:
    """A sheet of tiles of so many pixels: `bitmap` and `palette`. Raises SheetError."""

    def __init__(self, size):
        self.size = size
        self.bitmap, self.palette = _load(PATHS[size], size, size, tiles.COUNT)
        self.palette.make_transparent(tiles.TRANSPARENT)
        self._own = [self.palette[entry] for entry in range(len(self.palette))]
        self._theme = -1

    def paint(self, number):
        """Change to the colours of a theme."""
        if number != self._theme:
            self._theme = number
            theme.paint(self.palette, self._own, number)

    def grid(self, columns=1, rows=1):
        """Return a TileGrid of covered cells."""
        return displayio.TileGrid(
            self.bitmap,
            pixel_shader=self.palette,
            width=columns,
            height=rows,
            tile_width=self.size,
            tile_height=self.size,
            default_tile=tiles.BLANK,
        )


class Sheets:
    """The sheets that have been loaded, for a display with so many rows of pixels."""

    def __init__(self, height):
        self._sizes = (16,) if height >= LARGE else (16, 24)
        self._text = _LARGE_TEXT if height >= LARGE else _TEXT
        self._loaded = []

    def of(self, size):
        """Return the sheet for tiles of so many pixels, 24 or times 16; loads the letters.

        Raises SheetError.
        """
        size = size if size in PATHS else 16
        if text.body is None:
            text.body, text.heading = [_face(*sheet) for sheet in self._text]
        for sheet in self._loaded:
            if sheet.size == size:
                return sheet
        self._loaded.append(Sheet(size))
        return self._loaded[-1]

    def load_all(self):
        """Load all sheets; a damaged one is reported when it is used."""
        for size in self._sizes:
            try:
                self.of(size)
            except SheetError:
                pass

    def paint(self, number):
        for sheet in self._loaded:
            sheet.paint(number)


def _face(path, height):
    """Return the letters of a sheet, whose top row marks where each begins."""
    face = text.Face(_load(path, _UNEVEN, height + 1, _LETTERS)[0])
    if face.count < _LETTERS:
        raise SheetError(_DAMAGED.format(path))
    return face


def _load(path, across, down, count):
    try:
        _check_header(path, across, down, count)
        return adafruit_imageload.load(path, bitmap=displayio.Bitmap, palette=displayio.Palette)
    except OSError:
        raise SheetError("{} is missing: copy it to the drive again".format(path)) from None
    except (EOFError, RuntimeError, ValueError, IndexError):
        raise SheetError(_DAMAGED.format(path)) from None


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
    if across == _UNEVEN:
        if height != down or width < count:
            raise SheetError(_DAMAGED.format(path))
    elif height != down or width % across or width > _MOST * across:
        raise SheetError("{} is {}x{}: it must be one row of {}x{} tiles".format(
            path, width, height, across, down))
    elif width < count * across:
        raise SheetError("{} has {} tiles: {} are needed".format(path, width // across, count))
    if depth not in (1, 4, 8) or not _is_whole(header, length, (width * depth + 31) // 32 * 4):
        raise SheetError(_DAMAGED.format(path))


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
