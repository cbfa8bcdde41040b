# SPDX-License-Identifier: MIT
"""The panel beside the board, where there is room: mines left, time, a face and a switch.

A strip of a tile's height lies above a wide board, a column of large buttons beside a small one,
and a board that fills the display has neither. The face opens the menu, the switch changes
between digging and flagging.
"""

import displayio
from micropython import const

from minesweeper.rules.presets import COLUMN
from minesweeper.screen import text, tiles
from minesweeper.screen.theme import box, palette_of, shade, shades_of

MENU = -2
SWITCH = -3
# The map of a board larger than the display; see `minimap`.
MAP = -4
# A sentence over the board; see `banner`.
BANNER = -5
NOTHING = -1

_STRIP = const(16)
_COLUMN_HEIGHT = const(240)
# The least room at the left of a board.
_ASIDE = const(8)
# Letters have more room below them than above.
_LOWER = const(2)
# The ground is an entry of the sheet's palette, so that it follows the theme.
_GROUND = const(3)
_EDGE = const(0x081428)
_INK = const(0xF7F7EF)
# The widest words in the strip, and in the column.
_WIDEST = ("999 left", "99:59")
_LEFT = ("mines left", "mine left")
_OFF = (0, 0, 0, 0)
# Rows of pixels above and below a sentence's line.
_AROUND = const(7)


class Panel:
    """The panel's `layers` go below the board, whose corner is at `board_corner`."""

    def __init__(self, display, board, sheet):
        self.layers = []
        self.board_corner = (0, 0)
        self._buttons: tuple = ()
        self._shown = None
        self._words = "{}"
        self._below: tuple = ()
        width, height = display.width, display.height
        if (width, height) == board:
            return
        self._sheet = sheet
        self._ink = shades_of(_INK, sheet.palette[_GROUND])
        self.layers.append(box(sheet.palette, 0, 0, width, height, _GROUND))
        if width - board[0] >= COLUMN:
            self._lay_column(board, width, height)
        else:
            self._lay_strip(board, width, height)
        left, top = self.board_corner
        edge = palette_of(_EDGE)
        self.layers.append(box(edge, left - 1, top - 1, left + board[0] + 1, top + board[1] + 1))

    def _lay_column(self, board, width, height):
        """Lay the board in the room beside the column, and the column, in large letters."""
        below = height - board[1]
        # A sentence gets the room below the board.
        above = max(0, min(below // 2, below - banner_height()))
        aside = max(_ASIDE, min(above, (width - board[0] - COLUMN) // 2))
        self.board_corner = (aside, above)
        left = board[0] + aside
        middle = (left + width) // 2
        picture = height // 5
        scale = picture // self._sheet.size
        top = (height - _COLUMN_HEIGHT) // 2
        line = text.heading.height * 3 // 4
        self._mines = self._text(middle, top + 18, text.heading)
        self._below = (self._text(middle, top + 18 + line, text.body, *_LEFT),)
        self._time = self._text(middle, top + 20 + 2 * line, text.heading)
        top += 2 * line - 40
        self._face = self._tile(middle - picture // 2, top + 108 - picture // 2, scale)
        self._mode = self._tile(middle - picture // 2, top + 188 - picture // 2, scale)
        self._buttons = (
            (MENU, left, top + 70, width, top + 148),
            (SWITCH, left, top + 148, width, top + 226),
        )

    def _lay_strip(self, board, width, height):
        """Lay the strip above the board, twice as large where there is room."""
        bottom = height - board[1]
        self.board_corner = ((width - board[0]) // 2, bottom)
        scale = 2 if bottom >= 3 * _STRIP else 1
        top = (bottom - _STRIP * scale) // 2
        middle = top + _STRIP * scale // 2
        self._words = "{} left"
        face = text.heading if scale > 1 else text.body
        line = middle + _LOWER * scale
        self._mines = self._text(36 * scale, line, face)
        self._time = self._text((width * 3 // 2 - 20 * scale) // 2, line, face)
        self._face = self._tile(width // 2 - self._sheet.size * scale // 2, top, scale)
        self._mode = self._tile(width - 28 * scale, top, scale)
        self._buttons = (
            (MENU, width // 2 - 60, 0, width // 2 + 60, bottom),
            (SWITCH, width - 60, 0, width, bottom),
        )

    def _text(self, x, y, face, *others):
        widest = max([face.width(words) for words in _WIDEST + others])
        return text.Text(self.layers, face, self._ink, widest, x, y)

    def has_values(self):
        """Whether there is room for mines left and time."""
        return bool(self._buttons)

    def paint(self):
        """Follow the theme, which has changed the sheet's palette."""
        if self._buttons:
            shade(self._ink, _INK, self._sheet.palette[_GROUND])

    def _tile(self, x, y, scale):
        sheet = self._sheet
        group = displayio.Group(scale=scale, x=x, y=y)
        tile = sheet.grid()
        group.append(tile)
        self.layers.append(group)
        return tile

    def show(self, mines_left, seconds, face, flagging):
        """Show the values that have changed."""
        shown = (mines_left, seconds, face, flagging)
        if not self._buttons or shown == self._shown:
            return
        self._shown = shown
        self._mines.write(self._words.format(mines_left))
        for line in self._below:
            line.write(_LEFT[mines_left == 1])
        self._time.write(clock(seconds))
        if self._face[0] != face:
            self._face[0] = face
        mode = tiles.FLAG_MODE if flagging else tiles.DIG_MODE
        if self._mode[0] != mode:
            self._mode[0] = mode

    def count(self, mines_left):
        """Show another number of mines."""
        if self._shown:
            self.show(mines_left, *self._shown[1:])

    def sink(self, name):
        """Let the button of this name look pressed, and no other one; returns whether one does."""
        is_sunk = False
        for button, tile in ((MENU, self._face), (SWITCH, self._mode)) if self._buttons else ():
            down = 1 if button == name else 0
            is_sunk = is_sunk or button == name
            if tile.x != down:
                tile.x = tile.y = down
        return is_sunk

    def claim(self, name, left, top, right, bottom):
        """Add a button, which comes before the others."""
        self._buttons = ((name, left, top, right, bottom),) + self._buttons

    def button_at(self, x, y):
        for name, left, top, right, bottom in self._buttons:
            if left <= x < right and top <= y < bottom:
                return name
        return NOTHING

    def bounds(self, name):
        for button in self._buttons:
            if button[0] == name:
                return button[1:]
        return _OFF


def banner_height():
    """Return the rows of pixels that a sentence of one line takes."""
    return text.body.height + _AROUND


def clock(seconds):
    """Return minutes and seconds, 0:00 to 99:59."""
    seconds = min(seconds, 5999)
    return "{}:{:02d}".format(seconds // 60, seconds % 60)

