# SPDX-License-Identifier: MIT
"""A word over the board: one line that leaves the cells readable that it is about.

It stands at the bottom of the board, at the top where it would hide such a cell, or amid.
"""

import terminalio
from adafruit_display_text.label import Label

_INK = 0xF7F7EF
_WON = 0x086538
_LOST = 0x9C1018
_NEWS = 0x182C52
_MARGIN = 5
_LETTER = 6
_HEIGHT = 24


class Banner:
    """Over a board with these bounds (left, top, right, bottom) on a display `width` wide.

    `keep` holds the pixel rows (first, last) of cells that it should not hide.
    """

    def __init__(self, bounds, width):
        self.keep: tuple = ()
        self._left, self._top, self._right, self._bottom = bounds
        self._width = width
        self.label = Label(
            terminalio.FONT,
            text=" ",
            color=_INK,
            background_color=_WON,
            padding_top=_MARGIN,
            padding_bottom=_MARGIN,
            padding_left=_MARGIN * 2,
            padding_right=_MARGIN * 2,
        )
        self.label.hidden = True

    def tell(self, text):
        """Something that is no verdict on the game."""
        self._put(text, _NEWS)

    def show(self, text, won):
        self._put(text, _WON if won else _LOST)

    def hide(self):
        self.label.hidden = True

    def _put(self, text, color):
        label = self.label
        label.background_color = color
        label.text = text
        half = len(text) * _LETTER // 2 + 2 * _MARGIN
        center = min(max((self._left + self._right) // 2, half), self._width - half)
        anchor, y = self._place()
        label.anchor_point = (0.5, anchor)
        label.anchored_position = (center, y)
        label.hidden = False

    def _place(self):
        """(anchor, y) of the text: below, above or amid, whatever hides nothing first."""
        middle = (self._top + self._bottom) // 2
        below = (1, self._bottom - _MARGIN, self._bottom - _HEIGHT)
        above = (0, self._top + 2 * _MARGIN, self._top + _MARGIN)
        for anchor, y, top in (below, above, (0.5, middle, middle - _HEIGHT // 2)):
            if not self._hides(top):
                return anchor, y
        return below[:2]

    def _hides(self, top):
        for first, last in self.keep:
            if first < top + _HEIGHT and last > top:
                return True
        return False
