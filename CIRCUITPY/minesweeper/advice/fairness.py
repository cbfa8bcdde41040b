# SPDX-License-Identifier: MIT
"""Fair guesses: other mines for a board before cells of it open, by the rule of `arrangement`.

What is proved at sight opens at once. Beyond that it may take a second, which a touch ends.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.board.field import MINE
from minesweeper.solver import rules
from minesweeper.solver.deduction import Impossible, Stopped, TooLarge
from minesweeper.solver.knowledge import SAFE
from minesweeper.ticks import since

# A moment that nobody notices; a touch in it is not meant to stop anything.
_SOON_MS = const(300)
_WORDS = const("Weighing this guess. Touch to take it back.")


def arrangement(table, cells):
    """Where the mines are, a byte a cell, once these cells open; None to leave them.

    Raises Stopped.
    """
    solver, field = table.solver, table.game.field
    solver.see(field.cells, field)
    if _are_proved(solver.known, cells):
        return None
    _watch(table)
    try:
        return _arranged(solver, field, cells, table.game.dice)
    except (Impossible, TooLarge):
        return None
    finally:
        table.view.banner.hide()
        solver.forget()


def _are_proved(known, cells):
    """Whether the simple rules say that all of them are safe."""
    found = rules.simple(known)
    while found:
        known.take(found)
        if not [cell for cell in cells if known.known[cell] != SAFE]:
            return True
        found = rules.simple(known)
    return False


def _arranged(solver, field, cells, dice):
    module = lazy.load("solver.arrangement")
    found = module.wanted(solver, cells, [cell & MINE for cell in field.cells])
    if not found:
        return None
    # The board has no number any more.
    dice.throw()
    solver.known.mark(found[0], found[1])
    return module.drawn(solver.known, solver.diagram, dice.randrange)


def _watch(table):
    """After a moment tell, and raise Stopped at a touch."""
    begun_ms = table.device.ticks_ms()
    told: list = []

    def pause():
        if since(begun_ms, table.device.ticks_ms()) < _SOON_MS:
            return
        if not told:
            told.append(True)
            table.view.banner.tell(_WORDS)
        if table.device.touch():
            raise Stopped

    table.solver.diagram.pause = pause
