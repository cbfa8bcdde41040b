# SPDX-License-Identifier: MIT
"""The sprite sheets on the drive, one for each size of tile.

The small tiles are always in memory, others as long as a board is played that needs them. The
letters of `text` are sheets too: one for text, one for headings, larger on a larger display. `bmp`
loads and checks them.
"""

import displayio
from micropython import const

from minesweeper import lazy
from minesweeper.rules.presets import LARGE
from minesweeper.screen import text, theme, tiles

# The tiles' pixels on pages, on the title, and on most boards.
_SMALL = const(16)
PATHS = {_SMALL: "/SpriteSheet.bmp", 24: "/SpriteSheet24.bmp"}
# Those for text and for headings, and the pixels of a line; and those for a large display.
_TEXT = (("/SpriteSheetText.bmp", 17), ("/SpriteSheetHeading.bmp", 26))
_LARGE_TEXT = (("/SpriteSheetText22.bmp", 22), ("/SpriteSheetHeading34.bmp", 34))
# Letters and icons in a sheet of letters; in one for headings, some are missing.
_LETTERS = const(116)
# Letters are not as wide as each other.
UNEVEN = const(0)
DAMAGED = const("{} is damaged or not this version's")


class Sheet:
    """A sheet of tiles of so many pixels: `bitmap` and `palette`. Raises ImportError."""

    def __init__(self, size):
        self.size = size
        self.bitmap, self.palette = _loaded(PATHS[size], size, size, tiles.COUNT)
        self.palette.make_transparent(tiles.TRANSPARENT)
        self._own = [self.palette[entry] for entry in range(len(self.palette))]
        self._theme = -1

    def paint(self, number):
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
    """The sheets that have been loaded, for a display with so many rows. Raises ImportError."""

    def __init__(self, height):
        self._text = _LARGE_TEXT if height >= LARGE else _TEXT
        self._loaded = []

    def of(self, size):
        """Return the sheet for tiles of so many pixels, 24 or times 16; loads the letters."""
        size = size if size in PATHS else _SMALL
        if text.body is None:
            text.body = _face(*self._text[0])
        for sheet in self._loaded:
            if sheet.size == size:
                return sheet
        self._loaded.append(Sheet(size))
        return self._loaded[-1]

    def load_heading(self):
        text.heading = _face(*self._text[1])

    def keep(self, sheet):
        """Forget the sheets that neither a board with this one nor pages use, and their loader."""
        self._loaded = [each for each in self._loaded if each is sheet or each.size == _SMALL]
        lazy.forget(("minesweeper.screen.bmp",))

    def paint(self, number):
        for sheet in self._loaded:
            sheet.paint(number)


def _face(path, height):
    """Return the letters of a sheet, whose top row marks where each begins."""
    face = text.Face(_loaded(path, UNEVEN, height + 1, _LETTERS)[0])
    if face.count < _LETTERS:
        raise ImportError(DAMAGED.format(path))
    return face


def _loaded(path, across, down, count):
    return lazy.load("screen.bmp").load(path, across, down, count)
