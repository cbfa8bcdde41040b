# SPDX-License-Identifier: MIT
"""The terminal's rows, read off the panel, and a program that hides them with a picture."""

import numpy as np

from sim.display import font

# Where the core puts the rows of a 320×240 display: 53 columns, 19 rows below the title.
LEFT, TOP, COLUMNS, ROWS = 2, 12, 53, 19
TITLE_LEFT = 14


def seen_rows(portal, left=LEFT, top=TOP, columns=COLUMNS, rows=ROWS):
    """The text that is read off the panel, row by row."""
    ink = portal.machine.panel.pixels() != 0
    glyphs = {font.sheet()[:, at * 6 : at * 6 + 6].tobytes(): chr(at + font.FIRST)
              for at in range(font.LAST - font.FIRST + 1)}
    return ["".join(glyphs[np.ascontiguousarray(
        ink[y : y + 12, x : x + 6]).view(np.uint8).tobytes()]
        for x in range(left, left + 6 * columns, 6)).rstrip()
        for y in range(top, top + 12 * rows, 12)]


def text_of(portal):
    return "\n".join(seen_rows(portal)).strip("\n")


def title_of(portal):
    return seen_rows(portal, TITLE_LEFT, 0, 51, 1)[0]


PICTURE = """
import board, displayio, time
def show():
    bitmap, palette = displayio.Bitmap(320, 240, 2), displayio.Palette(2)
    palette[0] = 0xFF0000
    group = displayio.Group()
    group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    board.DISPLAY.root_group = group
show()
"""
