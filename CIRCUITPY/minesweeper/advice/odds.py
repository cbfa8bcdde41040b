# SPDX-License-Identifier: MIT
"""The odds of a mine in every covered cell, over the board or as text on the console.

Exact, from what the player sees and no more. What stays is the overlay, until the next change.
"""

from minesweeper.advice.position import position
from minesweeper.screen import overlay
from minesweeper.solver import visible
from minesweeper.solver.deduction import Impossible, TooLarge
from minesweeper.solver.odds import Odds
from minesweeper.solver.tally import percent

# What stands for an opened cell.
NONE = 255


def show(table):
    """Lay the odds over the board; returns a sentence where they are not to be had."""
    percents, sentence = _percents(table)
    if not percents:
        table.show_all()
        return sentence
    overlay.lay(table.view, percents)
    table.show_board()
    return ""


def text(table):
    """Print the board with per cents for its covered cells; returns a sentence about them."""
    percents, sentence = _percents(table)
    width = table.game.field.width
    if percents:
        print("   " + "".join(["{:4}".format(column) for column in range(width)]))
    for start in range(0, len(percents), width):
        signs = ["   ." if odds == NONE else "{:4}".format(odds)
                 for odds in percents[start : start + width]]
        print("{:3}".format(start // width) + "".join(signs))
    return sentence


def _percents(table):
    """(a byte a cell, a sentence); no bytes where the odds are not to be had."""
    solver = table.solver
    seen = position(table)
    try:
        percents = _rounded(Odds(solver.known, solver.diagram, solver.room), seen)
    except Impossible:
        return b"", "Impossible board."
    except TooLarge:
        return b"", "Not known: these odds go beyond the board's memory."
    finally:
        solver.forget()
    return percents, "Per cent of a mine; the safest cells have {}.".format(min(percents))


def _rounded(odds, seen):
    """Per cents, which are worked out once for cells that have the same odds next to each other."""
    percents = seen
    before = shown = None
    for cell in range(len(seen)):
        if seen[cell] < visible.COVERED:
            percents[cell] = NONE
            continue
        if odds.mines[cell] != before:
            before = odds.mines[cell]
            shown = percent(before, odds.solutions)
        percents[cell] = shown
    return percents
