# SPDX-License-Identifier: MIT
"""The picture of a game: a TileGrid that shows cells, overlays, a panel, and a word about it.

Only shows: it is told which cells changed and what their bytes are. Here and in the gestures
alone do pixels exist; what lies under a pixel is a cell, or one of the panel's buttons below zero.
"""

import displayio
from micropython import const

from minesweeper.screen import tiles
from minesweeper.screen.banner import Banner
from minesweeper.screen.panel import Panel

NOTHING = -1
# So many cells of a row are drawn in one go.
_RUN = const(8)


class View:
    """`preset` says how many cells of what size; the panel takes the room that they leave."""

    def __init__(self, display, preset, sheet):
        self.preset = preset
        _, self.width, self.height, _, self.size = preset
        self._display = display
        self._tile_of = bytes([tiles.of(byte) for byte in range(256)])
        self._sheet = sheet
        self._grid = sheet.grid(self.width, self.height)
        self._stylus = sheet.grid()
        self._stylus.hidden = True
        self._marks = None
        self.panel = Panel(display, self._pixels(), sheet)
        self._left, self._top = self.panel.board_corner
        self.group = displayio.Group()
        for layer in self.panel.layers:
            self.group.append(layer)
        self.group.append(self._grid)
        self.group.append(self._stylus)
        self.banner = Banner(self._bounds(), display.width)
        self.group.append(self.banner.layer)
        self._grid.x, self._grid.y = self._left, self._top

    def _pixels(self):
        return self.width * self.size, self.height * self.size

    def _bounds(self):
        """(left, top, right, bottom) of the board."""
        width, height = self._pixels()
        return self._left, self._top, self._left + width, self._top + height

    def target_at(self, x, y):
        """The cell or the button under a pixel, else NOTHING."""
        column = (x - self._left) // self.size
        row = (y - self._top) // self.size
        if 0 <= column < self.width and 0 <= row < self.height:
            return row * self.width + column
        return self.panel.button_at(x, y)

    def bounds_at(self, x, y):
        """(left, top, right, bottom) of what lies under a pixel."""
        target = self.target_at(x, y)
        if target < 0:
            return self.panel.bounds(target)
        left, top = self._corner(target)
        return left, top, left + self.size, top + self.size

    def near_border(self, x, y, margin):
        """Whether a pixel of the board lies within `margin` of its cell's border."""
        across = (x - self._left) % self.size
        down = (y - self._top) % self.size
        return min(across, down) < margin or max(across, down) >= self.size - margin

    def show(self, changed, cells):
        """What lies apart is drawn in turn: in one go, all that lies between would be drawn too."""
        grid, display, tile_of, width = self._grid, self._display, self._tile_of, self.width
        display.auto_refresh = False
        last = NOTHING
        for cell in changed:
            tile = tile_of[cells[cell]]
            if grid[cell] != tile:
                if last >= 0 and (cell != last + 1 or cell % width % _RUN == 0):
                    display.refresh()
                grid[cell] = tile
                last = cell
        display.auto_refresh = True

    def show_now(self, changed, cells):
        """The same, without leaving the last of it to the display's next refresh."""
        self.show(changed, cells)
        self._display.refresh()

    def put(self, cell, tile):
        """Something for a moment that the cell's byte does not say."""
        if self._grid[cell] != tile:
            self._grid[cell] = tile

    def press(self, cell):
        """The stylus is on `cell`: a covered one sinks in, any other is framed."""
        if self._grid[cell] == tiles.BLANK:
            self._grid[cell] = tiles.PRESSED
        else:
            self.frame(cell, tiles.CURSOR)

    def frame(self, cell, overlay):
        self._stylus.x, self._stylus.y = self._corner(cell)
        self._stylus[0] = overlay
        self._stylus.hidden = False

    def lift(self, cell):
        """The stylus has left `cell`."""
        if self._grid[cell] == tiles.PRESSED:
            self._grid[cell] = tiles.BLANK
        if not self._stylus.hidden:
            self._stylus.hidden = True

    def mark(self, marks):
        """Lay overlays over cells, which no banner hides: `marks` are (cell, tile)."""
        overlays = displayio.Group()
        for cell, tile in marks:
            overlay = self._sheet.grid()
            overlay[0] = tile
            overlay.x, overlay.y = self._corner(cell)
            overlays.append(overlay)
        self._put(overlays)
        self.keep([cell for cell, _ in marks])

    def lay(self, grid):
        """Lay a grid over the whole board, instead of marks."""
        grid.x, grid.y = self._left, self._top
        self._put(grid)

    def keep(self, cells):
        """What no banner should hide either, until there are other marks."""
        tops = [self._corner(cell)[1] for cell in cells]
        self.banner.keep += tuple([(top, top + self.size) for top in tops])

    def _put(self, overlays):
        self.unmark()
        self._marks = overlays
        self.group.insert(self.group.index(self._stylus), overlays)

    def unmark(self):
        """The board without overlays and banner."""
        self.banner.hide()
        self.banner.keep = ()
        if self._marks:
            self.group.remove(self._marks)
            self._marks = None

    def _corner(self, cell):
        return (
            self._left + cell % self.width * self.size,
            self._top + cell // self.width * self.size,
        )
