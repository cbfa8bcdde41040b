# SPDX-License-Identifier: MIT
"""Per cents over a board's cells: a plate for each, with its number.

The overlay is one grid of half cells, so that few tiles show every number: tens are the left halves
of the sheet's plates, ones the right halves. Certain cells stand out: 0 on green, and for 100 a
cross on a dark plate.
"""

import bitmaptools
import displayio
import terminalio
from micropython import const

from minesweeper.screen.box import palette_of

# The terminal's letters, which a small cell has room for two of.
WIDTH, HEIGHT = 6, 12

# Letters are of the font's colour; four colours, so that the sheet is small.
_NOTHING, _INK, _PAPER, _SAFE = range(4)
_COLORS = (0, 0x5A0810, 0xF7F7EF, 0x84DB94)
# Its number among the font's glyphs.
_ZERO = const(16)
# The sheet's plates: 0, 11, 22, … 99, whose halves are put together, what is certain, and none.
_CERTAIN_0, _CERTAIN_100, _NONE = 10, 11, 12
_CERTAIN = const(100)


def lay(view, figures):
    """Lay per cents over a view; `figures` are a byte a cell, above 100 for none."""
    palette = palette_of(*_COLORS)
    palette.make_transparent(_NOTHING)
    grid = displayio.TileGrid(_sheet(view.size), pixel_shader=palette, width=2 * view.width,
                              height=view.height, tile_width=view.size // 2,
                              tile_height=view.size, default_tile=2 * _NONE)
    for cell in range(len(figures)):
        figure = figures[cell]
        if figure <= _CERTAIN:
            tens, ones = _plates(figure)
            grid[2 * cell], grid[2 * cell + 1] = 2 * tens, 2 * ones + 1
    view.lay(grid)


def _plates(figure):
    """Return the plates of a number's tens and ones."""
    if figure == 0:
        return _CERTAIN_0, _CERTAIN_0
    if figure == _CERTAIN:
        return _CERTAIN_100, _CERTAIN_100
    return figure // 10, figure % 10


def _sheet(size):
    """Draw the plates side by side."""
    sheet = displayio.Bitmap(size * (_NONE + 1), size, len(_COLORS))
    middle = size // 2
    for digit in range(10):
        _plate(sheet, digit, size, _PAPER)
        _write(sheet, size * digit + middle, middle, digit)
        if digit:
            _write(sheet, size * digit + middle - WIDTH, middle, digit)
    _plate(sheet, _CERTAIN_0, size, _SAFE)
    _write(sheet, size * _CERTAIN_0 + middle - WIDTH // 2, middle, 0)
    _plate(sheet, _CERTAIN_100, size, _INK)
    _cross(sheet, size * _CERTAIN_100 + middle, middle)
    return sheet


def _plate(sheet, number, size, color):
    left = size * number
    bitmaptools.fill_region(sheet, left + 1, 1, left + size - 1, size - 1, color)


def _write(sheet, left, middle, digit):
    """In the terminal's font."""
    start = (_ZERO + digit) * WIDTH
    bitmaptools.blit(sheet, terminalio.FONT.bitmap, left, middle - HEIGHT // 2, x1=start, y1=0,
                     x2=start + WIDTH, y2=HEIGHT, skip_source_index=0)


def _cross(sheet, x, y):
    for step in range(-4, 4):
        sheet[x + step, y + step] = sheet[x + step, y - 1 - step] = _PAPER
