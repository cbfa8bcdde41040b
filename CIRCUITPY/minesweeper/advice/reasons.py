# SPDX-License-Identifier: MIT
"""A deduction in a sentence: what follows and why, with its clues circled on the board.

The sentence holds whatever else is known of the board, and fits one line of a banner.
"""

from minesweeper.rules.field import AROUND
from minesweeper.solver import deduction

_FIXED = {
    deduction.GROUP: "The circled numbers allow nothing else.",
    deduction.WHOLE_BOARD: "The mines that are left decide it.",
    deduction.FLAGS_CONTRADICT: "One framed flag is wrong, by what is circled.",
    deduction.NOTHING: "Nothing is certain here: you have to guess.",
    deduction.NOT_KNOWN: "This is too hard for me: I have no hint.",
}


def reason(found, mines, safe, cells):
    """Return why those are mines and these are safe, by the Deduction `found`.

    `cells` are the bytes of the board that it was found on, whose opened cells have their numbers.
    """
    rule = found.rule
    clues = [cells[clue] & AROUND for clue in found.clues]
    if rule in (deduction.ALL_MINES, deduction.ALL_FOUND):
        return _one(clues[0], mines)
    if rule in (deduction.SUBSET, deduction.OVERLAP):
        return _pair(clues[0], clues[1], mines)
    if rule == deduction.MINES_LEFT:
        return ("No mine is left: every covered cell is safe." if safe else
                "Every covered cell is a mine.")
    return _FIXED.get(rule) or _wrong(rule, clues)


def _one(clue, mines):
    if not mines:
        return "The {} has its {}: the rest is safe.".format(clue, "mine" if clue == 1 else "mines")
    if clue == 1:
        return "The 1 has one place for its mine."
    return "The {0} has {0} places for {0} mines.".format(clue)


def _pair(more, fewer, mines):
    """Explain two numbers that share cells, of which the first may need more mines."""
    if mines and more == fewer:
        form = "One {0} needs {4} the other does not touch."
    elif mines:
        form = "The {0} needs {4} the {1} does not touch."
    elif more == fewer == 1:
        form = "The 1s share their mine: the rest is safe."
    elif more == fewer:
        form = "The {0}s share their mines: the rest is safe."
    elif fewer == 1:
        form = "The 1's mine touches the {0}, too."
    else:
        form = "The {0}'s {2} here {3} all the {1} still needs."
    is_one = more == 1
    return form.format(more, fewer, "mine" if is_one else "mines", "is" if is_one else "are",
                       "a mine" if len(mines) == 1 else "mines")


def _wrong(rule, clues):
    """Explain a deduction about a flag, or about the board itself."""
    if rule == deduction.WRONG_FLAG:
        return ("The framed flag is wrong, by what is circled." if clues else
                "The framed flag is wrong: its cell is safe.")
    if rule == deduction.TOO_MANY_FLAGS:
        return "The {} has too many flags around it.".format(clues[0])
    return "No mines fit the numbers: this board is impossible."


def why(found, mines, safe, cells, width):
    """Return the reason, followed by the cells unless `width` is 0."""
    sentence = reason(found, mines, safe, cells)
    return sentence + named(mines, safe, found.clues, width) if width else sentence


def places(cells, width):
    """Return rows and columns as they are typed on the console."""
    return ", ".join(["{} {}".format(cell // width, cell % width) for cell in sorted(cells)])


def named(mines, safe, clues, width):
    """Return the cells in brackets, after a space, for someone who does not see the marks."""
    parts = []
    for word, cells in (("mines", mines), ("safe", safe), ("circled", clues)):
        if cells:
            parts.append("{}: {}".format(word, places(cells, width)))
    return " ({})".format("; ".join(parts)) if parts else ""
