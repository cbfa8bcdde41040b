# SPDX-License-Identifier: MIT
"""After a loss: could it be known? Judges one opened cell by what was seen before it was opened.

A slip is a cell that was proven to be a mine, missed is a safe cell that was there instead, and a
guess is neither. Where a bound is hit, the verdict is that it is not known.
"""

from minesweeper.solver import reasoning, rules
from minesweeper.solver.deduction import GROUP, TooLarge

SLIP = 0
MISSED = 1
GUESS = 2
NOT_KNOWN = 3


def judge(known, diagram, cell):
    """(verdict, the Deduction that tells or None); `known` gets what follows.

    Raises Impossible if no mines fit what is seen.
    """
    missed = None
    try:
        found = _next(known, diagram)
        while found:
            if cell in found.mines:
                return SLIP, _explained(known, diagram, found, cell)
            if found.safe and not missed:
                missed = _explained(known, diagram, found, found.safe[0])
            known.take(found)
            diagram.pause()
            found = _next(known, diagram)
    except TooLarge:
        return (MISSED, missed) if missed else (NOT_KNOWN, None)
    return (MISSED, missed) if missed else (GUESS, None)


def _next(known, diagram):
    return rules.simple(known) or (known.unknown and reasoning.follows(known, diagram))


def _explained(known, diagram, found, cell):
    """With as few clues as decide the cell."""
    return reasoning.explained(known, diagram, cell) if found.rule == GROUP else found
