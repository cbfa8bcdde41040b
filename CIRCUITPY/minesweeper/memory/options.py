# SPDX-License-Identifier: MIT
"""What the player may choose: the values, and the board that follows.

A value is an int counted from 0, or a number of a custom board; what a display has no room for
cannot be chosen on it. Packed into `SIZE` bytes, each of which is checked when it is read back.
"""

import struct

from micropython import const

from minesweeper.board import presets
from minesweeper.board.controls import ALL as CONTROLS
from minesweeper.board.controls import GUIDE
from minesweeper.board.game import NO_GUESS, OPENING

CUSTOM = len(presets.ALL)
HOLDS_MS = (300, 500, 800)
CALIBRATION = ((9000, 59000), (8000, 57000))

# Custom boards leave the panel's strip free, which is as high as a tile.
_TILE = const(16)
_LEAST = const(5)
# A cell and all its neighbours, so that the first one can open an area.
_OPENING = const(9)
# Between the panel's readings at two opposite edges, out of 65535.
_LEAST_SPAN = const(8192)

# Each with the number of its values, whose words `choices` has.
_CHOICES = (
    ("preset", CUSTOM + 1),
    ("controls", len(CONTROLS)),
    ("questions", 2),
    ("chords", 2),
    ("first", NO_GUESS),
    ("hold", len(HOLDS_MS)),
    ("guard", 2),
    ("sound", 3),
    ("pixel", 2),
    ("light", 5),
    ("theme", 3),
    ("no_guess", 2),
    ("motion", 2),
    ("guesses", 2),
)
NUMBERS = ("custom_columns", "custom_rows", "custom_mines")
# The choices, columns and rows; mines and calibration.
_FORMAT = const("<16B5H")
SIZE = struct.calcsize(_FORMAT)


class Options:
    """The attributes below are the defaults; `width` and `height` are the display's pixels."""

    preset = 0
    controls = GUIDE
    questions = True
    chords = True
    first = OPENING
    hold = 1
    guard = False
    sound = 2
    pixel = True
    light = 4
    theme = 0
    no_guess = False
    motion = True
    guesses = False
    custom_columns = 10
    custom_rows = 10
    custom_mines = 12
    calibration = CALIBRATION

    def __init__(self, width, height):
        self._size = width, height

    def range_of(self, name):
        """The smallest and the largest value."""
        width, height = self._size
        if name == "custom_columns":
            return _LEAST, width // _TILE
        if name == "custom_rows":
            return _LEAST, (height - _TILE) // _TILE
        if name == "custom_mines":
            return 1, self.custom_columns * self.custom_rows - _OPENING
        return 0, dict(_CHOICES)[name] - 1

    def allows(self, name, value):
        least, most = self.range_of(name)
        return least <= value <= most

    def set_custom(self, columns, rows, mines):
        """Returns whether such a board is possible; if not, nothing is changed."""
        before = self.custom_columns, self.custom_rows
        self.custom_columns, self.custom_rows = columns, rows
        for name, value in zip(NUMBERS, (columns, rows, mines)):
            if not self.allows(name, value):
                self.custom_columns, self.custom_rows = before
                return False
        self.custom_mines = mines
        return True

    def is_custom(self):
        return self.preset == CUSTOM

    def custom(self):
        """A board as in `presets`."""
        sides = self.custom_columns, self.custom_rows
        return presets.CUSTOM, sides[0], sides[1], self.custom_mines, _TILE

    def board(self):
        """The chosen board, as in `presets`."""
        return self.custom() if self.is_custom() else presets.ALL[self.preset]

    def offered(self):
        """All boards that can be chosen."""
        return list(presets.ALL) + [self.custom()]

    def choose(self, board):
        """Choose one of those that are offered."""
        self.preset = index_of(board)

    def rule(self):
        """By which the mines are laid: where the first cell may lie, or that no guess is needed."""
        return NO_GUESS if self.no_guess else self.first

    def make_controls(self):
        return CONTROLS[self.controls](self.questions, self.chords)

    def hold_ms(self):
        return HOLDS_MS[self.hold]

    def pack_into(self, buffer, offset):
        values = [getattr(self, name) for name, _ in _CHOICES]
        values += [getattr(self, name) for name in NUMBERS]
        for edges in self.calibration:
            values += edges
        struct.pack_into(_FORMAT, buffer, offset, *values)

    def unpack_from(self, buffer, offset):
        """A value out of its range is ignored: new options keep the default."""
        values = struct.unpack_from(_FORMAT, buffer, offset)
        names = [name for name, _ in _CHOICES]
        for name, value in zip(names, values):
            if self.allows(name, value):
                setattr(self, name, value)
        columns, rows, mines, left, right, top, bottom = values[len(names) :]
        self.set_custom(columns, rows, mines)
        if left + _LEAST_SPAN <= right and top + _LEAST_SPAN <= bottom:
            self.calibration = (left, right), (top, bottom)


def index_of(board):
    """A board's place among the presets, CUSTOM for one of the player's own."""
    for index, preset in enumerate(presets.ALL):
        if preset[0] == board[0]:
            return index
    return CUSTOM
