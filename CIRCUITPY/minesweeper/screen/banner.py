# SPDX-License-Identifier: MIT
"""A sentence over the board, in one to three lines that hide none of the cells it is about.

It stands at the bottom of the board or, where it would hide such a cell, at the top or the middle.
"""

import displayio
from micropython import const

from minesweeper.screen import text
from minesweeper.screen.box import box, ink_of, palette_of

_INK = const(0xF7F7EF)
_GROUNDS = (0x086538, 0x9C1018, 0x182C52)
_WON = const(0)
_LOST = const(1)
_NEWS = const(2)
_MARGIN = const(4)
# A single line has more room than each of several.
_LEAST = const(24)
_LINES = const(3)


class Banner:
    """A banner over a board with these bounds, on a display `width` pixels wide.

    `keep` holds the pixel rows (first, last) of cells that it should not hide.
    """

    def __init__(self, bounds, width):
        self.keep: tuple = ()
        self._left, self._top, self._right, self._bottom = bounds
        self._width = width
        self._letters = (width - 2 * _MARGIN) // text.WIDTH
        self._ground = box(palette_of(*_GROUNDS), 0, 0, 1, 1)
        self.layer = displayio.Group()
        self.layer.append(self._ground)
        self._text = text.Text(self._letters, ink_of(_INK), 0, 0, 1, _LINES)
        self.layer.append(self._text.layer)
        self.layer.hidden = True

    def tell(self, words):
        """Show a sentence during a game."""
        self._put(words, _NEWS)

    def show(self, words, won):
        """Show the outcome of a game."""
        self._put(words, _WON if won else _LOST)

    def covers(self, x, y):
        """Whether the banner covers a pixel."""
        ground = self._ground
        return (not self.layer.hidden and ground.x <= x < ground.x + ground.width
                and ground.y <= y < ground.y + ground.height)

    def hide(self):
        self.layer.hidden = True

    def _put(self, words, ground):
        told = text.lines(words, self._letters)[:_LINES]
        width = max([len(line) for line in told]) * text.WIDTH + 4 * _MARGIN
        width = min(width, self._width)
        height = max(_LEAST, len(told) * text.HEIGHT)
        half = width // 2
        center = min(max((self._left + self._right) // 2, half), self._width - half)
        top = self._place(height)
        self._lay(center - half, top, width, height, ground)
        self._text.put(center, top + height // 2)
        self._text.write("\n".join(told))
        self.layer.hidden = False

    def _lay(self, left, top, width, height, color):
        ground = self._ground
        if (ground.width, ground.height, ground.color_index) != (width, height, color):
            ground.width, ground.height, ground.color_index = width, height, color
        ground.x, ground.y = left, top

    def _place(self, height):
        """Return the first pixel row: below, above or in the middle, where nothing is hidden."""
        below, above = self._bottom - height, self._top
        for top in (below, above, (self._top + self._bottom - height) // 2):
            if not self._hides(top, top + height):
                return top
        return below

    def _hides(self, top, bottom):
        for first, last in self.keep:
            if first < bottom and last > top:
                return True
        return False
