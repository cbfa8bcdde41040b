# SPDX-License-Identifier: MIT
"""What follows, and why, in a sentence that points at what is circled and marked on the board.

A number that is circled is a clue; what is marked is a mine or safe. The words hold whatever else
is known of the board, and two lines of a banner have room for them.
"""

from minesweeper.board.field import AROUND
from minesweeper.solver import deduction

_TOGETHER = {
    deduction.GROUP: "However the mines lie around the circled numbers, {}.",
    deduction.WHOLE_BOARD: "Counting the mines that are left, {}.",
}
_FIXED = {
    deduction.FLAGS_CONTRADICT: "The circled numbers and the framed flags cannot all be right.",
    deduction.NOTHING: "Nothing is certain here: you have to guess. The odds can help.",
    deduction.NOT_KNOWN: "This goes beyond what I can think through: no hint here.",
}


def reason(found, mines, safe, cells):
    """Why those are mines and these are safe, by the Deduction `found`.

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
                "As many mines are left as covered cells: all of them are mines.")
    return _FIXED.get(rule) or _wrong(rule, clues)


def _one(clue, mines):
    if not mines:
        return "The circled {} has {} already: the others around it are safe.".format(
            clue, "its mine" if clue == 1 else "all its mines")
    if clue == 1:
        return "The circled 1 has only one cell left for its mine: there it is."
    return "The circled {0} has only {0} cells left for its mines: {1} are mines.".format(
        clue, "both" if clue == 2 else "all")


def _pair(more, fewer, mines, safe):
    """Two numbers that share cells: the first may need more mines than the other has there."""
    which, other = "The", "the {}".format(fewer)
    if more == fewer:
        which, other = "One", "the other"
    if not mines:
        told = "The mines of {} circled {} are all that {} still needs: its rest is safe."
        return told.format(which.lower(), more, other)
    if not safe:
        told = "{} circled {} needs more mines than it shares with {}: its rest are mines."
    else:
        told = ("{0} circled {1} needs more mines than {2} shares: the rest are mines, "
                "{2}'s safe.")
    return told.format(which, more, other)


def _certain(mines, safe):
    if mines and safe:
        return "what is marked is certain"
    if len(mines) + len(safe) == 1:
        return "the marked cell is {}".format("a mine" if mines else "safe")
    return "the marked cells are {}".format("mines" if mines else "safe")


def _wrong(rule, clues):
    """A flag, or the board itself."""
    if rule == deduction.WRONG_FLAG:
        by = " by the circled {}".format("number" if len(clues) == 1 else "numbers")
        return "The framed flag is wrong:{} its cell is safe.".format(by if clues else "")
    if rule == deduction.TOO_MANY_FLAGS:
        return "The circled {} has more flags around it than mines.".format(clues[0])
    if clues:
        return "No mines fit the circled numbers: this board cannot be."
    return "No mines fit the numbers: this board cannot be."


def told(found, mines, safe, cells, width):
    """The reason, and on a board of a width that is not 0 where all that lies."""
    sentence = reason(found, mines, safe, cells)
    return sentence + named(mines, safe, found.clues, width) if width else sentence


def places(cells, width):
    """Rows and columns as a move is typed on the console."""
    return ", ".join(["{} {}".format(cell // width, cell % width) for cell in sorted(cells)])


def named(mines, safe, clues, width):
    """Where all that lies, for someone who does not see the marks: in brackets, after a space."""
    told = []
    for word, cells in (("mines", mines), ("safe", safe), ("circled", clues)):
        if cells:
            told.append("{}: {}".format(word, places(cells, width)))
    return " ({})".format("; ".join(told)) if told else ""
