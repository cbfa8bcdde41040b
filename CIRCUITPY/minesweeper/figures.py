# SPDX-License-Identifier: MIT
"""Figures over a board's cells: a plate for each, with a number of per cents on it.

Laid as one grid of tiles, of which there are as many as there are different figures. Certain ones
stand out: a green 0, and a red X for 100.
"""

import displayio
import terminalio

from minesweeper.box import palette_of

_CERTAIN = 100
_NOTHING, _PLATE, _INK, _SAFE, _MINE = 0, 1, 2, 3, 4
_COLORS = (0, 0xF7F7EF, 0x18306B, 0x086538, 0xAD1018)
_LETTER = 6


def lay(view, figures):
    """`figures` are a byte a cell, above 100 for none."""
    size = view.size
    shown = sorted([figure for figure in set(figures) if figure <= _CERTAIN])
    palette = palette_of(*_COLORS)
    palette.make_transparent(_NOTHING)
    # The first tile is empty.
    sheet = displayio.Bitmap(size * (len(shown) + 1), size, len(_COLORS))
    for number, figure in enumerate(shown):
        _draw(sheet, size * (number + 1), size, figure)
    grid = displayio.TileGrid(sheet, pixel_shader=palette, width=view.width, height=view.height,
                              tile_width=size, tile_height=size)
    for cell in range(len(figures)):
        if figures[cell] <= _CERTAIN:
            grid[cell] = shown.index(figures[cell]) + 1
    view.lay(grid)


def _draw(sheet, left, size, figure):
    for x in range(left + 1, left + size - 1):
        for y in range(1, size - 1):
            sheet[x, y] = _PLATE
    text = "X" if figure == _CERTAIN else str(figure)
    color = _MINE if figure == _CERTAIN else _INK if figure else _SAFE
    left += (size - _LETTER * len(text) + 1) // 2
    for at in range(len(text)):
        glyph = terminalio.FONT.get_glyph(ord(text[at]))
        _write(sheet, left + at * _LETTER, size // 2, glyph, color)


def _write(sheet, left, middle, glyph, color):
    """One letter of the terminal's font."""
    start = glyph.tile_index * glyph.width
    top = middle - glyph.height // 2
    for x in range(glyph.width):
        for y in range(glyph.height):
            if glyph.bitmap[start + x, y]:
                sheet[left + x, top + y] = color
