# SPDX-License-Identifier: MIT
"""A word over the board when a game is decided: one line that leaves the cells readable.

It stands at the bottom, or at the top when the mine that ended the game lies at the bottom.
"""

import terminalio
from adafruit_display_text.label import Label

_INK = 0xF7F7EF
_WON = 0x086538
_LOST = 0x9C1018
_NEWS = 0x182C52
_MARGIN = 5
_LETTER = 6


class Banner:
    """A label over the board of `view`, on a display `width` pixels wide."""

    def __init__(self, view, width):
        self._view = view
        self._width = width
        self._label = Label(
            terminalio.FONT,
            text=" ",
            color=_INK,
            background_color=_WON,
            padding_top=_MARGIN,
            padding_bottom=_MARGIN,
            padding_left=_MARGIN * 2,
            padding_right=_MARGIN * 2,
        )
        self._label.hidden = True
        view.group.append(self._label)

    def tell(self, text, at_top=False):
        """Something that is no verdict on the game."""
        self._put(text, _NEWS, at_top)

    def show(self, text, won, at_top):
        self._put(text, _WON if won else _LOST, at_top)

    def _put(self, text, color, at_top):
        label = self._label
        label.background_color = color
        label.text = text
        left, top, right, bottom = self._view.board_bounds()
        half = len(text) * _LETTER // 2 + 2 * _MARGIN
        center = min(max((left + right) // 2, half), self._width - half)
        label.anchor_point = (0.5, 0 if at_top else 1)
        label.anchored_position = (center, top + 2 * _MARGIN if at_top else bottom - _MARGIN)
        label.hidden = False

    def hide(self):
        self._label.hidden = True
