# SPDX-License-Identifier: MIT
"""A word over the board: one line that leaves the cells readable that it is about.

It stands at the bottom of the board, at the top where it would hide such a cell, or amid.
"""

import displayio

from minesweeper.screen.box import box, ink_of, palette_of
from minesweeper.screen.text import WIDTH, Text

_INK = 0xF7F7EF
_GROUNDS = (0x086538, 0x9C1018, 0x182C52)
_WON, _LOST, _NEWS = range(3)
_MARGIN = 5
_HEIGHT = 22


class Banner:
    """Over a board with these bounds (left, top, right, bottom) on a display `width` wide.

    `keep` holds the pixel rows (first, last) of cells that it should not hide.
    """

    def __init__(self, bounds, width):
        self.keep: tuple = ()
        self._left, self._top, self._right, self._bottom = bounds
        self._width = width
        self._ground = box(palette_of(*_GROUNDS), 0, 0, 1, _HEIGHT)
        self._text = Text(width // WIDTH, ink_of(_INK), 0, 0)
        self.layer = displayio.Group()
        self.layer.append(self._ground)
        self.layer.append(self._text.layer)
        self.layer.hidden = True

    def tell(self, text):
        """Something that is no verdict on the game."""
        self._put(text, _NEWS)

    def show(self, text, won):
        self._put(text, _WON if won else _LOST)

    def hide(self):
        self.layer.hidden = True

    def _put(self, text, ground):
        width = len(text) * WIDTH + 4 * _MARGIN
        half = width // 2
        center = min(max((self._left + self._right) // 2, half), self._width - half)
        top = self._place()
        if (self._ground.width, self._ground.color_index) != (width, ground):
            self._ground.width, self._ground.color_index = width, ground
        self._ground.x, self._ground.y = center - half, top
        self._text.put(center, top + _HEIGHT // 2)
        self._text.write(text)
        self.layer.hidden = False

    def _place(self):
        """The first pixel row: below, above or amid, whatever hides nothing first."""
        below, above = self._bottom - _HEIGHT, self._top + _MARGIN
        for top in (below, above, (self._top + self._bottom - _HEIGHT) // 2):
            if not self._hides(top):
                return top
        return below

    def _hides(self, top):
        for first, last in self.keep:
            if first < top + _HEIGHT and last > top:
                return True
        return False
