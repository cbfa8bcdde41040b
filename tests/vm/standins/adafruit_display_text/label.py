# SPDX-License-Identifier: MIT
"""Text on the display that is not drawn. The device has this library in its flash.

As the library's own Label does, it holds something for every letter and a bitmap for the ground.
"""

import displayio

_LETTER = 96  # bytes of the device's TileGrid
_WIDTH = 6
_HEIGHT = 12


class Label(displayio.Group):
    def __init__(self, font, *, text="", color=0xFFFFFF, background_color=None, scale=1,
                 padding_top=0, padding_bottom=0, padding_left=0, padding_right=0):
        super().__init__(scale=scale)
        self.font = font
        self.color = color
        self.background_color = background_color
        self.padding = (padding_left, padding_top, padding_right, padding_bottom)
        self.anchor_point = (0, 0)
        self.anchored_position = (0, 0)
        self.text = text

    @property
    def text(self):
        return self._text

    @text.setter
    def text(self, text):
        self._text = text
        self._letters = [bytearray(_LETTER) for letter in text if letter != " "]
        if self.background_color is not None:
            left, top, right, bottom = self.padding
            width = len(text) * _WIDTH + left + right
            self._ground = displayio.Bitmap(width, _HEIGHT + top + bottom, 2)
