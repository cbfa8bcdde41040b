# SPDX-License-Identifier: MIT
"""The player's options, and the board that they choose.

A value is an int counted from 0, or a number of a custom board, which must fit the display. They
are packed into `SIZE` bytes, each of which is checked when it is read back.
"""

import struct

from micropython import const

from minesweeper.rules import presets
from minesweeper.rules.controls import ALL as CONTROLS
from minesweeper.rules.controls import DIG
from minesweeper.rules.game import NO_GUESS, OPENING

# How guesses are dealt with: no board needs one, a due one is safe, or chance decides.
NEVER, FAIR, CHANCE = range(3)
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
    ("preset", len(presets.ids())),
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
    ("guessing", 3),
    ("motion", 2),
)
NUMBERS = ("custom_columns", "custom_rows", "custom_mines")
# The choices, columns and rows; mines and calibration.
_FORMAT = const("<15B5H")
SIZE = struct.calcsize(_FORMAT)


class Options:
    """The attributes below are the defaults; `width` and `height` are the display's in pixels."""

    preset = presets.id_of(presets.BEGINNER)
    controls = DIG
    questions = True
    chords = True
    first = OPENING
    hold = 1
    guard = False
    sound = 2
    pixel = True
    light = 4
    theme = 0
    guessing = CHANCE
    motion = True
    custom_columns = 10
    custom_rows = 10
    custom_mines = 12
    calibration = CALIBRATION

    def __init__(self, width, height):
        self._size = width, height

    def range_of(self, name):
        """Return the smallest and the largest value."""
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
        """Set the numbers of the custom board; returns False, and sets none, if they do not fit."""
        if not self.fits(columns, rows, mines):
            return False
        self.custom_columns, self.custom_rows, self.custom_mines = columns, rows, mines
        return True

    def fits(self, columns, rows, mines):
        """Whether a custom board may have these numbers."""
        return (self.allows("custom_columns", columns) and self.allows("custom_rows", rows)
                and 1 <= mines <= columns * rows - _OPENING)

    def custom(self):
        """Return the player's own board, as in `presets`."""
        return custom(self.custom_columns, self.custom_rows, self.custom_mines)

    def board(self):
        """Return the chosen board, as in `presets`."""
        return presets.of(self.preset) or self.custom()

    def offered(self):
        """Return all boards that can be chosen."""
        return [presets.of(number) or self.custom() for number in presets.ids()]

    def choose(self, board):
        """Choose a preset, or a board of the player's own that fits."""
        self.preset = presets.id_of(board)
        if self.preset == presets.CUSTOM_ID:
            self.set_custom(*board[1:4])

    def rule(self):
        """Return how the mines are laid: where the first cell may lie, or NO_GUESS."""
        return NO_GUESS if self.guessing == NEVER else self.first

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
        """Read the options back; a value out of its range leaves the default."""
        values = struct.unpack_from(_FORMAT, buffer, offset)
        names = [name for name, _ in _CHOICES]
        for name, value in zip(names, values):
            if self.allows(name, value):
                setattr(self, name, value)
        columns, rows, mines, left, right, top, bottom = values[len(names) :]
        self.set_custom(columns, rows, mines)
        if left + _LEAST_SPAN <= right and top + _LEAST_SPAN <= bottom:
            self.calibration = (left, right), (top, bottom)


def custom(columns, rows, mines):
    """Return a board of the player's own, as in `presets`."""
    return presets.CUSTOM, columns, rows, mines, _TILE
