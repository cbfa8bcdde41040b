# SPDX-License-Identifier: MIT
"""What would be known after a move: only the parts of the board that it touches are counted anew.

Given are what is known and the tallies that earlier boards had. A move touches the components of
the cells that follow from it and of those next to it; the others' tallies stay.
"""

from functools import lru_cache
from math import comb
from operator import mul

from minesweeper.solver import rules
from minesweeper.solver.deduction import Impossible
from minesweeper.solver.knowledge import SAFE, Knowledge
from tools.guessing.chances import cached_tally
from tools.guessing.diagram import neighbours
from tools.guessing.known import copy_into

_ways = lru_cache(1 << 14)(comb)


class News(Knowledge):
    """Keeps in `marked` which cells were proven."""

    def begin(self, known):
        """With all that is known there."""
        copy_into(self, known)
        self.marked = []

    def mark(self, cell, state):
        self.marked.append(cell)
        super().mark(cell, state)


class Lookahead:
    """Of moves on a board of which `known` is known; `diagram` counts, `cache` keeps tallies."""

    def __init__(self, known, diagram, cache):
        self._diagram = diagram
        self._cache = cache
        self._after = News(known.topology, known.mines_left)
        self._known = News(known.topology, known.mines_left)
        self._known.begin(known)
        rules.believe(self._known)
        self._tallies = self._count(self._known, list(self._known.clues()))
        self._owner = {cell: tally for tally in self._tallies for cell in tally.cells}

    def open(self, cell, number):
        """(solutions, in how many the safest cell has a mine) when the cell shows the number.

        Raises Impossible if it cannot.
        """
        after = self._after
        after.begin(self._known)
        after.open(cell, number)
        rules.believe(after)
        near = neighbours(after.topology)[cell]
        owner = self._owner
        touched = {owner[one] for one in (cell, *near, *after.marked) if one in owner}
        kept = [tally for tally in self._tallies if tally not in touched]
        around = {cell}.union(*[tally.clues for tally in touched])
        clues = [one for one in sorted(around) if after.free[one]]
        return _joined(after, kept + self._count(after, clues))

    def _count(self, known, clues):
        """The tallies of the components that have these clues."""
        frontier, tallies = self._diagram.frontier, []
        frontier.begin(known, clues)
        while frontier.next():
            tallies.append(cached_tally(self._diagram, self._cache))
        return tallies


def _joined(known, tallies):
    """(solutions, in how many the safest cell has a mine)."""
    rest = known.unknown - sum(len(tally.cells) for tally in tallies)
    left = known.mines_left - sum(tally.fewest for tally in tallies)
    after = _weights(tallies, rest, left)
    solutions = after[0][0]
    if not solutions:
        raise Impossible("the mines left do not fit the clues")
    if not known.unknown or known.known.find(SAFE) >= 0:
        return solutions, 0
    least, before = solutions, [1]
    for tally, ahead in zip(tallies, after[1:], strict=True):
        shares = [_dot(before, ahead, more) for more in range(len(tally.ways))]
        least = min(least, tally.least(shares))
        before = _product(before, tally.ways)
    if rest:
        least = min(least, _dot(before, _lay(rest - 1, left - 1, len(before)), 0))
    return solutions, least


def _weights(tallies, rest, left):
    """As `minesweeper.solver.odds.weights`, for a computer."""
    count = 1 + sum(len(tally.ways) - 1 for tally in tallies)
    after = [_lay(rest, left, count)]
    for tally in reversed(tallies):
        count -= len(tally.ways) - 1
        after.append([_dot(tally.ways, after[-1], more) for more in range(count)])
    after.reverse()
    return after


def _lay(cells, most, count):
    """Ways to lay `most` mines in so many cells, and one less of them, `count` numbers in all."""
    return [_ways(cells, mines) if mines >= 0 else 0 for mines in range(most, most - count, -1)]


def _dot(counts, weights, offset):
    """The sum of counts[m] * weights[offset + m]."""
    return sum(map(mul, counts, weights[offset:]))


def _product(one, other):
    """The counts of two parts together, by their number of mines."""
    sums = [0] * (len(one) + len(other) - 1)
    for mines, ways in enumerate(one):
        for more, others in enumerate(other):
            sums[mines + more] += ways * others
    return sums
