# SPDX-License-Identifier: MIT
"""Figures over a board's cells: a plate for each, with a number of per cents on it.

Laid as grids of tiles, of which there are as many as there are different figures. Certain ones
stand out, in grids of their own: a green 0, and a red X for 100.
"""

import displayio
import terminalio

from minesweeper.screen.box import palette_of

_CERTAIN = 100
_NOTHING, _PLATE, _INK = 0, 1, 2
_PLATE_COLOR = 0xF7F7EF
_COLOR, _SAFE_COLOR, _MINE_COLOR = 0x18306B, 0x086538, 0xAD1018
_LETTER = 6


def lay(view, figures):
    """`figures` are a byte a cell, above 100 for none."""
    layers = displayio.Group()
    for figure, color in ((0, _SAFE_COLOR), (_CERTAIN, _MINE_COLOR)):
        if figures.find(bytes((figure,))) >= 0:
            layers.append(_grid(view, figures, (figure,), color))
    between = sorted([figure for figure in set(figures) if 0 < figure < _CERTAIN])
    if between:
        layers.append(_grid(view, figures, between, _COLOR))
    view.lay(layers)


def _grid(view, figures, shown, color):
    """These of the figures, in a color."""
    size = view.size
    palette = palette_of(_NOTHING, _PLATE_COLOR, color)
    palette.make_transparent(_NOTHING)
    grid = displayio.TileGrid(_sheet(shown, size), pixel_shader=palette, width=view.width,
                              height=view.height, tile_width=size, tile_height=size)
    for cell in range(len(figures)):
        if figures[cell] in shown:
            grid[cell] = shown.index(figures[cell]) + 1
    return grid


def _sheet(shown, size):
    """A tile for each figure after one that is empty; of three colors, so that it is small."""
    sheet = displayio.Bitmap(size * (len(shown) + 1), size, 3)
    sheet.fill(_PLATE)
    for x in range(sheet.width):
        sheet[x, 0] = sheet[x, size - 1] = _NOTHING
        if x < size or x % size in (0, size - 1):
            for y in range(1, size - 1):
                sheet[x, y] = _NOTHING
    for number in range(len(shown)):
        figure = "X" if shown[number] == _CERTAIN else str(shown[number])
        _write(sheet, size * (number + 1), figure, size)
    return sheet


def _write(sheet, left, text, size):
    """In the middle of a tile, in the terminal's font."""
    left += (size - _LETTER * len(text) + 1) // 2
    for at in range(len(text)):
        glyph = terminalio.FONT.get_glyph(ord(text[at]))
        _draw(sheet, left + at * _LETTER, size // 2, glyph)


def _draw(sheet, left, middle, glyph):
    """One letter."""
    start = glyph.tile_index * glyph.width
    top = middle - glyph.height // 2
    for x in range(glyph.width):
        for y in range(glyph.height):
            if glyph.bitmap[start + x, y]:
                sheet[left + x, top + y] = _INK
