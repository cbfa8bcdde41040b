# SPDX-License-Identifier: MIT
"""The odds of a mine in every covered cell, over the board or as text on the console.

They are exact, and reckoned from what the player sees. The overlay stays until the next change.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.solver import visible
from minesweeper.solver.deduction import Impossible, TooLarge

# Each after those that it imports.
_PARTS = ("solver.rules", "solver.odds")
# Stands for an opened cell.
NONE = 255
_LEGEND = const("% of a mine: lowest is safest, X is a mine.")
_TOLD = const("The chance of a mine in per cent; the safest cells have {}.")


def show(session):
    """Lay the odds over the board; returns what they mean, or why they are not to be had."""
    percents, sentence = _percents(session)
    if not percents:
        return sentence
    # The overlay takes their memory.
    lazy.forget(["minesweeper." + name for name in _PARTS])
    lazy.make_room()
    lazy.load("screen.overlay").lay(session.view, session.sheets.of(session.view.size), percents)
    return _LEGEND


def text(session):
    """Print the board with per cents for its covered cells; returns a sentence about them."""
    percents, sentence = _percents(session)
    width = session.game.field.width
    if percents:
        print("   " + "".join(["{:4}".format(column) for column in range(width)]))
    for start in range(0, len(percents), width):
        signs = ["   ." if odds == NONE else "{:4}".format(odds)
                 for odds in percents[start : start + width]]
        print("{:3}".format(start // width) + "".join(signs))
    return sentence


def _percents(session):
    """Return (a byte a cell, a sentence); no bytes if the odds are not to be had."""
    solver = session.solver
    seen = solver.look(session.game.field, session.device.touch, _PARTS)
    exact = lazy.load("solver.odds")
    try:
        odds = exact.Odds(solver.known, solver.diagram, solver.counts)
        percents = _rounded(odds, exact.percent, seen)
    except Impossible:
        return b"", "Impossible board."
    except TooLarge:
        return b"", "Not known: these odds go beyond the board's memory."
    finally:
        solver.forget()
    return percents, _TOLD.format(min(percents))


def _rounded(odds, percent, seen):
    """Return whole per cents, worked out once for neighbouring cells that have the same odds."""
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
