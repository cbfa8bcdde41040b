# SPDX-License-Identifier: MIT
"""The view of a game: a TileGrid that shows cells, overlays, a panel and a banner.

It is told which cells changed and what their bytes are. Only the view and the gestures know pixels;
a target under a pixel is a cell, or below zero one of the panel's buttons.
"""

import displayio
from micropython import const

from minesweeper.screen import banner, tiles
from minesweeper.screen.panel import BANNER, MENU, Panel

NOTHING = -1
# A cell that must be seen counts as so many others.
_DEAR = const(1000)
# At most so many cells of a row are drawn at once.
_RUN = const(8)


class View:
    """A view of a preset's board; the panel takes the room that the board leaves.

    The tiles of the sheet are shown `size` pixels large. `tables` are those of `tables`, made once
    for all views. `seen` are the columns and rows in view, all of them by default; `scrolls` tells
    whether the view can be moved.
    """

    scrolls = False

    def __init__(self, display, preset, sheet, tables, size, seen=None):
        self.preset = preset
        _, self.width, self.height, _, _ = preset
        self.size = size
        self.across, self.down = seen or (self.width, self.height)
        # The first that are seen.
        self.column = self.row = 0
        self.display = display
        self.tile_of, bitmaps = tables
        self._sheet = sheet
        # The pixels of a tile before it is enlarged.
        self.tile = sheet.size
        self._grid = sheet.grid(self.across, self.down)
        self.stylus = sheet.grid()
        self.stylus.hidden = True
        self._marks = None
        # Whether they are advice, which the next tap puts away.
        self.advises = False
        # Cells and the overlays over them.
        self.marked: list = []
        # Cells that no banner hides.
        self.kept: list = []
        self.panel = Panel(display, self._pixels(), sheet)
        self._left, self._top = self.panel.board_corner
        self.group = displayio.Group()
        for layer in self.panel.layers:
            self.group.append(layer)
        self._board = displayio.Group(scale=size // sheet.size, x=self._left, y=self._top)
        self._board.append(self._grid)
        self._board.append(self.stylus)
        self.group.append(self._board)
        self.banner = banner.Banner(self._area(), display.width, bitmaps, self.hidden)
        self.group.append(self.banner.layer)

    def _pixels(self):
        return self.across * self.size, self.down * self.size

    def _bounds(self):
        """Return (left, top, right, bottom) of the visible board."""
        width, height = self._pixels()
        return self._left, self._top, self._left + width, self._top + height

    def _area(self):
        """Return the board's bounds with the empty rows of pixels above and below it."""
        left, top, right, bottom = self._bounds()
        height = self.display.height
        return left, 0 if top + bottom == height else top, right, height

    def target_at(self, x, y):
        """Return the banner, the cell or the button under a pixel, else NOTHING."""
        if self.banner.covers(x, y):
            # On the strip it does not keep anyone from the menu.
            is_face = y < self._top and self.panel.button_at(x, y) == MENU
            return MENU if is_face else BANNER
        column = (x - self._left) // self.size
        row = (y - self._top) // self.size
        if 0 <= column < self.across and 0 <= row < self.down:
            return (row + self.row) * self.width + column + self.column
        return self.panel.button_at(x, y)

    def bounds_at(self, x, y):
        """Return (left, top, right, bottom) of the target under a pixel."""
        target = self.target_at(x, y)
        if target == BANNER:
            return self.banner.bounds()
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
        """Show changed cells; distant ones in turn, or all between them would be drawn too.

        Nothing is drawn while the display keeps the picture of a page that was left.
        """
        grid, display, tile_of, width = self._grid, self.display, self.tile_of, self.across
        draws, display.auto_refresh = display.auto_refresh, False
        last = NOTHING
        for cell in changed:
            tile = tile_of[cells[cell]]
            at = self.index(cell)
            if at >= 0 and grid[at] != tile:
                if draws and last >= 0 and (at != last + 1 or at % width % _RUN == 0):
                    display.refresh()
                grid[at] = tile
                last = at
        display.auto_refresh = draws

    def show_now(self, changed, cells):
        """Show changed cells without leaving the last of them to the display's next refresh."""
        self.show(changed, cells)
        self.display.refresh()

    def put(self, cell, tile):
        """Show a tile that is not the cell's own, for a moment."""
        at = self.index(cell)
        if at >= 0 and self._grid[at] != tile:
            self._grid[at] = tile

    def press(self, cell, chords=False):
        """Show a finger on a cell: a covered one sinks in, any other is framed.

        With chords, the covered cells around a number sink in too.
        """
        if self._turn(cell, tiles.BLANK, tiles.PRESSED):
            return
        if chords and self._grid[self.index(cell)] in tiles.NUMBERS:
            self._turn_around(cell, tiles.BLANK, tiles.PRESSED)
        self.frame(cell, tiles.CURSOR)

    def frame(self, cell, overlay):
        """Lay an overlay over the cell under the finger."""
        self.stylus.x, self.stylus.y = self.offset(cell)
        self.stylus[0] = overlay
        self.stylus.hidden = False

    def lift(self, cell):
        self._turn_around(cell, tiles.PRESSED, tiles.BLANK)
        if not self.stylus.hidden:
            self.stylus.hidden = True

    def _turn_around(self, cell, tile, into):
        """Turn a cell's tile and those around it into another, where they are `tile`."""
        row, column = cell // self.width, cell % self.width
        for y in range(max(0, row - 1), min(self.height, row + 2)):
            for x in range(max(0, column - 1), min(self.width, column + 2)):
                self._turn(y * self.width + x, tile, into)

    def _turn(self, cell, tile, into):
        """Turn a cell's tile into another; returns whether it was `tile`."""
        at = self.index(cell)
        if at < 0 or self._grid[at] != tile:
            return False
        self._grid[at] = into
        return True

    def mark(self, marks):
        """Lay overlays over cells, which no banner hides: `marks` are (cell, tile)."""
        overlays, marked = displayio.Group(), []
        for cell, tile in marks:
            overlay = self._sheet.grid()
            overlay[0] = tile
            overlay.x, overlay.y = self.offset(cell)
            overlay.hidden = self.index(cell) == NOTHING
            overlays.append(overlay)
            marked.append((cell, overlay))
        self._put(overlays)
        self.marked = marked
        self.keep([cell for cell, _ in marks])

    def lay(self, *grids):
        """Lay grids over the whole board, the last on top, instead of marks."""
        layer = displayio.Group()
        for grid in grids:
            layer.append(grid)
        self._put(layer)

    def moves(self, event, finger):
        """Follow a gesture that moves the view; returns whether it does."""
        return False

    def center(self):
        """Bring the middle into view, before another board is shown."""

    def bring(self, cells):
        """Bring cells into view; here all of them are."""

    def keep(self, cells):
        """Keep banners off these cells too, until there are other marks."""
        self.kept += cells

    def hidden(self, left, top, right, bottom):
        """Count what a banner would hide: numbers, flags, mines, odds, and above all kept cells."""
        size, has_odds, count = self.size, self._marks and not self.marked, 0
        for row in range(max(0, (top - self._top) // size),
                         min(self.down, (bottom - self._top - 1) // size + 1)):
            for column in range(max(0, (left - self._left) // size),
                                min(self.across, (right - self._left - 1) // size + 1)):
                tile = self._grid[row * self.across + column]
                if (self.row + row) * self.width + self.column + column in self.kept:
                    count += _DEAR
                elif tile and (has_odds or tile != tiles.BLANK):
                    count += 1
        return count

    def _put(self, overlays):
        self.unmark()
        self._board.insert(self._board.index(self.stylus), overlays)
        self._marks = overlays
        self.advises = True

    def unmark(self):
        self.marked = []
        self.kept = []
        self.advises = False
        self.banner.hide()
        if self._marks:
            self._board.remove(self._marks)
            self._marks = None

    def index(self, cell):
        """Return the place of a cell in the grid, NOTHING for one that is not in view."""
        return cell

    def corner(self, cell):
        """Return the pixel at the top left of a cell."""
        return (
            self._left + (cell % self.width - self.column) * self.size,
            self._top + (cell // self.width - self.row) * self.size,
        )

    def offset(self, cell):
        """Return where a cell stands on the board before it is enlarged."""
        return ((cell % self.width - self.column) * self.tile,
                (cell // self.width - self.row) * self.tile)


def tables(display):
    """Return what all views of a display share: the tile of each byte, and a banner's bitmaps."""
    return tiles.table(), banner.blank(display.width)
