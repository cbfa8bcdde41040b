# SPDX-License-Identifier: MIT
"""Text in the game's own letters: a grid of glyphs, so that new words take no memory.

Only letters that differ are drawn again while the length stays. The letters are a sheet on the
drive, which `sheet` loads into `bitmap` once.
"""

import displayio
from micropython import const

WIDTH = 8
HEIGHT = 16
# ASCII, from the space on.
COUNT = 95
_SPACE = const(32)
# A last line is not so many times shorter than the first.
_REST = const(3)

bitmap: displayio.Bitmap = None  # type: ignore[assignment]


class Text:
    """Up to so many letters in each of `rows`, centred at `x`, `y`; `palette` is ground and ink."""

    def __init__(self, letters, palette, x, y, scale=1, rows=1):
        self._grid = displayio.TileGrid(
            bitmap,
            pixel_shader=palette,
            width=letters,
            height=rows,
            tile_width=WIDTH,
            tile_height=HEIGHT,
        )
        self._letters = letters
        self._scale = scale
        self.layer: displayio.TileGrid | displayio.Group = self._grid
        if scale > 1:
            group = displayio.Group(scale=scale)
            group.append(self._grid)
            self.layer = group
        self.put(x, y)

    def put(self, x, y):
        """Set the middle of the words that are written next."""
        self._x, self._y = x, y

    def shift(self, by):
        """Move so many pixels right and down."""
        self.layer.x += by
        self.layer.y += by

    def write(self, words):
        """Write lines, separated by newlines; too long ones are cut."""
        told = words.split("\n")
        widest = min(max([len(line) for line in told]), self._letters)
        self.layer.x = self._x - widest * WIDTH * self._scale // 2
        self.layer.y = self._y - len(told) * HEIGHT * self._scale // 2
        for row in range(self._grid.height):
            self._write_row(row, told[row] if row < len(told) else "", widest)

    def _write_row(self, row, words, widest):
        """Write a row, centred under the widest one as nearly as whole letters allow."""
        grid = self._grid
        first = (widest - len(words)) // 2
        for column in range(self._letters):
            at = column - first
            glyph = ord(words[at]) - _SPACE if 0 <= at < len(words) else 0
            if grid[column, row] != glyph:
                grid[column, row] = glyph


def lines(words, letters):
    """Break words into lines of at most so many letters, so that the last is not very short."""
    told = _filled(words, letters)
    evener = told
    while len(evener) == len(told) and len(evener[-1]) * _REST < len(evener[0]):
        told = evener
        letters -= 1
        evener = _filled(words, letters)
    return evener if len(evener) == len(told) else told


def _filled(words, letters):
    """Put as many words into each line as fit."""
    told = []
    while len(words) > letters:
        end = words.rfind(" ", 0, letters + 1)
        end = end if end > 0 else letters
        told.append(words[:end])
        words = words[end:].strip()
    return told + [words]
