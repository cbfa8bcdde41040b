# SPDX-License-Identifier: MIT
"""Figures over a board's cells: a plate for each, with a number of per cents on it.

One grid of half cells, so that few tiles show every figure and what a plate covers is not drawn:
a figure's left half is cut from one word of the sheet, its right half from another. What is
certain stands out: 0 on green, and for 100 a cross on a dark plate.
"""

import bitmaptools
import displayio
import terminalio

from minesweeper.screen.box import palette_of
from minesweeper.screen.text import HEIGHT, WIDTH

# Letters are of the font's colour; four colours, so that the sheet is small.
_NOTHING, _INK, _PAPER, _SAFE = range(4)
_COLORS = (0, 0x5A0810, 0xF7F7EF, 0x84DB94)
# Its number among the font's glyphs.
_ZERO = 16
# The sheet's words: 0 to 9, then 00, 11, … 99, whose halves are put together, a cross, and none.
_DOUBLE, _CROSS, _EMPTY = 10, 20, 21
_CERTAIN = 100


def lay(view, figures):
    """`figures` are a byte a cell, above 100 for none."""
    palette = palette_of(*_COLORS)
    palette.make_transparent(_NOTHING)
    grid = displayio.TileGrid(_sheet(view.size), pixel_shader=palette, width=2 * view.width,
                              height=view.height, tile_width=view.size // 2,
                              tile_height=view.size, default_tile=2 * _EMPTY)
    for cell in range(len(figures)):
        figure = figures[cell]
        if figure <= _CERTAIN:
            left, right = _halves(figure)
            grid[2 * cell], grid[2 * cell + 1] = 2 * left, 2 * right + 1
    view.lay(grid)


def _halves(figure):
    """The words that a figure has its halves of."""
    if figure < _DOUBLE:
        return figure, figure
    if figure == _CERTAIN:
        return _CROSS, _CROSS
    return _DOUBLE + figure // 10, _DOUBLE + figure % 10


def _sheet(size):
    """The words side by side."""
    sheet = displayio.Bitmap(size * (_EMPTY + 1), size, len(_COLORS))
    for word in range(_CROSS):
        _plate(sheet, word, size, _PAPER if word else _SAFE)
        digits = 1 + word // _DOUBLE
        left = size * word + (size - WIDTH * digits + 1) // 2
        for at in range(digits):
            _write(sheet, left + at * WIDTH, size // 2, word % _DOUBLE)
    _plate(sheet, _CROSS, size, _INK)
    _cross(sheet, size * _CROSS + size // 2, size // 2)
    return sheet


def _plate(sheet, word, size, color):
    left = size * word
    bitmaptools.fill_region(sheet, left + 1, 1, left + size - 1, size - 1, color)


def _write(sheet, left, middle, digit):
    """In the terminal's font."""
    start = (_ZERO + digit) * WIDTH
    bitmaptools.blit(sheet, terminalio.FONT.bitmap, left, middle - HEIGHT // 2, x1=start, y1=0,
                     x2=start + WIDTH, y2=HEIGHT, skip_source_index=0)


def _cross(sheet, x, y):
    for step in range(-4, 4):
        sheet[x + step, y + step] = sheet[x + step, y - 1 - step] = _PAPER
