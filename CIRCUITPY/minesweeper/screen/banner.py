# SPDX-License-Identifier: MIT
"""A sentence over the board, in one line or two that hide none of the cells it is about.

It stands at the bottom of the display or, where it would hide such a cell, elsewhere.
"""

import displayio
from micropython import const

from minesweeper.screen import text
from minesweeper.screen.theme import box, palette_of, shade, shades_of

_INK = const(0xF7F7EF)
_GROUNDS = (0x086538, 0x9C1018, 0x182C52)
_WON = const(0)
_LOST = const(1)
_MESSAGE = const(2)
_MARGIN = const(4)
_LINES = const(2)
_BELOW = const(3)
# From one place to the next that is tried.
_STEP = const(8)
# A cell that must be seen counts as so many others.
_DEAR = const(1000)


class Banner:
    """A banner between these bounds, on a display `width` pixels wide.

    `bitmaps` are those of `blank`, made once for all boards.

    `keep` holds (left, top, right, bottom) of cells that it must not hide, `spare` of cells that it
    hides only where there is no other place.
    """

    def __init__(self, bounds, width, bitmaps):
        self.keep: tuple = ()
        self.spare: tuple = ()
        self._left, self._top, self._right, self._bottom = bounds
        self._width = width
        self._ground = box(palette_of(*_GROUNDS), 0, 0, 1, 1)
        self.layer = displayio.Group()
        self.layer.append(self._ground)
        self._ink = shades_of(_INK, _GROUNDS[_MESSAGE])
        self._text = text.Text(self.layer, text.body, self._ink, width - 2 * _MARGIN, 0, 0, _LINES,
                               bitmaps)
        self.layer.hidden = True

    def tell(self, words):
        """Show a sentence during a game."""
        self._put(words, _MESSAGE)

    def show(self, words, won):
        """Show the outcome of a game."""
        self._put(words, _WON if won else _LOST)

    def scroll(self, across, down):
        """Note that the cells have moved so many pixels."""
        self.keep, self.spare = [tuple([
            (left + across, top + down, right + across, bottom + down)
            for left, top, right, bottom in cells]) for cells in (self.keep, self.spare)]

    def bounds(self):
        """Return (left, top, right, bottom)."""
        ground = self._ground
        return ground.x, ground.y, ground.x + ground.width, ground.y + ground.height

    def covers(self, x, y):
        """Whether the banner covers a pixel; a touch there is for the banner."""
        left, top, right, bottom = self.bounds()
        return not self.layer.hidden and left <= x < right and top <= y < bottom

    def hide(self):
        self.layer.hidden = True

    def lend(self):
        """Return the bitmaps for a page's words, until the next sentence."""
        return self._text.lend()

    def _put(self, words, ground):
        rows = text.lines(words, self._width - 2 * _MARGIN)[:_LINES]
        half = max([text.body.width(row) for row in rows]) // 2 + 2 * _MARGIN
        high = len(rows) * text.body.height
        height = _MARGIN + high + _BELOW
        center = (self._left + self._right) // 2
        if center < half:
            # Too wide for the board's middle: a strip across the display.
            center = half = self._width // 2
        top = self._place(center - half, center + half, height)
        shade(self._ink, _INK, _GROUNDS[ground])
        self._text.put(center, top + _MARGIN + high // 2)
        self._text.write("\n".join(rows))
        # Last, because a rectangle that moves is drawn, though it is hidden.
        self._lay(center - half, top, 2 * half, height, ground)
        self.layer.hidden = False

    def _lay(self, left, top, width, height, color):
        ground = self._ground
        if (ground.width, ground.height, ground.color_index) != (width, height, color):
            ground.width, ground.height, ground.color_index = width, height, color
        ground.x, ground.y = left, top

    def _place(self, left, right, height):
        """Return the first pixel row: the bottom, the top, the middle or any that hides least."""
        below, above = self._bottom - height, self._top
        tops = [below, above, (self._top + self._bottom - height) // 2]
        best, least = below, None
        for top in tops + list(range(below, above, -_STEP)):
            hidden = self._hidden(left, top, right, top + height)
            if least is None or hidden < least:
                best, least = top, hidden
            if not hidden:
                break
        return best

    def _hidden(self, left, top, right, bottom):
        """Return how much a place would hide."""
        count = 0
        for cells, each in ((self.keep, _DEAR), (self.spare, 1)):
            for first, above, end, below in cells:
                if first < right and end > left and above < bottom and below > top:
                    count += each
        return count


def blank(width):
    """Return the bitmaps of a banner's lines on a display so many pixels wide."""
    return text.blank(text.body, width - 2 * _MARGIN, _LINES)
