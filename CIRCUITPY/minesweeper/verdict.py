# SPDX-License-Identifier: MIT
"""After a loss: could it be known? Judges one opened cell by what was seen before it was opened.

A slip is a cell that was proven to be a mine, missed is a safe cell that was there instead, and a
fair guess is neither. Where a bound is hit, the verdict is that it is not known.
"""

from minesweeper import knowledge, sight, solver
from minesweeper.deduction import TooLarge
from minesweeper.odds import Odds, ratio

SLIP = 0
MISSED = 1
FAIR = 2
NOT_KNOWN = 3


class Verdict:
    """`found` is the Deduction that tells, for a slip and a missed cell.

    The opened cell was a mine in `mines` of `solutions`, the safest cell in `fewest` of them;
    solutions are 0 if they could not be counted.
    """

    def __init__(self, kind, found=None):
        self.kind = kind
        self.found = found
        self.mines = 0
        self.fewest = 0
        self.solutions = 0

    def percent(self):
        """Of a mine in the opened cell, whole; 0 and 100 only if it was certain."""
        if self.mines in (0, self.solutions):
            return 100 if self.mines else 0
        return min(99, max(1, int(100 * ratio(self.mines, self.solutions) + 0.5)))


def judge(seen, ground, mines, cell, budget=solver.BUDGET):
    """The verdict on opening `cell`; raises Impossible if no mines fit what is seen."""
    known = knowledge.of_seen(seen, ground, mines)
    verdict = _proven(known, cell, budget)
    try:
        _weigh(verdict, Odds(known, budget), seen, cell)
    except TooLarge:
        pass
    return verdict


def _proven(known, cell, budget):
    missed = None
    try:
        for found in solver.deductions(known, budget):
            if cell in found.mines:
                return Verdict(SLIP, found)
            if found.safe and not missed:
                missed = Verdict(MISSED, found)
    except TooLarge:
        return missed or Verdict(NOT_KNOWN)
    return missed or Verdict(FAIR)


def _weigh(verdict, odds, seen, cell):
    verdict.solutions = odds.solutions
    verdict.mines = odds.mines[cell]
    covered = [other for other in range(len(seen)) if seen[other] >= sight.COVERED]
    verdict.fewest = min([odds.mines[other] for other in covered])
