# SPDX-License-Identifier: MIT
"""A deduction in a sentence: what follows and why, with its clues circled on the board.

The sentence holds whatever else is known of the board, and fits into two lines of a banner.
"""

from minesweeper.rules.field import AROUND
from minesweeper.solver import deduction

_TOGETHER = {
    deduction.GROUP: "Wherever the circled numbers have their mines, {}.",
    deduction.WHOLE_BOARD: "Count the mines that are left: {}.",
}
_FIXED = {
    deduction.FLAGS_CONTRADICT: "One of the framed flags is wrong: the circled numbers say so.",
    deduction.NOTHING: "Nothing is certain here: you have to guess. The odds can help.",
    deduction.NOT_KNOWN: "This is too hard for me to work out, so I have no hint.",
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
        return _pair(clues[0], clues[1], mines, safe)
    if rule in _TOGETHER:
        return _TOGETHER[rule].format(_certain(mines, safe))
    if rule == deduction.MINES_LEFT:
        return ("No mine is left: every covered cell is safe." if safe else
                "Every covered cell is a mine: that many are left.")
    return _FIXED.get(rule) or _wrong(rule, clues)


def _one(clue, mines):
    if not mines:
        return "The circled {} already has {}, so its other cells are safe.".format(
            clue, "its mine" if clue == 1 else "all its mines")
    if clue == 1:
        return "The circled 1 has only one place for its mine."
    return "The circled {0} has only {0} places for its {0} mines.".format(clue)


def _pair(more, fewer, mines, safe):
    """Explain two numbers that share cells, of which the first may need more mines."""
    if mines and more == fewer:
        told = "The {0}s share too few mines for one of them: {2}."
    elif mines:
        told = "The {0} and the {1} share too few mines for the {0}: {2}."
    elif more == fewer == 1:
        told = "The circled 1s share their mine: {2}."
    elif more == fewer:
        told = "The circled {0}s share the mines they still need: {2}."
    elif fewer == 1:
        told = "The {0}'s mine here is also the 1's only mine, so the 1's other cells are safe."
    else:
        told = "The {0}'s {3} all that the {1} needs, so the {1}'s other cells are safe."
    here = "mine here is" if more == 1 else "mines here are"
    return told.format(more, fewer, _certain(mines, safe), here)


def _certain(mines, safe):
    if mines and safe:
        return "what is marked is certain"
    if len(mines) + len(safe) == 1:
        return "the marked cell is {}".format("a mine" if mines else "safe")
    return "the marked cells are {}".format("mines" if mines else "safe")


def _wrong(rule, clues):
    """Explain a deduction about a flag, or about the board itself."""
    if rule == deduction.WRONG_FLAG:
        if not clues:
            return "The framed flag is wrong: its cell is safe."
        return "The circled {} that the framed flag is wrong.".format(
            "number says" if len(clues) == 1 else "numbers say")
    if rule == deduction.TOO_MANY_FLAGS:
        return "The circled {} has too many flags around it.".format(clues[0])
    if clues:
        return "No mines fit the circled numbers: this board is impossible."
    return "No mines fit the numbers: this board is impossible."


def told(found, mines, safe, cells, width):
    """Return the reason, followed by the cells unless `width` is 0."""
    sentence = reason(found, mines, safe, cells)
    return sentence + named(mines, safe, found.clues, width) if width else sentence


def places(cells, width):
    """Return rows and columns as they are typed on the console."""
    return ", ".join(["{} {}".format(cell // width, cell % width) for cell in sorted(cells)])


def named(mines, safe, clues, width):
    """Return the cells in brackets, after a space, for someone who does not see the marks."""
    told = []
    for word, cells in (("mines", mines), ("safe", safe), ("circled", clues)):
        if cells:
            told.append("{}: {}".format(word, places(cells, width)))
    return " ({})".format("; ".join(told)) if told else ""
