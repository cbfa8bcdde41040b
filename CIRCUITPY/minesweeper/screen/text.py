# SPDX-License-Identifier: MIT
"""A line of text in the terminal's font: a grid of its glyphs, so that new words take no memory.

Only letters that differ are drawn again while the length stays.
"""

import displayio
import terminalio

WIDTH = 6
HEIGHT = 12
# The font's glyphs stand in ASCII's order.
_SPACE = 32


class Text:
    """Up to so many letters around `x`, `y`; `palette` has the ground's colour, then the ink's."""

    def __init__(self, letters, palette, x, y, scale=1):
        self.grid = displayio.TileGrid(
            terminalio.FONT.bitmap,
            pixel_shader=palette,
            width=letters,
            height=1,
            tile_width=WIDTH,
            tile_height=HEIGHT,
        )
        self._letters = letters
        self._scale = scale
        self.layer: displayio.TileGrid | displayio.Group = self.grid
        if scale > 1:
            group = displayio.Group(scale=scale)
            group.append(self.grid)
            self.layer = group
        self.put(x, y)

    def put(self, x, y):
        """Where the middle of what is written next shall be."""
        self._x = x
        self.layer.y = y - HEIGHT * self._scale // 2

    def write(self, words):
        """What is too long is cut."""
        grid = self.grid
        count = min(len(words), self._letters)
        self.layer.x = self._x - count * WIDTH * self._scale // 2
        for at in range(self._letters):
            glyph = ord(words[at]) - _SPACE if at < count else 0
            if grid[at] != glyph:
                grid[at] = glyph
