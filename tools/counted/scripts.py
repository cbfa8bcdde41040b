# SPDX-License-Identifier: MIT
"""Scripts of the player: readings of the touch panel, each with the name of its step.

The scripts know the boards, so that a tap can go to an opening, a number or a mine.
"""

import os
import random

from minesweeper.board.field import COVERED, MINE, OPEN, STATE, Field

_SIZE = 16
_HEIGHT = 240
_WIDTH = 320
# The face, and the pause sheet's buttons.
_FACE = 160, 8
_RESUME, _STATISTICS, _OPTIONS = (55, 90), (265, 210), (160, 210)
_HINT, _SOLVE, _ODDS = (55, 150), (160, 150), (240, 150)
_MORE, _DONE, _ONLY = (80, 212), (240, 212), (160, 212)


class Hands:
    """The player's hands; `steps` yields (point or None, the step's name or "")."""

    def __init__(self, device):
        self._device = device
        self.field = None
        _watch(self)
        scripts = {"tour": self._tour, "advice": self._advice, "deals": self._deals,
                   "fair": self._fair, "scroll": self._scroll}
        self.steps = scripts[os.getenv("SCRIPT")]()

    def opened(self):
        """Return how many cells are open."""
        count = 0
        for cell in self.field.cells if self.field else ():
            count += cell & STATE == OPEN
        return count

    def _tap(self, name, point):
        for reading in (None, None, point, point, point, None):
            yield reading, ""
        yield None, name

    def _hold(self, name, point):
        yield None, ""
        yield None, ""
        for _ in range(80):
            yield point, ""
        yield None, ""
        yield None, name

    def _type(self, name, line):
        self._device.typing = line + "\n"
        yield None, name
        yield None, ""

    def _tour(self):
        """Play the guide's board, over every page, to a loss."""
        yield from self._tap("title's tap", _at(self, 0))
        for _ in range(10):
            yield from self._tap("mark", (8, 8))
            yield from self._hold("opening", (152, 120))
            for _ in range(40):
                yield None, "ripple"
            yield from self._type("new board", "new")
        yield from self._hold("opening", (152, 120))
        for _ in range(6):
            yield from self._hold("one cell", self._find(self._number))
        for _ in range(200):
            yield None, "turn"
        opened = self._find(self._open)
        yield from self._hold("pause", opened)
        yield from self._tap("options", _OPTIONS)
        yield from self._tap("more options", _MORE)
        yield from self._tap("pause", _DONE)
        yield from self._tap("statistics", _STATISTICS)
        yield from self._tap("pause", _ONLY)
        for _ in range(5):
            yield from self._tap("resume", _RESUME)
            yield from self._hold("pause", opened)
        yield from self._tap("resume", _RESUME)
        yield from self._hold("lost", self._find(self._mine))
        for _ in range(100):
            yield None, ""
        yield from self._hold("result", opened)
        yield None, "end"

    def _advice(self):
        """Play expert boards: a hint and the odds in five positions of each, and a verdict."""
        yield from self._tap("", _at(self, 0))
        for board in range(int(os.getenv("BOARDS"))):
            yield from self._tap("", (152, 120))
            for _ in range(5):
                yield from self._tap("pause", _FACE)
                yield from self._tap("hint", _HINT)
                yield from self._tap("pause", _FACE)
                yield from self._tap("", _SOLVE)
                yield from self._tap("odds", _ODDS)
                for _ in range(4):
                    yield from self._tap("cell", self._find(self._next))
            yield from self._tap("lost", self._find(self._mine))
            for _ in range(100):
                yield None, ""
            yield from self._tap("result", _FACE)
            yield from self._new(board)
        yield None, "end"

    def _new(self, board):
        """Deal the same boards, whatever has drawn random numbers before."""
        random.seed(board)
        yield from self._type("new board", "new")

    def _deals(self):
        """Deal expert boards that need no guess, and those of some days."""
        yield from self._tap("", _at(self, 0))
        for _ in range(20):
            yield from self._tap("deal", (152, 120))
            yield from self._type("new board", "new")
        for day in range(1, 5):
            yield from self._type("board of a day", f"today 2026-02-{day:02d}")
        yield None, "end"

    def _fair(self):
        """Play expert boards with fair guesses: cells that follow or not, and then a mine."""
        yield from self._tap("", _at(self, 0))
        for board in range(15):
            yield from self._tap("", (152, 120))
            for _ in range(8):
                yield from self._tap("fair cell", self._find(self._next))
            yield from self._tap("fair mine", self._find(self._mine))
            for _ in range(100):
                yield None, ""
            yield from self._new(board)
        yield None, "end"

    def _scroll(self):
        """Drag a board larger than the display to and fro, with more and more of it open."""
        yield from self._tap("", _at(self, 0))
        yield from self._tap("", (152, 120))
        for _ in range(6):
            for _ in range(24):
                cell = self._nth(self._next)
                row, column = cell // self.field.width, cell % self.field.width
                yield from self._type("", f"{row} {column}")
            yield from self._drag((220, 120), -80)
            yield from self._drag((140, 120), 80)
        yield None, "end"

    def _drag(self, point, across):
        """Drag by a cell's size at a time, each held until it counts."""
        for _ in range(8):
            yield point, ""
        for step in range(1, 6):
            for _ in range(6):
                yield (point[0] + across * step // 5, point[1]), "drag"
        yield None, ""
        yield None, ""

    def _nth(self, wanted):
        """Return a wanted cell from anywhere on the board."""
        count = len(self.field.cells)
        for step in range(count):
            cell = step * 97 % count
            if wanted(cell) and not self._open(cell):
                return cell
        return 0

    def _find(self, wanted):
        """Return the middle of a wanted cell, or of the first cell."""
        count = len(self.field.cells)
        for step in range(count):
            cell = (count // 2 + step * 7) % count
            if wanted(cell):
                return _at(self, cell)
        return _at(self, 0)

    def _open(self, cell):
        return self.field.cells[cell] & STATE == OPEN

    def _mine(self, cell):
        return self.field.cells[cell] & (STATE | MINE) == COVERED | MINE

    def _number(self, cell):
        return 0 < self.field.cells[cell] < MINE

    def _next(self, cell):
        """Return whether a cell is safe and beside an opened one."""
        steps = self.field.neighbours.steps(cell)
        return self._number(cell) and 1 in [self._open(cell + step) for step in steps]


def _at(hands, cell):
    field = hands.field
    if field is None:
        return _WIDTH // 2, _HEIGHT // 2
    left, top = (_WIDTH - field.width * _SIZE) // 2, _HEIGHT - field.height * _SIZE
    return (left + cell % field.width * _SIZE + _SIZE // 2,
            top + cell // field.width * _SIZE + _SIZE // 2)


def _watch(hands):
    """Find the field: of a new game at once, of a resumed one when a cell opens."""
    opens, starts = Field.open, Field.start

    def open_seen(field, cell):
        hands.field = field
        return opens(field, cell)

    def start_seen(field, mines):
        hands.field = field
        return starts(field, mines)

    Field.open, Field.start = open_seen, start_seen
