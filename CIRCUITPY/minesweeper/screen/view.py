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
    """`preset` says how many cells of what size; the panel takes the room that they leave.

    `seen` is how many columns and rows of them are seen, all without it; `scrolls` tells whether
    that can be others.
    """

    scrolls = False

    def __init__(self, display, preset, sheet, seen=None):
        self.preset = preset
        _, self.width, self.height, _, self.size = preset
        self.across, self.down = seen or (self.width, self.height)
        # The first that are seen.
        self.column = self.row = 0
        self.display = display
        self.tile_of = bytes([tiles.of(byte) for byte in range(256)])
        self._sheet = sheet
        self._grid = sheet.grid(self.across, self.down)
        self.stylus = sheet.grid()
        self.stylus.hidden = True
        self._marks = None
        self.panel = Panel(display, self._pixels(), sheet)
        self._left, self._top = self.panel.board_corner
        self.group = displayio.Group()
        for layer in self.panel.layers:
            self.group.append(layer)
        self.group.append(self._grid)
        self.group.append(self.stylus)
        self.banner = Banner(self._bounds(), display.width)
        self.group.append(self.banner.layer)
        self._grid.x, self._grid.y = self._left, self._top

    def _pixels(self):
        return self.across * self.size, self.down * self.size

    def _bounds(self):
        """(left, top, right, bottom) of the board, as much as is seen of it."""
        width, height = self._pixels()
        return self._left, self._top, self._left + width, self._top + height

    def target_at(self, x, y):
        """The cell or the button under a pixel, else NOTHING."""
        column = (x - self._left) // self.size
        row = (y - self._top) // self.size
        if 0 <= column < self.across and 0 <= row < self.down:
            return (row + self.row) * self.width + column + self.column
        return self.panel.button_at(x, y)

    def bounds_at(self, x, y):
        """(left, top, right, bottom) of what lies under a pixel."""
        target = self.target_at(x, y)
        if target < 0:
            return self.panel.bounds(target)
        left, top = self.corner(target)
        return left, top, left + self.size, top + self.size

    def near_border(self, x, y, margin):
        """Whether a pixel of the board lies within `margin` of its cell's border."""
        across = (x - self._left) % self.size
        down = (y - self._top) % self.size
        return min(across, down) < margin or max(across, down) >= self.size - margin

    def show(self, changed, cells):
        """What lies apart is drawn in turn: in one go, all that lies between would be drawn too."""
        grid, display, tile_of, width = self._grid, self.display, self.tile_of, self.across
        display.auto_refresh = False
        last = NOTHING
        for cell in changed:
            tile = tile_of[cells[cell]]
            at = self.place(cell)
            if at >= 0 and grid[at] != tile:
                if last >= 0 and (at != last + 1 or at % width % _RUN == 0):
                    display.refresh()
                grid[at] = tile
                last = at
        display.auto_refresh = True

    def show_now(self, changed, cells):
        """The same, without leaving the last of it to the display's next refresh."""
        self.show(changed, cells)
        self.display.refresh()

    def put(self, cell, tile):
        """Something for a moment that the cell's byte does not say."""
        at = self.place(cell)
        if at >= 0 and self._grid[at] != tile:
            self._grid[at] = tile

    def press(self, cell):
        """The stylus is on `cell`: a covered one sinks in, any other is framed."""
        at = self.place(cell)
        if self._grid[at] == tiles.BLANK:
            self._grid[at] = tiles.PRESSED
        else:
            self.frame(cell, tiles.CURSOR)

    def frame(self, cell, overlay):
        self.stylus.x, self.stylus.y = self.corner(cell)
        self.stylus[0] = overlay
        self.stylus.hidden = False

    def lift(self, cell):
        """The stylus has left `cell`."""
        at = self.place(cell)
        if at >= 0 and self._grid[at] == tiles.PRESSED:
            self._grid[at] = tiles.BLANK
        if not self.stylus.hidden:
            self.stylus.hidden = True

    def mark(self, marks):
        """Lay overlays over cells, which no banner hides: `marks` are (cell, tile).

        Returns the overlays' group.
        """
        overlays = displayio.Group()
        for cell, tile in marks:
            overlay = self._sheet.grid()
            overlay[0] = tile
            overlay.x, overlay.y = self.corner(cell)
            overlay.hidden = self.place(cell) == NOTHING
            overlays.append(overlay)
        self._put(overlays)
        self.keep([cell for cell, _ in marks])
        return overlays

    def lay(self, grid):
        """Lay a grid over the whole board, instead of marks."""
        grid.x, grid.y = self._left, self._top
        self._put(grid)

    def moves(self, event, hand):
        """Whether a gesture is for the picture itself, which follows it then."""
        return False

    def bring(self, cells):
        """All of them are in view."""

    def keep(self, cells):
        """What no banner should hide either, until there are other marks."""
        tops = [self.corner(cell)[1] for cell in cells]
        self.banner.keep += tuple([(top, top + self.size) for top in tops])

    def _put(self, overlays):
        self.unmark()
        self._marks = overlays
        self.group.insert(self.group.index(self.stylus), overlays)

    def unmark(self):
        """The board without overlays and banner."""
        self.banner.hide()
        self.banner.keep = ()
        if self._marks:
            self.group.remove(self._marks)
            self._marks = None

    def place(self, cell):
        """Where a cell is in the grid, NOTHING for one that is not seen."""
        return cell

    def corner(self, cell):
        return (
            self._left + (cell % self.width - self.column) * self.size,
            self._top + (cell // self.width - self.row) * self.size,
        )
