# SPDX-License-Identifier: MIT
"""Fair guesses: rearranges a board's mines before cells open, by the rule in `solver.arrangement`.

Cells that the simple rules prove safe open at once. Others may take a second, which a touch ends.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.rules.field import MINE
from minesweeper.solver import rules
from minesweeper.solver.deduction import Impossible, Stopped, TooLarge
from minesweeper.solver.knowledge import SAFE

# A moment that nobody notices; a touch within it is not meant to stop anything.
_SOON_MS = const(300)
_WORDS = const("Thinking. Touch to take it back.")


def arrangement(session, cells):
    """Return the mines, a byte a cell, with which these cells are to open; None to leave them.

    Raises Stopped.
    """
    solver, field = session.solver, session.game.field
    solver.see(field.cells, field)
    if _are_proved(solver.known, cells):
        return None
    _watch(session)
    try:
        return _arrange(solver, field, cells, session.game.dice)
    except (Impossible, TooLarge):
        return None
    finally:
        session.view.banner.hide()
        solver.forget()


def _are_proved(known, cells):
    """Whether the simple rules prove all of these cells safe."""
    found = rules.simple(known)
    while found:
        known.take(found)
        if not [cell for cell in cells if known.known[cell] != SAFE]:
            return True
        found = rules.simple(known)
    return False


def _arrange(solver, field, cells, dice):
    module = lazy.load("solver.arrangement")
    found = module.find_change(solver, cells, [cell & MINE for cell in field.cells])
    if not found:
        return None
    # The board has no number any more.
    dice.shuffle()
    solver.known.mark(found[0], found[1])
    return module.draw_mines(solver.known, solver.diagram, dice.randrange)


def _watch(session):
    """Show a banner after a moment, and raise Stopped at a touch from then on."""
    begun_ms = session.device.ticks_ms()
    shown: list = []

    def poll():
        if session.device.ticks_ms() - begun_ms < _SOON_MS:
            return
        if not shown:
            shown.append(True)
            session.view.banner.tell(_WORDS)
        if session.device.touch():
            raise Stopped

    session.solver.diagram.poll = poll
