# SPDX-License-Identifier: MIT
"""The picture of a board: a TileGrid that shows cells, and an overlay that shows the stylus.

Only shows: it is told which cells changed and what their bytes are. Here and in the gestures
alone do pixels exist.
"""

import displayio

from minesweeper import tiles


class View:
    """A board of as many 16-pixel cells as `display` has room for."""

    def __init__(self, display, bitmap, palette):
        self.width = display.width // tiles.SIZE
        self.height = display.height // tiles.SIZE
        self._grid = _tile_grid(bitmap, palette, self.width, self.height, tiles.BLANK)
        self._stylus = _tile_grid(bitmap, palette, 1, 1, tiles.CURSOR)
        self._stylus.hidden = True
        self._group = displayio.Group()
        self._group.append(self._grid)
        self._group.append(self._stylus)
        display.root_group = self._group

    def cell_at(self, x, y):
        """The cell under a pixel; a pixel beside the board counts for the nearest cell."""
        column = min(max(x // tiles.SIZE, 0), self.width - 1)
        row = min(max(y // tiles.SIZE, 0), self.height - 1)
        return row * self.width + column

    def bounds_at(self, x, y):
        """(left, top, right, bottom) of the cell under a pixel."""
        left, top = self._corner(self.cell_at(x, y))
        return left, top, left + tiles.SIZE, top + tiles.SIZE

    def show(self, changed, cells):
        for cell in changed:
            self._grid[cell] = tiles.of(cells[cell])

    def press(self, cell):
        """The stylus is on `cell`: it is framed, and sinks in if it is covered and unmarked."""
        if self._grid[cell] == tiles.BLANK:
            self._grid[cell] = tiles.PRESSED
        self._stylus.x, self._stylus.y = self._corner(cell)
        self._stylus[0] = tiles.CURSOR
        self._stylus.hidden = False

    def ripen(self):
        """The stylus has stayed long enough for a hold."""
        self._stylus[0] = tiles.RIPE

    def lift(self, cell):
        """The stylus has left `cell`."""
        if self._grid[cell] == tiles.PRESSED:
            self._grid[cell] = tiles.BLANK
        self._stylus.hidden = True

    def move(self, x, y):
        """Put the board that many pixels from its place."""
        self._grid.x = x
        self._grid.y = y

    def _corner(self, cell):
        return cell % self.width * tiles.SIZE, cell // self.width * tiles.SIZE


def _tile_grid(bitmap, palette, width, height, tile):
    return displayio.TileGrid(
        bitmap,
        pixel_shader=palette,
        width=width,
        height=height,
        tile_width=tiles.SIZE,
        tile_height=tiles.SIZE,
        default_tile=tile,
    )
