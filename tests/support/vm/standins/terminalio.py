# SPDX-License-Identifier: MIT
"""The font's size, and a picture of its ASCII glyphs that shows nothing."""

import displayio


class Font:
    bitmap = displayio.Bitmap(6 * 95, 12, 2)


FONT = Font()
