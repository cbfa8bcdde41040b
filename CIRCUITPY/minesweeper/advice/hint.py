# SPDX-License-Identifier: MIT
"""A hint that teaches: what follows, and why.

From what the player sees and no more. What is advised is left on the table as `advice`, and on the
screen as marks: clues circled, safe cells ticked, mines shown, flags in doubt framed.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.advice.position import position
from minesweeper.board.field import FLAG
from minesweeper.screen import tiles
from minesweeper.solver import analysis

# More cells than one clue can decide are told of when they are asked for.
_MOST = const(8)


def hint(table):
    """Mark the cells and the clues that decide them; returns a sentence. The next time do it."""
    table.show_all()
    return _hint(table, False)


def text(table):
    """The same for the console: the sentence names the cells too."""
    return _hint(table, True)


def _hint(table, by_name):
    if table.advice:
        return _follow(table)
    game = table.game
    found = analysis.hint(position(table), table.solver.known, table.solver.diagram)
    safe = tuple(found.safe[:_MOST])
    mines = () if safe else _unflagged(game.field, found.mines)[:_MOST]
    table.view.mark(_marks(found.clues, () if found.flags else safe, mines, found.flags))
    if safe or mines:
        table.advice = safe, mines
    width = game.field.width if by_name else 0
    return lazy.call("advice.reasons", "told", found, mines, safe, game.field.cells, width)


def _unflagged(field, cells):
    return [cell for cell in cells if field.state(cell) != FLAG]


def _marks(clues, safe, mines, flags):
    marks = [(cell, tiles.CLUE) for cell in clues]
    marks += [(cell, tiles.HINT) for cell in safe]
    marks += [(cell, tiles.DANGER) for cell in mines]
    return marks + [(cell, tiles.CURSOR) for cell in flags]


def _follow(table):
    """Do what was advised."""
    safe, mines = table.advice
    now_ms = table.device.ticks_ms()
    for cell in safe:
        if not table.game.field.is_open(cell):
            table.show(table.game.open_certain(cell, now_ms), now_ms)
    for cell in mines:
        table.show(table.game.flag(cell, now_ms), now_ms)
    return "Done."
