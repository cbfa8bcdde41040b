# SPDX-License-Identifier: MIT
"""A hint that teaches: what follows, and why.

From what the player sees and no more. What is advised is left on the table as `advice`, and on the
screen as marks.
"""

from minesweeper.advice.places import place, places
from minesweeper.advice.sight import sight
from minesweeper.board.field import FLAG
from minesweeper.screen import tiles
from minesweeper.solver import analysis, deduction


def hint(table):
    """Mark the cell and the clues that decide it; returns a sentence. Asked again, it is done."""
    if table.advice:
        return _follow(table)
    game = table.game
    found = analysis.hint(sight(table), table.solver.known, table.solver.diagram)
    mines = _unflagged(game.field, found.mines)
    cells = found.safe or mines or found.flags
    marks = [(cell, tiles.CLUE) for cell in found.clues]
    marks += [(cell, tiles.HINT) for cell in cells[:1]]
    table.view.mark(marks)
    if found.safe or found.mines:
        table.advice = found.safe[:1], () if found.safe else mines[:1]
    return _sentence(found, cells, game.field.width)


def _unflagged(field, cells):
    return [cell for cell in cells if field.state(cell) != FLAG]


def _follow(table):
    """Do what was advised."""
    safe, mines = table.advice
    now_ms = table.device.ticks_ms()
    for cell in safe:
        table.show(table.game.open(cell, now_ms), now_ms)
    for cell in mines:
        table.show(table.game.flag(cell, now_ms), now_ms)
    return "Done."


def _sentence(found, cells, width):
    if not cells:
        seen = ", see " + places(found.clues, width) if found.clues else ""
        return found.name[0].upper() + found.name[1:] + seen + "."
    kind = "safe" if found.safe else "a mine" if found.mines else "flagged"
    if found.rule in (deduction.WRONG_FLAG, deduction.TOO_MANY_FLAGS):
        kind = "flagged"
    return "{} is {}: {}.".format(place(cells[0], width), kind, found.name)
