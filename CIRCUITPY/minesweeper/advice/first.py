# SPDX-License-Identifier: MIT
"""The first board teaches: open a cell, flag what a 1 touches, and open the rest around it."""

from micropython import const

from minesweeper.rules import recording
from minesweeper.rules.controls import DIG
from minesweeper.rules.field import AROUND, FLAG
from minesweeper.screen import tiles

_OPEN = const("Tap any cell to open it.")
# By whether a hold sets flags.
_MINES = ("This 1 touches one mine: tap the framed cell.",
          "This 1 touches one mine: hold the framed cell.")
_COUNT = const("A number counts the mines around it.")
_REST = const("This 1 has its flag. Tap the 1: the rest opens.")
_END = const("Open all but mines. Tap the face for more.")


def step(session):
    """Return (a sentence or "", marks, whether more is to be taught) for the board as it is."""
    game = session.game
    field = game.field
    if game.recording.last_kind() == recording.CHORDED:
        return _END, (), False
    if not game.moves:
        return _OPEN, (), True
    for clue in range(len(field.cells)):
        mine = _only_mine(field, clue) if not field.flags else None
        if mine is not None:
            sentence = _MINES[session.options.controls == DIG]
            return sentence, ((clue, tiles.CLUE), (mine, tiles.CURSOR)), True
        if field.flags and _has_rest(field, clue):
            return _REST, ((clue, tiles.CLUE),), True
    return "" if field.flags else _COUNT, (), True


def _near(field, clue):
    """Return the unopened cells around an open 1, none for other cells."""
    if not field.is_open(clue) or field.cells[clue] & AROUND != 1:
        return []
    near = [clue + way for way in field.neighbours.steps(clue)]
    return [cell for cell in near if not field.is_open(cell)]


def _only_mine(field, clue):
    """Return the only covered cell around a 1, if another 1 beside it has that and others."""
    near = _near(field, clue)
    if len(near) != 1:
        return None
    for way in field.neighbours.steps(near[0]):
        if len(_near(field, near[0] + way)) > 1:
            return near[0]
    return None


def _has_rest(field, clue):
    """Whether a 1 has its one flag, and other cells that it would open."""
    near = _near(field, clue)
    return len(near) > 1 and len([cell for cell in near if field.state(cell) == FLAG]) == 1
