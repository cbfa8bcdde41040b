# SPDX-License-Identifier: MIT
"""A hint that teaches: the cells that follow, and why. Reads only what the player sees.

Clues are circled, safe cells ticked, mines shown, and flags in doubt framed.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.rules.field import FLAG
from minesweeper.screen import tiles

# Each after those that it imports.
_PARTS = ("solver.rules", "solver.reasoning", "solver.analysis", "advice.reasons")
# A hint shows at most so many cells, more than one clue can decide.
_MOST = const(8)


def text(session):
    """Do what `show` does, with a sentence that names the cells too."""
    return show(session, True)


def show(session, by_name=False):
    """Lay the marks over the view; returns (a sentence, the advised moves).

    They are (safe cells, mines), or None.
    """
    field, solver = session.game.field, session.solver
    seen = solver.look(field, session.device.touch, _PARTS)
    solver.diagram.poll()
    found = lazy.load("solver.analysis").hint(seen, solver.known, solver.diagram)
    solver.diagram.poll()
    safe = tuple(found.safe[:_MOST])
    mines = () if safe else tuple(_unflagged(field, found.mines)[:_MOST])
    width = field.width if by_name else 0
    sentence = lazy.load("advice.reasons").why(found, mines, safe, field.cells, width)
    solver.diagram.poll()
    session.view.mark(_marks(found.clues, () if found.flags else safe, mines, found.flags))
    return sentence, (safe, mines) if safe or mines else None


def _unflagged(field, cells):
    return [cell for cell in cells if field.state(cell) != FLAG]


def _marks(clues, safe, mines, flags):
    marks = [(cell, tiles.CLUE) for cell in clues]
    marks += [(cell, tiles.HINT) for cell in safe]
    marks += [(cell, tiles.DANGER) for cell in mines]
    return marks + [(cell, tiles.CURSOR) for cell in flags]
