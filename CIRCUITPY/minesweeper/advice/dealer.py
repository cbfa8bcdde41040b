# SPDX-License-Identifier: MIT
"""Deals boards that never need a guess, for the cell that is opened first.

A touch cancels, but for the board of the day; one that was not proved is not dealt.
"""

from micropython import const

from minesweeper.solver.noguess import NoGuess

_BANNER = const("A board without guessing. Touch to cancel.")
_DAILY = const("The board of the day is made, which needs no guess.")


def deal(table):
    """Where the mines are, a byte a cell, or None: cancelled, or too many mines to prove one."""
    field, solver = table.game.field, table.solver
    solver.shape(field)
    try:
        maker = NoGuess(solver.topology, field.mines, table.game.first_cell,
                        table.game.dice.randrange, solver.known)
    except ValueError:
        return None
    daily = table.game.daily
    table.view.banner.tell(_DAILY if daily else _BANNER)
    for _ in maker.steps():
        if not daily and table.device.touch():
            break
    table.view.banner.hide()
    if maker.proved:
        return maker.truth
    table.news = "Not proved: this board may need a guess."
    return None
