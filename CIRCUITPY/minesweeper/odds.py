# SPDX-License-Identifier: MIT
"""Exact odds: in how many of all solutions of a board each covered cell is a mine.

The components' tallies are joined with the ways to lay the mines left in the cells that no clue
touches. Numbers of solutions are ints of any length; `chance` is the only rounded answer.
"""

from minesweeper import component, rules
from minesweeper.chance import ratio
from minesweeper.deduction import Impossible, TooLarge
from minesweeper.knowledge import MINE, OPEN, UNKNOWN
from minesweeper.tally import Tally


class Odds:
    """`mines[cell]` of `solutions` have a mine there; opened cells have none.

    `rest` are the cells that no clue touches, `tallies` the components.
    """

    def __init__(self, knowledge, budget, cache=None):
        rules.check(knowledge)
        parts = component.components(knowledge, knowledge.clues())
        self.tallies = [_tally(part, budget, cache) for part in parts]
        self.rest = _rest(knowledge, parts)
        self._join(knowledge)

    def chance(self, cell):
        """The chance of a mine as a float."""
        return ratio(self.mines[cell], self.solutions)

    def safest(self, knowledge):
        """The unknown cells whose odds are best."""
        cells = knowledge.unknown_cells()
        best = min([self.mines[cell] for cell in cells])
        return [cell for cell in cells if self.mines[cell] == best]

    def _join(self, knowledge):
        left = knowledge.mines_left
        after = self._weights(left)
        before = [1]
        shares = []
        for tally, weights in zip(self.tallies, after[1:]):
            shares.append(_boxes(tally, [_dot(before, weights, mines)
                                         for mines in range(len(tally.ways))]))
            before = _join(before, tally.ways, left)
        self.solutions = after[0][0]
        if not self.solutions:
            raise Impossible("{} mines left do not fit the clues".format(left))
        self._share(knowledge, shares, before)

    def _weights(self, left):
        """Before each component, and after all: the ways to go on, by the mines so far."""
        most = sum([len(tally.ways) - 1 for tally in self.tallies])
        weights = _lay(len(self.rest), left)
        after = [weights]
        for tally in reversed(self.tallies):
            most -= len(tally.ways) - 1
            weights = [_dot(tally.ways, weights, mines) for mines in range(min(most, left) + 1)]
            after.append(weights)
        after.reverse()
        return after

    def _share(self, knowledge, shares, before):
        known = knowledge.known
        self.mines = [self.solutions if state == MINE else 0 for state in known]
        for tally, boxes in zip(self.tallies, shares):
            for box, mines in zip(tally.part.boxes, boxes):
                for cell in box:
                    self.mines[cell] = mines
        if self.rest:
            mines = _dot(before, _lay(len(self.rest) - 1, knowledge.mines_left - 1), 0)
            for cell in self.rest:
                self.mines[cell] = mines


def weigh(known, cell, budget=component.BUDGET):
    """In how many solutions there is a mine in a cell, and in the safest one; and the solutions.

    All are 0 where a bound keeps them from being counted.
    """
    try:
        odds = Odds(known, budget)
    except TooLarge:
        return 0, 0, 0
    fewest = min([odds.mines[other] for other in range(len(known.known))
                  if known.known[other] != OPEN])
    return odds.mines[cell], fewest, odds.solutions


def _tally(part, budget, cache):
    if cache is None:
        return Tally(part, budget)
    key = (tuple(part.clues), tuple(part.left), tuple([tuple(box) for box in part.boxes]))
    tally = cache.get(key)
    if tally is None:
        tally = cache[key] = Tally(part, budget)
    return tally


def _rest(knowledge, parts):
    touched = {cell for part in parts for box in part.boxes for cell in box}
    known = knowledge.known
    return [cell for cell in range(len(known)) if known[cell] == UNKNOWN and cell not in touched]


def _lay(cells, most):
    """Ways to lay what is left of `most` mines in so many cells, by the mines laid elsewhere."""
    ways = [0] * (most + 1)
    if most >= 0 and cells >= 0:
        ways[most] = 1
        for mines in range(min(most, cells)):
            ways[most - mines - 1] = ways[most - mines] * (cells - mines) // (mines + 1)
    return ways


def _dot(counts, weights, offset):
    """The sum of counts[m] * weights[offset + m]."""
    total = 0
    for mines in range(min(len(counts), len(weights) - offset)):
        count = counts[mines]
        if count:
            total += count * weights[offset + mines]
    return total


def _join(one, other, most):
    """The counts of two parts together, by their number of mines up to `most`."""
    sums = [0] * min(len(one) + len(other) - 1, most + 1)
    for mines in range(len(one)):
        if one[mines]:
            for more in range(min(len(other), len(sums) - mines)):
                sums[mines + more] += one[mines] * other[more]
    return sums


def _boxes(tally, weights):
    """In how many solutions a cell of each box is a mine."""
    return [_dot(mines, weights, 0) // len(box)
            for mines, box in zip(tally.mines, tally.part.boxes)]
