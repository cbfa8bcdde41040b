# SPDX-License-Identifier: MIT
"""Odds for a computer: as floats, and quick where a part of the board was counted before."""

from minesweeper.solver.odds import Odds, Tally


class CachedOdds(Odds):
    """`cache` keeps the components' tallies from one board to the next."""

    def __init__(self, knowledge, diagram, cache):
        self._cache = cache
        super().__init__(knowledge, diagram)

    def tally(self, diagram):
        return cached_tally(diagram, self._cache)


def cached_tally(diagram, cache):
    """Of the frontier's present component."""
    key = _key(diagram.frontier)
    if key not in cache:
        diagram.build()
        cache[key] = Tally(diagram)
    return cache[key]


def _key(frontier):
    """What tells a component from others: its cells, and what their clues want."""
    cells = tuple(frontier.cells[: frontier.count])
    ways, left = frontier.knowledge.topology.ways, frontier.knowledge.left
    clues = {cell + way[0] for cell in cells for way in ways[cell]}
    return cells, tuple((clue, left[clue]) for clue in sorted(clues) if frontier.inside[clue])


def chance(odds, cell):
    """Of a mine."""
    return odds.mines[cell] / odds.solutions


def safest(odds, known):
    """The unknown cells whose odds are best."""
    cells = list(known.unknown_cells())
    best = min(odds.mines[cell] for cell in cells)
    return [cell for cell in cells if odds.mines[cell] == best]
