# SPDX-License-Identifier: MIT
"""Odds for a computer: as floats, and quick where a part of the board was counted before."""

from operator import mul

from minesweeper.solver import tally
from minesweeper.solver.odds import Odds


class CachedOdds(Odds):
    """`cache` keeps the components' tallies from one board to the next."""

    def __init__(self, knowledge, diagram, cache):
        self._cache = cache
        super().__init__(knowledge, diagram)

    def tally(self, diagram):
        return cached_tally(diagram, self._cache)


class Tally(tally.Tally):
    """The firmware's, with the component's `clues`."""

    def __init__(self, diagram):
        super().__init__(diagram)
        self.clues = tuple(diagram.frontier.clues)
        self._rows = None

    def least(self, weights):
        """Of all cells' sums of counts, each times its weight, the smallest."""
        if self._rows is None:
            self._rows = [self._unpacked(packed) for packed in set(self.packed)]
        return min(sum(map(mul, row, weights)) for row in self._rows)

    def _unpacked(self, packed):
        only = (1 << self.width) - 1
        return [packed >> place * self.width & only for place in range(len(self.ways))]


def cached_tally(diagram, cache):
    """Of the frontier's present component."""
    key = _key(diagram.frontier)
    if key not in cache:
        diagram.build()
        cache[key] = Tally(diagram)
    return cache[key]


def _key(frontier):
    """What tells a component from others: its cells, and what their clues want."""
    left = frontier.knowledge.left
    cells = frontier.cells[: frontier.count].tobytes()
    return cells, tuple(frontier.clues), tuple([left[clue] for clue in frontier.clues])


def chance(odds, cell):
    """Of a mine."""
    return odds.mines[cell] / odds.solutions


def safest(odds, known):
    """The unknown cells whose odds are best."""
    cells = list(known.unknown_cells())
    best = min(odds.mines[cell] for cell in cells)
    return [cell for cell in cells if odds.mines[cell] == best]
