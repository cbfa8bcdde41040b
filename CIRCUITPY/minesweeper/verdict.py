# SPDX-License-Identifier: MIT
"""After a loss: could it be known? Judges one opened cell by what was seen before it was opened.

A slip is a cell that was proven to be a mine, missed is a safe cell that was there instead, and a
guess is neither. Where a bound is hit, the verdict is that it is not known.
"""

from minesweeper import solver
from minesweeper.deduction import TooLarge

SLIP = 0
MISSED = 1
GUESS = 2
NOT_KNOWN = 3


def judge(known, cell, budget=solver.BUDGET):
    """(verdict, the Deduction that tells or None); `known` gets what follows.

    Raises Impossible if no mines fit what is seen.
    """
    missed = None
    try:
        for found in solver.deductions(known, budget):
            if cell in found.mines:
                return SLIP, found
            if found.safe and not missed:
                missed = found
    except TooLarge:
        return (MISSED, missed) if missed else (NOT_KNOWN, None)
    return (MISSED, missed) if missed else (GUESS, None)
