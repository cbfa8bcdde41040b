# SPDX-License-Identifier: MIT
"""Deals boards that never need a guess, for the cell that is opened first, and shows the work.

A touch cancels, and a board that was not proved is not dealt. Loaded for a first opening only.
"""

from minesweeper.ground import Ground
from minesweeper.noguess import NoGuess


def deal(table):
    """Where the mines are, a byte a cell, or None: cancelled, or too many mines to prove one."""
    field, banner = table.game.field, table.view.banner
    ground = Ground(field.width, field.height, field.neighbours)
    try:
        maker = NoGuess(ground, field.mines, table.game.first_cell, table.randrange)
    except ValueError:
        return None
    for known in maker.steps():
        banner.tell("No guess: {} of {} cells. Touch to cancel.".format(known, ground.size))
        if table.device.touch():
            break
    banner.hide()
    if maker.proved:
        return maker.truth
    table.news = "Not proved: this board may need a guess."
    return None
