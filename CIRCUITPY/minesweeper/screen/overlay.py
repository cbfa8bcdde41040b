# SPDX-License-Identifier: MIT
"""The odds over a board: covered tiles keep their shape, with a tint for the risk and a figure.

Two grids lie over the board: a tint a cell, and the figures in half cells, so that few tiles show
every number.
"""

import bitmaptools
import displayio
import terminalio
from micropython import const

from minesweeper.screen.box import palette_of

# The terminal's letters, which a small cell has room for two of.
WIDTH, HEIGHT = 6, 12

_NOTHING = const(0)
# The first of these per cents that a figure does not exceed is its risk; the last is certain.
_RISKS = b"\x00\x0c\x19\x28\x63\x64"
_TINTS = (0x84DB94, 0xD6E79C, 0xF7E794, 0xFFC67B, 0xFF9C84, 0x5A0810)
_PAPER = const(0xF7F7EF)
_INK = const(0x42000C)
# From a tile's edge to the tint, so that its bevel stays.
_BEVEL = const(2)
# Its number among the font's glyphs.
_ZERO = const(16)
# The figures: 0, 11, 22, … 99, whose halves are put together, a lone 0, and none.
_LONE_0, _NONE = 10, 11
_CERTAIN = const(100)


def lay(view, figures):
    """Lay per cents over a view; `figures` are a byte a cell, above 100 for none."""
    size = view.size
    risks = _grid(view, _tints(size), palette_of(_NOTHING, *_TINTS, _PAPER), size, 0)
    numbers = _grid(view, _numbers(size), palette_of(_NOTHING, _INK), size // 2, 2 * _NONE)
    for cell in range(len(figures)):
        figure = figures[cell]
        if figure > _CERTAIN:
            continue
        risks[cell] = 1 + _risk(figure)
        if figure < _CERTAIN:
            numbers[2 * cell] = 2 * (figure // 10 if figure else _LONE_0)
            numbers[2 * cell + 1] = 2 * (figure % 10 if figure else _LONE_0) + 1
    view.lay(risks, numbers)


def _grid(view, sheet, palette, across, tile):
    """Return a grid over the whole board, of tiles that are `across` pixels wide."""
    palette.make_transparent(_NOTHING)
    return displayio.TileGrid(sheet, pixel_shader=palette, width=view.width * view.size // across,
                              height=view.height, tile_width=across, tile_height=view.size,
                              default_tile=tile)


def _risk(figure):
    """Return the place of a figure's tint."""
    risk = 0
    while figure > _RISKS[risk]:
        risk += 1
    return risk


def _tints(size):
    """Draw the tints side by side, nothing before them and a cross on the last."""
    count = len(_TINTS)
    sheet = displayio.Bitmap(size * (count + 1), size, count + 2)
    for risk in range(count):
        left = size * (risk + 1)
        bitmaptools.fill_region(sheet, left + _BEVEL, _BEVEL, left + size - _BEVEL, size - _BEVEL,
                                risk + 1)
    middle = size // 2
    for step in range(-4, 4):
        for y in (middle + step, middle - 1 - step):
            sheet[size * count + middle + step, y] = count + 1
    return sheet


def _numbers(size):
    """Draw the figures side by side."""
    sheet = displayio.Bitmap(size * (_NONE + 1), size, 2)
    middle = size // 2
    for digit in range(10):
        _write(sheet, size * digit + middle, middle, digit)
        if digit:
            _write(sheet, size * digit + middle - WIDTH, middle, digit)
    _write(sheet, size * _LONE_0 + middle - WIDTH // 2, middle, 0)
    return sheet


def _write(sheet, left, middle, digit):
    """In the terminal's font."""
    start = (_ZERO + digit) * WIDTH
    bitmaptools.blit(sheet, terminalio.FONT.bitmap, left, middle - HEIGHT // 2, x1=start, y1=0,
                     x2=start + WIDTH, y2=HEIGHT, skip_source_index=0)
