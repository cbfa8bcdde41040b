# SPDX-License-Identifier: MIT
"""Which cell to open when nothing is safe: the safest, unless another opens up more.

What nothing can change is decided first; when few solutions are left the whole rest of the game is
searched; else the safest cells are tried with every number they may show, and what counts is how
safe the move after it will be. A dead cell, one that can show one number only, comes last.
"""

from minesweeper.solver import knowledge
from minesweeper.solver.deduction import Impossible, TooLarge
from tools.guessing import endgame, solutions
from tools.guessing.chances import chance
from tools.guessing.diagram import neighbours
from tools.guessing.known import rooms
from tools.guessing.lookahead import Lookahead

# Cells are worth a look whose safety is at least this part of the best.
_WORTH = 0.9
# What a safe move after this one is worth beyond being safe.
_PROGRESS = 0.1
_CANDIDATES = 12
_FAR_CANDIDATES = 3
# By so much at most a sum of scores may be wrong.
_ROUNDING = 1e-9
# Less than any score: what a dead cell is set back by.
_DEAD = -2.0


class Limits:
    """How hard to think: `few` solutions are searched whole, in `nodes` positions."""

    def __init__(self, few=60, nodes=400, depth=endgame.DEPTH):
        self.few = few
        self.nodes = nodes
        self.depth = depth


def choose(known, odds, diagram, limits, cache=None):
    """The cell to open. `odds` are those of `known`, in which no cell is safe for certain."""
    cell = _settled(known, odds, diagram, limits)
    if cell is None and odds.solutions <= limits.few:
        cell = _searched(known, odds, diagram, limits)
    if cell is None:
        cell = _promising(known, odds, diagram, limits, {} if cache is None else cache)
    return cell


def _settled(known, odds, diagram, limits):
    """A cell of a component that nothing outside can tell about, not even the mines left."""
    for tally in odds.tallies:
        fixed = len(tally.ways) == 1 and tally.ways[0] <= limits.few
        if fixed and _closed(known, tally.cells):
            try:
                found = solutions.of_component(known, diagram, tally, limits.few * 4)
                return _search(known, tally.cells, found, limits)
            except TooLarge:
                pass
    return None


def _closed(known, cells):
    """Whether no other unknown cell is next to these."""
    inside = set(cells)
    for cell in cells:
        for way in known.topology.ways[cell]:
            near = cell + way[0]
            if near not in inside and known.known[near] == knowledge.UNKNOWN:
                return False
    return True


def _searched(known, odds, diagram, limits):
    try:
        found = solutions.of_board(known, diagram, odds, limits.few * 4)
        return _search(known, list(known.unknown_cells()), found, limits)
    except TooLarge:
        return None


def _search(known, cells, found, limits):
    return endgame.Endgame(known.topology, cells, found, limits.nodes, limits.depth).best


def _promising(known, odds, diagram, limits, cache):
    """The candidate with the best prospects."""
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
    """(safety, cell), safest first."""
    near = {cell for tally in odds.tallies for cell in tally.cells}
    far = [cell for cell in known.unknown_cells() if cell not in near]
    room = rooms(known)
    best = _safest(odds, room, near, _CANDIDATES)
    least = best[-1][0] * _WORTH if best else 0
    if far and 1 - chance(odds, far[0]) >= least:  # all of them are as safe
        best += _safest(odds, room, far, _FAR_CANDIDATES)
        best.sort()
        least = best[-1][0] * _WORTH
    return [(safety, cell) for safety, _, cell in reversed(best) if safety >= least]


def _safest(odds, room, cells, most):
    """(safety, less room, cell) of the safest, of these the likeliest openings; best last.

    The fewer unknown neighbours, the `room`, the likelier is an opening.
    """
    return sorted([(1 - chance(odds, cell), -room[cell], cell) for cell in cells])[-most:]


def _prospects(known, odds, lookahead, cell, least):
    """The chance to survive this move and the next, and more for a next one that is safe.

    It is less than `least`, too, where that is told before all numbers are tried.
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
    """The solutions in which the cell shows the number, and what one of them is worth."""
    try:
        solutions, mines = lookahead.open(cell, number)
    except Impossible:
        return 0, 0.0
    return solutions, 1 - mines / solutions if mines else 1 + _PROGRESS


def _numbers(known, odds, cell):
    """What a cell may show, as far as its neighbours tell; the likeliest first."""
    near = neighbours(known.topology)[cell]
    states = [known.known[one] for one in near]
    mines, room = states.count(knowledge.MINE), states.count(knowledge.UNKNOWN)
    mean = sum(chance(odds, one) for one in near)
    return sorted(range(mines, mines + room + 1), key=lambda number: abs(number - mean))
