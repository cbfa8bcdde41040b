# SPDX-License-Identifier: MIT
"""A word after a loss: a slip, a safe cell that was missed, or a fair guess and its odds.

Judged by what was seen before the last move. Loaded when a game is lost and forgotten after.
"""

from minesweeper import sight, tiles, verdict
from minesweeper.deduction import Impossible
from minesweeper.ground import Ground


def show(table):
    """Sets the table's `verdict` and marks the clues that would have told."""
    field = table.game.field
    ground = Ground(field.width, field.height, field.neighbours)
    try:
        seen = bytearray([sight.of(cell) for cell in table.before])
        judged = verdict.judge(seen, ground, field.mines, field.fatal_cell)
    except Impossible:
        return
    table.verdict = words(judged)
    if judged.found:
        marks = [(cell, tiles.CLUE) for cell in judged.found.clues]
        table.mark(marks + [(cell, tiles.HINT) for cell in judged.found.safe[:1]])


def words(judged):
    """Short enough for the banner."""
    if judged.kind == verdict.SLIP:
        return "a slip, {}".format(judged.found.name)
    if judged.kind == verdict.MISSED:
        return "missed, {}".format(judged.found.name)
    if judged.kind == verdict.FAIR:
        return "fair guess, {} %".format(judged.percent())
    return ""
