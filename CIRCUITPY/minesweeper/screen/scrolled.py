# SPDX-License-Identifier: MIT
"""The picture of a game on a board that is larger than the display: a window, moved by whole cells.

A finger drags the board, or the window on the map in the strip above it. What is the same before
and after is not drawn again. Loaded for such a board, and kept as long as it is played.
"""

import displayio
from micropython import const

from minesweeper import gesture
from minesweeper.screen.minimap import Map
from minesweeper.screen.panel import MAP
from minesweeper.screen.view import NOTHING, View

# Less than this many halves of a cell is a finger that has slid off one.
_REACH = const(3)
# What is brought into view has so many cells around it.
_MARGIN = const(1)


class Scrolled(View):
    """As many columns and rows are seen as there is room for below a strip of a tile's height.

    Its names are public: on a board private ones are short, and the view's would be the same.
    """

    scrolls = True

    def __init__(self, display, preset, sheet):
        size = preset[4]
        seen = min(preset[1], display.width // size), min(preset[2], display.height // size - 1)
        super().__init__(display, preset, sheet, seen)
        self.column = (self.width - self.across) // 2
        self.row = (self.height - self.down) // 2
        self.cells = b""
        # Cells and the overlays over them; a grid over the whole board and the one that is seen.
        self.marked: list = []
        self.grids: tuple = ()
        self.map = Map(self.panel, sheet, (self.width, self.height), seen)
        for layer in self.map.layers:
            self.group.append(layer)
        self.map.frame(self.column, self.row)

    def show(self, changed, cells):
        """On the map too, where all of them are seen."""
        self.cells = cells
        super().show(changed, cells)
        self.map.show(changed, cells, self.tile_of)

    def bounds_at(self, x, y):
        """On the map a finger slides off where it has begun."""
        if self.target_at(x, y) == MAP:
            return self.map.spot(x, y)
        return super().bounds_at(x, y)

    def moves(self, event, hand):
        on_map = self.target_at(hand.x, hand.y) == MAP
        if event == gesture.DRAG and not on_map:
            self.drag(hand)
        elif event == gesture.DRAG:
            self.point(*hand.to)
        elif on_map and event in (gesture.TAP, gesture.HOLD, gesture.LONG):
            self.point(hand.x, hand.y)
        return on_map or event == gesture.DRAG

    def drag(self, hand):
        """The board follows a finger that began at `hand.x`, `hand.y`."""
        x, y = hand.to
        across, down = x - hand.x, y - hand.y
        if not hand.grip and max(abs(across), abs(down)) * 2 < _REACH * self.size:
            return
        hand.grip = hand.grip or (self.column, self.row)
        column, row = hand.grip
        half = self.size // 2
        self.scroll(column - (across + half) // self.size, row - (down + half) // self.size)

    def point(self, x, y):
        """The window's middle comes to where the map is pointed at."""
        column, row = self.map.cell_at(x, y)
        self.scroll(column - self.across // 2, row - self.down // 2)

    def bring(self, cells):
        """Into view, the last one if they lie too far apart for all."""
        column, row = self.column, self.row
        for cell in cells:
            column = _near(column, cell % self.width, self.across)
            row = _near(row, cell // self.width, self.down)
        self.scroll(column, row)

    def scroll(self, column, row):
        """So that these are the first that are seen, as nearly as the board allows."""
        column = max(0, min(self.width - self.across, column))
        row = max(0, min(self.height - self.down, row))
        if (column, row) == (self.column, self.row):
            return
        down = (self.row - row) * self.size
        self.banner.keep = tuple([(top + down, bottom + down) for top, bottom in self.banner.keep])
        self.column, self.row = column, row
        self.stylus.hidden = True
        self.map.frame(column, row)
        self.redraw()
        self.lay_marks()
        self.fill()

    def redraw(self):
        """All that is seen, a row at a time, once there is something to see."""
        for row in range(self.down if self.cells else 0):
            first = (self.row + row) * self.width + self.column
            super().show(range(first, first + self.across), self.cells)
            self.display.refresh()

    def mark(self, marks):
        cells = [cell for cell, _ in marks]
        self.bring(cells)
        overlays = super().mark(marks)
        self.marked = [(cell, overlays[at]) for at, cell in enumerate(cells)]

    def keep(self, cells):
        self.bring(cells)
        super().keep(cells)

    def lay_marks(self):
        """Each over its cell, if that is seen."""
        for cell, overlay in self.marked:
            overlay.x, overlay.y = self.corner(cell)
            overlay.hidden = self.place(cell) == NOTHING

    def lay(self, grid):
        """What is seen of a grid over the whole board, of as many tiles a cell as that has."""
        each = grid.width // self.width
        seen = displayio.TileGrid(grid.bitmap, pixel_shader=grid.pixel_shader,
                                  width=each * self.across, height=self.down,
                                  tile_width=grid.tile_width, tile_height=grid.tile_height)
        super().lay(seen)
        self.grids = grid, seen
        self.fill()

    def fill(self):
        """What is laid over the board."""
        if not self.grids:
            return
        whole, seen = self.grids
        first = self.column * (whole.width // self.width)
        self.display.auto_refresh = False
        for at in range(seen.width * seen.height):
            row, column = at // seen.width, at % seen.width
            tile = whole[(self.row + row) * whole.width + first + column]
            if seen[at] != tile:
                seen[at] = tile
        self.display.auto_refresh = True

    def unmark(self):
        super().unmark()
        self.marked, self.grids = [], ()

    def place(self, cell):
        column, row = cell % self.width - self.column, cell // self.width - self.row
        if 0 <= column < self.across and 0 <= row < self.down:
            return row * self.across + column
        return NOTHING


def _near(first, at, count):
    """The first of so many in a row, as near to this one as shows another and what is around it."""
    return max(at + _MARGIN + 1 - count, min(at - _MARGIN, first))
