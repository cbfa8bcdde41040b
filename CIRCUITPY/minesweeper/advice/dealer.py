# SPDX-License-Identifier: MIT
"""Deals boards that never need a guess, for the cell that is opened first.

A touch cancels, and a board that was not proved is not dealt.
"""

from minesweeper.solver.noguess import NoGuess


def deal(table):
    """Where the mines are, a byte a cell, or None: cancelled, or too many mines to prove one."""
    field, solver = table.game.field, table.solver
    solver.shape(field)
    try:
        maker = NoGuess(solver.topology, field.mines, table.game.first_cell,
                        table.game.dice.randrange, solver.known)
    except ValueError:
        return None
    table.view.banner.tell("A board without guessing. Touch to cancel.")
    for _ in maker.steps():
        if table.device.touch():
            break
    table.view.banner.hide()
    if maker.proved:
        return maker.truth
    table.news = "Not proved: this board may need a guess."
    return None
