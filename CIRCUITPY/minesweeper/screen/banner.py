# SPDX-License-Identifier: MIT
"""A sentence over the board, in one line or two that hide none of the cells it is about.

It stands at the bottom of the display or, where it would hide a number or a flag, elsewhere: if
nothing else is left, on the strip above the board.
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
# Empty pixel rows below a line's letters.
_LEADING = const(2)


class Banner:
    """A banner between these bounds, on a display `width` pixels wide.

    `bitmaps` are those of `blank`, made once for all boards.

    `hidden(left, top, right, bottom)` returns how much it would hide there.
    """

    def __init__(self, bounds, width, bitmaps, hidden):
        self._hidden = hidden
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
        has_strip = high - _LEADING <= self._top
        top, hidden = self._place(center - half, center + half, height, has_strip)
        if hidden and has_strip:
            top, height = 0, self._top
            center = half = self._width // 2
        shade(self._ink, _INK, _GROUNDS[ground])
        self._text.put(center, top + (height + 1) // 2)
        self._text.write("\n".join(rows))
        # Last, because a rectangle that moves is drawn, though it is hidden.
        self._lay(center - half, top, 2 * half, height, ground)
        self.layer.hidden = False

    def _lay(self, left, top, width, height, color):
        ground = self._ground
        if (ground.width, ground.height, ground.color_index) != (width, height, color):
            ground.width, ground.height, ground.color_index = width, height, color
        ground.x, ground.y = left, top

    def _place(self, left, right, height, has_strip):
        """Return (the first pixel row, how much is hidden there).

        It is the bottom, the top or, where there is no strip, any that hides least.
        """
        below, above = self._bottom - height, self._top
        tops = [below, above]
        if not has_strip:
            tops += range(below, above, -_STEP)
        best, least = below, None
        for top in tops:
            hidden = self._hidden(left, top, right, top + height)
            if least is None or hidden < least:
                best, least = top, hidden
            if not hidden:
                break
        return best, least


def blank(width):
    """Return the bitmaps of a banner's lines on a display so many pixels wide."""
    return text.blank(text.body, width - 2 * _MARGIN, _LINES)
