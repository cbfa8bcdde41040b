# SPDX-License-Identifier: MIT
"""Deals boards that never need a guess, for the cell that is opened first.

A touch cancels, except for the board of the day and a new player's first one. A board that was not
proved is not dealt.
"""

from micropython import const

from minesweeper.solver.noguess import NoGuess

_BANNER = const("Making the board. Touch to cancel.")
_NOT_PROVED = const("This board may need a guess.")
_DAILY = const("Making the board of the day.")


def deal(session):
    """Return (the mines, a byte a cell, or None; a sentence or "").

    There are none if a touch has cancelled, or if too many mines leave no such board.
    """
    field, solver = session.game.field, session.solver
    solver.shape(field)
    try:
        maker = NoGuess(solver.topology, field.mines, session.game.first_cell,
                        session.game.dice.randrange, solver.known)
    except ValueError:
        return None, ""
    daily, first = session.game.daily, session.teaches
    # Another preset's view is shown when its board is made.
    if session.display.root_group is session.view.group and not first:
        session.view.banner.tell(_DAILY if daily else _BANNER)
        session.display.refresh()
    for _ in maker.steps():
        if not (daily or first) and session.device.touch():
            session.finger.wait_for_release()
            break
    if not first:
        session.view.banner.hide()
    return (maker.truth, "") if maker.proved else (None, _NOT_PROVED)
