# SPDX-License-Identifier: MIT
"""Chooses the cell to open when none is safe: the safest one, unless another reveals more.

A component that the rest of the board cannot influence is decided first. When few solutions are
left, the rest of the game is searched. Otherwise the safest cells are tried with every number that
they can show, and the score is how safe the move after it will be. A dead cell, which can show one
number only, comes last.
"""

from functools import lru_cache
from math import comb
from operator import mul

from minesweeper.solver import knowledge, rules
from minesweeper.solver.deduction import Impossible, TooLarge
from minesweeper.solver.knowledge import SAFE, Knowledge
from tools.guessing import endgame
from tools.guessing.known import cached_tally, chance, copy_into, neighbours, unknown_around

# Cells are tried if their safety is at least this part of the best.
_WORTH = 0.9
# The score of a safe next move, beyond being safe.
_PROGRESS = 0.1
_CANDIDATES = 12
_FAR_CANDIDATES = 3
# The largest rounding error of a sum of scores.
_ROUNDING = 1e-9
# Added to the score of a dead cell: less than any score.
_DEAD = -2.0

_ways = lru_cache(1 << 14)(comb)


class Limits:
    """Limits of the search: up to `few` solutions are searched whole, in `nodes` positions."""

    def __init__(self, few=60, nodes=400, depth=endgame.DEPTH):
        self.few = few
        self.nodes = nodes
        self.depth = depth


def choose(known, odds, diagram, limits, cache=None):
    """Return the cell to open. `odds` are those of `known`, in which no cell is certainly safe."""
    cell = _settled(known, odds, diagram, limits)
    if cell is None and odds.solutions <= limits.few:
        cell = _searched(known, odds, diagram, limits)
    if cell is None:
        cell = _promising(known, odds, diagram, limits, {} if cache is None else cache)
    return cell


def _settled(known, odds, diagram, limits):
    """Return the best cell of a component on which nothing outside, nor the mines left, bears."""
    for tally in odds.tallies:
        fixed = len(tally.ways) == 1 and tally.ways[0] <= limits.few
        if fixed and _closed(known, tally.cells):
            try:
                found = endgame.component_solutions(known, diagram, tally, limits.few * 4)
                return _search(known, tally.cells, found, limits)
            except TooLarge:
                pass
    return None


def _closed(known, cells):
    """Return whether no other unknown cell is next to these."""
    inside = set(cells)
    for cell in cells:
        for way in known.topology.ways[cell]:
            near = cell + way[0]
            if near not in inside and known.known[near] == knowledge.UNKNOWN:
                return False
    return True


def _searched(known, odds, diagram, limits):
    try:
        found = endgame.board_solutions(known, diagram, odds, limits.few * 4)
        return _search(known, list(known.unknown_cells()), found, limits)
    except TooLarge:
        return None


def _search(known, cells, found, limits):
    return endgame.Endgame(known.topology, cells, found, limits.nodes, limits.depth).best


def _promising(known, odds, diagram, limits, cache):
    """Return the candidate with the best prospects."""
    best = None
    best_score = _DEAD
    lookahead = Lookahead(known, diagram, cache)
    for safety, cell in _candidates(known, odds):
        if best is not None and safety * (1 + _PROGRESS) <= best_score:
            break
        try:
            score = _prospects(known, odds, lookahead, cell, best_score)
        except TooLarge:
            score = 0.0
        if best is None or score > best_score:
            best_score = score
            best = cell
    return best


def _candidates(known, odds):
    """Return (safety, cell) of the candidates, safest first."""
    near = {cell for tally in odds.tallies for cell in tally.cells}
    far = [cell for cell in known.unknown_cells() if cell not in near]
    unknown = unknown_around(known)
    best = _safest(odds, unknown, near, _CANDIDATES)
    least = best[-1][0] * _WORTH if best else 0
    if far and 1 - chance(odds, far[0]) >= least:  # all of them are as safe
        best += _safest(odds, unknown, far, _FAR_CANDIDATES)
        best.sort()
        least = best[-1][0] * _WORTH
    return [(safety, cell) for safety, _, cell in reversed(best) if safety >= least]


def _safest(odds, unknown, cells, most):
    """Return (safety, -unknown neighbours, cell) of the safest cells, best last.

    The fewer unknown neighbours a cell has, the likelier it is an opening.
    """
    return sorted([(1 - chance(odds, cell), -unknown[cell], cell) for cell in cells])[-most:]


def _prospects(known, odds, lookahead, cell, least):
    """Return the chance to survive this move and the next, with a bonus for a safe next one.

    If it is certain to be below `least`, stop early and return a value below `least`.
    """
    scores: dict[int, float] = {}
    left = odds.solutions - odds.mines[cell]
    for number in _numbers(known, odds, cell):
        solutions, worth = _answer(lookahead, cell, number)
        if solutions:
            scores[number] = solutions / odds.solutions * worth
            left -= solutions
            most = sum(scores.values()) + left / odds.solutions * (1 + _PROGRESS)
            if not left or most < least - _ROUNDING:
                break
    score = sum(scores[number] for number in sorted(scores))
    return score if left or len(scores) > 1 else score + _DEAD


def _answer(lookahead, cell, number):
    """Return the solutions in which the cell shows the number, and the score of one of them."""
    try:
        solutions, mines = lookahead.open(cell, number)
    except Impossible:
        return 0, 0.0
    return solutions, 1 - mines / solutions if mines else 1 + _PROGRESS


def _numbers(known, odds, cell):
    """Return the numbers that a cell may show given its neighbours, the likeliest first."""
    near = neighbours(known.topology)[cell]
    states = [known.known[one] for one in near]
    mines, room = states.count(knowledge.MINE), states.count(knowledge.UNKNOWN)
    mean = sum(chance(odds, one) for one in near)
    return sorted(range(mines, mines + room + 1), key=lambda number: abs(number - mean))


class Tracked(Knowledge):
    """Knowledge that lists in `marked` the cells proven since `begin`."""

    def begin(self, known):
        """Copy another knowledge and empty `marked`."""
        copy_into(self, known)
        self.marked = []

    def mark(self, cell, state):
        self.marked.append(cell)
        super().mark(cell, state)


class Lookahead:
    """Counts the solutions after a move; only the parts of the board that it touches are recounted.

    A move touches the components of the cells that follow from it and of those next to it; the
    tallies of the others stay. `diagram` counts, and `cache` keeps the tallies.
    """

    def __init__(self, known, diagram, cache):
        self._diagram = diagram
        self._cache = cache
        self._after = Tracked(known.topology, known.mines_left)
        self._known = Tracked(known.topology, known.mines_left)
        self._known.begin(known)
        rules.believe(self._known)
        self._tallies = self._count(self._known, list(self._known.clues()))
        self._owner = {cell: tally for tally in self._tallies for cell in tally.cells}

    def open(self, cell, number):
        """Return (solutions, those with a mine in the safest cell) if the cell shows the number.

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
        """Return the tallies of the components that have these clues."""
        frontier, tallies = self._diagram.frontier, []
        frontier.begin(known, clues)
        while frontier.next():
            tallies.append(cached_tally(self._diagram, self._cache))
        return tallies


def _joined(known, tallies):
    """Return (solutions, those with a mine in the safest cell)."""
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
    """Compute `minesweeper.solver.odds.weights`, faster on a computer."""
    count = 1 + sum(len(tally.ways) - 1 for tally in tallies)
    after = [_lay(rest, left, count)]
    for tally in reversed(tallies):
        count -= len(tally.ways) - 1
        after.append([_dot(tally.ways, after[-1], more) for more in range(count)])
    after.reverse()
    return after


def _lay(cells, most, count):
    """Return the ways to lay `most`, `most` - 1, … mines in the cells, `count` numbers in all."""
    return [_ways(cells, mines) if mines >= 0 else 0 for mines in range(most, most - count, -1)]


def _dot(counts, weights, offset):
    """Return the sum of counts[m] * weights[offset + m]."""
    return sum(map(mul, counts, weights[offset:]))


def _product(one, other):
    """Return the counts of two parts together, by their number of mines."""
    sums = [0] * (len(one) + len(other) - 1)
    for mines, ways in enumerate(one):
        for more, others in enumerate(other):
            sums[mines + more] += ways * others
    return sums
