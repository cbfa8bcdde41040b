# SPDX-License-Identifier: MIT
"""A map of a board in the strip above it: every cell a few pixels, and a frame around what is seen.

It is as high as the strip, and pointed at to see another part of the board.
"""

import displayio
from micropython import const

from minesweeper.screen import tiles
from minesweeper.screen.box import box
from minesweeper.screen.panel import MAP

# Right of the mines left.
_LEFT = const(72)
# The pixels of a cell, and around the map those that belong to it.
_ACROSS, _DOWN = const(2), const(1)
_AROUND = const(6)
# So far a finger may stray from where it points at.
_STRAY = const(4)
# Entries of the sheet's palette, which follow the theme.
_FACE, _OPEN, _INK, _RED = const(1), const(4), const(12), const(14)
_COLORS = (_FACE, _OPEN, _INK, _RED)


class Map:
    """Of a board of `size` columns and rows, `seen` of which are seen. Takes room of the panel."""

    def __init__(self, panel, sheet, size, seen):
        columns, rows = size
        self._top = (panel.board_corner[1] - rows * _DOWN) // 2
        self._size = seen[0] * _ACROSS, seen[1] * _DOWN
        self._color_of = bytes([_color(tile) for tile in range(tiles.COUNT)])
        self._grid = displayio.TileGrid(_pixels(), pixel_shader=sheet.palette, width=columns,
                                        height=rows, tile_width=_ACROSS, tile_height=_DOWN)
        self._grid.x, self._grid.y = _LEFT, self._top
        width, height = self._size
        self._lines = [box(sheet.palette, 0, 0, across, down, _INK)
                       for across, down in ((width, 1), (width, 1), (1, height), (1, height))]
        self.layers = [self._grid] + self._lines
        panel.claim(MAP, _LEFT - _AROUND, 0, _LEFT + columns * _ACROSS + _AROUND,
                    panel.board_corner[1])

    def show(self, changed, cells, tile_of):
        grid, color_of = self._grid, self._color_of
        for cell in changed:
            color = color_of[tile_of[cells[cell]]]
            if grid[cell] != color:
                grid[cell] = color

    def frame(self, column, row):
        """Around what is seen from this column and row on."""
        left, top = _LEFT + column * _ACROSS, self._top + row * _DOWN
        width, height = self._size
        corners = (left, top), (left, top + height - 1), (left, top), (left + width - 1, top)
        for line, (x, y) in zip(self._lines, corners):
            line.x, line.y = x, y

    def cell_at(self, x, y):
        """(column, row) that a pixel points at, on the board or off it."""
        return (x - _LEFT) // _ACROSS, (y - self._top) // _DOWN

    def spot(self, x, y):
        """(left, top, right, bottom) of where a finger on it is still in its place."""
        return x - _STRAY, y - _STRAY, x + _STRAY, y + _STRAY


def _color(tile):
    """A place in `_COLORS`."""
    if tile <= 8:
        return _COLORS.index(_OPEN)
    if tile in (tiles.FLAG, tiles.MISFLAG, tiles.DEFUSED):
        return _COLORS.index(_RED)
    return _COLORS.index(_INK if tile in (tiles.MINE, tiles.DEATH) else _FACE)


def _pixels():
    """A cell of each colour side by side."""
    pixels = displayio.Bitmap(_ACROSS * len(_COLORS), _DOWN, 16)
    for at in range(_ACROSS * len(_COLORS)):
        pixels[at] = _COLORS[at // _ACROSS]
    return pixels
