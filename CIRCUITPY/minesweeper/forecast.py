# SPDX-License-Identifier: MIT
"""The odds of a mine in every covered cell, over the board or as text on the console.

Exact, from what the player sees and no more. Loaded when it is asked for and forgotten after; what
stays is the overlay, until the next change.
"""

from minesweeper import aside, knowledge, sight
from minesweeper.chance import percent
from minesweeper.component import BUDGET
from minesweeper.deduction import Impossible, TooLarge
from minesweeper.ground import Ground
from minesweeper.odds import Odds

# What stands for an opened cell.
NONE = 255


def show(table):
    """Lay the odds over the board; returns a sentence where they are not to be had."""
    percents, sentence = _percents(table.game)
    if not percents:
        return sentence
    aside.call("figures", "lay", table.view, percents)
    return ""


def text(table):
    """The board with per cents for its covered cells."""
    percents, sentence = _percents(table.game)
    width = table.game.field.width
    lines = ["   " + "".join(["{:4}".format(column) for column in range(width)])]
    for start in range(0, len(percents), width):
        signs = ["   ." if odds == NONE else "{:4}".format(odds)
                 for odds in percents[start : start + width]]
        lines.append("{:3}".format(start // width) + "".join(signs))
    return "\n".join(lines + [sentence] if percents else [sentence])


def _percents(game):
    """(a byte a cell, a sentence); no bytes where the odds are not to be had."""
    game.hinted = True
    field = game.field
    seen = sight.seen(field)
    try:
        known = knowledge.of_seen(seen, Ground(field.width, field.height, field.neighbours),
                                  field.mines)
        odds = Odds(known, BUDGET)
    except Impossible:
        return b"", "Impossible board."
    except TooLarge:
        return b"", "Not known: these odds go beyond the board's memory."
    return _rounded(odds, seen)


def _rounded(odds, seen):
    percents = bytearray([NONE]) * len(seen)
    for cell in range(len(seen)):
        if seen[cell] >= sight.COVERED:
            percents[cell] = percent(odds.mines[cell], odds.solutions)
    return percents, "Per cent of a mine; the safest cells have {}.".format(min(percents))
