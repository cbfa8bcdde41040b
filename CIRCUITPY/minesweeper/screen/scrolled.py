# SPDX-License-Identifier: MIT
"""The view of a board that is larger than the display: a window, moved by whole cells.

A finger drags the board, or the window on the map in the strip above it. Loaded for such a board,
and kept as long as it is played.
"""

import displayio
from micropython import const

from minesweeper import gesture
from minesweeper.screen import tiles
from minesweeper.screen.panel import MAP
from minesweeper.screen.theme import box
from minesweeper.screen.view import NOTHING, View

# Less than this many halves of a cell is a finger that has slid off one.
_REACH = const(3)
# Cells around the one that is brought into view, each way.
_MARGIN = const(1)

# Right of the mines left.
_LEFT = const(72)
# The pixels of a cell, and around the map those that belong to it.
_ACROSS, _DOWN = const(2), const(1)
_AROUND = const(6)
# So far a finger may stray from where it points at.
_STRAY = const(4)
# Entries of the sheet's palette, which follow the theme.
_FACE, _SHADE, _OPEN, _INK, _RED, _GLOW = (
    const(1), const(3), const(4), const(12), const(14), const(15))
_COLORS = (_FACE, _OPEN, _INK, _RED)


class Scrolled(View):
    """A view of as many columns and rows as fit below a strip of a tile's height.

    Its names are public: on a PyPortal private ones are shortened, and would collide with the
    view's.
    """

    scrolls = True

    def __init__(self, display, preset, sheet, tables, size):
        seen = min(preset[1], display.width // size), min(preset[2], display.height // size - 1)
        super().__init__(display, preset, sheet, tables, size, seen)
        self.column = (self.width - self.across) // 2
        self.row = (self.height - self.down) // 2
        self.cells = b""
        # Grids over the board, each with the one that is seen.
        self.grids: tuple = ()
        self.map = Map(self.panel, sheet, (self.width, self.height), seen)
        for layer in self.map.layers:
            # Below the board and the banner.
            self.group.insert(len(self.group) - 2, layer)
        self.map.frame(self.column, self.row)

    def show(self, changed, cells):
        """Show changed cells, on the map too."""
        self.cells = cells
        super().show(changed, cells)
        self.map.show(changed, cells, self.tile_of)

    def bounds_at(self, x, y):
        """Return the bounds of a target; on the map, of an area around the finger."""
        if self.target_at(x, y) == MAP:
            return self.map.around(x, y)
        return super().bounds_at(x, y)

    def moves(self, event, finger):
        on_map = self.target_at(finger.x, finger.y) == MAP
        if event == gesture.DRAG and not on_map:
            self.drag(finger)
        elif event == gesture.DRAG:
            self.point(*finger.to)
        elif on_map and event in (gesture.TAP, gesture.HOLD, gesture.LONG):
            self.point(finger.x, finger.y)
        return on_map or event == gesture.DRAG

    def drag(self, finger):
        """Scroll the board with a finger that began at `finger.x`, `finger.y`."""
        x, y = finger.to
        across, down = x - finger.x, y - finger.y
        if not finger.grip and max(abs(across), abs(down)) * 2 < _REACH * self.size:
            return
        finger.grip = finger.grip or (self.column, self.row)
        column, row = finger.grip
        half = self.size // 2
        self.scroll(column - (across + half) // self.size, row - (down + half) // self.size)

    def point(self, x, y):
        """Move the middle of the window to a place on the map."""
        column, row = self.map.cell_at(x, y)
        self.scroll(column - self.across // 2, row - self.down // 2)

    def center(self):
        self.cells = b""
        self.scroll((self.width - self.across) // 2, (self.height - self.down) // 2)

    def bring(self, cells):
        """Bring cells into view, the last one if they lie too far apart for all."""
        column, row = self.column, self.row
        for cell in cells:
            column = _near(column, cell % self.width, self.across)
            row = _near(row, cell // self.width, self.down)
        self.scroll(column, row)

    def scroll(self, column, row):
        """Scroll so that these are the first to be seen, as nearly as the board allows."""
        column = max(0, min(self.width - self.across, column))
        row = max(0, min(self.height - self.down, row))
        if (column, row) == (self.column, self.row):
            return
        self.column, self.row = column, row
        self.stylus.hidden = True
        self.map.frame(column, row)
        self.redraw()
        self.lay_marks()
        self.fill()

    def redraw(self):
        """Draw the window anew, a row at a time, once there are cells to show."""
        for row in range(self.down if self.cells else 0):
            first = (self.row + row) * self.width + self.column
            super().show(range(first, first + self.across), self.cells)
            self.display.refresh()

    def mark(self, marks):
        self.bring([cell for cell, _ in marks])
        super().mark(marks)

    def keep(self, cells):
        self.bring(cells)
        super().keep(cells)

    def lay_marks(self):
        """Lay each mark over its cell, if that is in the window."""
        for cell, overlay in self.marked:
            overlay.x, overlay.y = self.offset(cell)
            overlay.hidden = self.index(cell) == NOTHING

    def lay(self, *grids):
        """Lay grids over the board and show the part of them in the window."""
        windows = [self.window(grid) for grid in grids]
        super().lay(*windows)
        self.grids = tuple(zip(grids, windows))
        self.fill()

    def window(self, grid):
        """Return a grid like this one that is as large as the window."""
        return displayio.TileGrid(grid.bitmap, pixel_shader=grid.pixel_shader,
                                  width=grid.width // self.width * self.across, height=self.down,
                                  tile_width=grid.tile_width, tile_height=grid.tile_height)

    def fill(self):
        """Fill the parts of the grids that are in the window."""
        draws, self.display.auto_refresh = self.display.auto_refresh, False
        for whole, seen in self.grids:
            first = self.column * (whole.width // self.width)
            for at in range(seen.width * seen.height):
                row, column = at // seen.width, at % seen.width
                tile = whole[(self.row + row) * whole.width + first + column]
                if seen[at] != tile:
                    seen[at] = tile
        self.display.auto_refresh = draws

    def unmark(self):
        super().unmark()
        self.grids = ()

    def index(self, cell):
        column, row = cell % self.width - self.column, cell // self.width - self.row
        if 0 <= column < self.across and 0 <= row < self.down:
            return row * self.across + column
        return NOTHING


def _near(first, at, count):
    """Return the first place, as near to `first` as possible, that shows `at` with a margin."""
    return max(at + _MARGIN + 1 - count, min(at - _MARGIN, first))


class Map:
    """A map in the strip above a board: every cell a few pixels, and a frame around the window.

    `size` and `seen` are the columns and rows of the board and of the window.
    """

    def __init__(self, panel, sheet, size, seen):
        columns, rows = size
        self._top = (panel.board_corner[1] - rows * _DOWN) // 2
        self._size = seen[0] * _ACROSS, seen[1] * _DOWN
        self._color_of = bytes([_color(tile) for tile in range(tiles.COUNT)])
        self._grid = displayio.TileGrid(_pixels(), pixel_shader=sheet.palette, width=columns,
                                        height=rows, tile_width=_ACROSS, tile_height=_DOWN)
        self._grid.x, self._grid.y = _LEFT, self._top
        width, height = self._size
        self._lines = [box(sheet.palette, 0, 0, across, down, _GLOW)
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
        """Frame the window that begins at this column and row."""
        left, top = _LEFT + column * _ACROSS, self._top + row * _DOWN
        width, height = self._size
        corners = (left, top), (left, top + height - 1), (left, top), (left + width - 1, top)
        for line, (x, y) in zip(self._lines, corners):
            line.x, line.y = x, y

    def cell_at(self, x, y):
        """Return (column, row) that a pixel points at, on the board or off it."""
        return (x - _LEFT) // _ACROSS, (y - self._top) // _DOWN

    def around(self, x, y):
        """Return (left, top, right, bottom) within which a finger counts as resting."""
        return x - _STRAY, y - _STRAY, x + _STRAY, y + _STRAY


def _color(tile):
    """Return a tile's place in `_COLORS`."""
    if tile <= 8:
        return _COLORS.index(_OPEN)
    if tile in (tiles.FLAG, tiles.MISFLAG, tiles.DEFUSED):
        return _COLORS.index(_RED)
    return _COLORS.index(_INK if tile in (tiles.MINE, tiles.DEATH) else _FACE)


def _pixels():
    """Draw a cell of each colour side by side; a covered one has a shade at its left."""
    pixels = displayio.Bitmap(_ACROSS * len(_COLORS), _DOWN, 16)
    for at in range(_ACROSS * len(_COLORS)):
        pixels[at] = _COLORS[at // _ACROSS]
    pixels[0] = _SHADE
    return pixels
