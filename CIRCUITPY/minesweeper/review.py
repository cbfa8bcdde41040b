# SPDX-License-Identifier: MIT
"""A word after a loss: a slip, a safe cell that was missed, or a guess and its odds.

Judged by what was seen before the last move. Loaded when a game is lost and forgotten after; the
solver and the odds each are in memory while they work and no longer.
"""

from minesweeper import aside, knowledge, sight, tiles
from minesweeper.chance import percent
from minesweeper.deduction import Impossible
from minesweeper.ground import Ground

# As `verdict` numbers them.
_SLIP, _MISSED, _GUESS = 0, 1, 2


def show(table):
    """Sets the table's `verdict` and marks the clues that would have told."""
    field = table.game.field
    ground = Ground(field.width, field.height, field.neighbours)
    seen = bytearray([sight.of(cell) for cell in table.before])
    known = knowledge.of_seen(seen, ground, field.mines)
    try:
        verdict, found = aside.call("verdict", "judge", known, field.fatal_cell)
        table.verdict = _words(verdict, found, known, field.fatal_cell)
    except Impossible:
        return
    if found:
        marks = [(cell, tiles.CLUE) for cell in found.clues]
        marks += [(cell, tiles.HINT) for cell in found.safe[:1]]
        table.view.mark(marks)


def _words(verdict, found, known, cell):
    """Short enough for the banner."""
    if verdict == _SLIP:
        return "a slip, {}".format(found.name)
    if verdict == _MISSED:
        return "missed, {}".format(found.name)
    return _guess(known, cell) if verdict == _GUESS else ""


def _guess(known, cell):
    mines, fewest, solutions = aside.call("odds", "weigh", known, cell)
    odds, best = percent(mines, solutions), percent(fewest, solutions)
    if not solutions:
        return ""
    if mines == fewest:
        return "fair guess, {} %".format(odds)
    return "a guess, {} %, best was {} %".format(odds, best)
