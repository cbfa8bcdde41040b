# SPDX-License-Identifier: MIT
"""All solutions of a small position one by one, as sets of the cells that are mines.

Made from the components' boxes when odds have told that there are few; more than `most` of them,
or of partial ones, raise TooLarge.
"""

from minesweeper import states
from minesweeper.deduction import TooLarge


def of_board(odds, mines, most):
    """Every way to lay `mines` mines in the unknown cells."""
    found: list = [frozenset()]
    for tally in odds.tallies:
        found = _joined(found, of_component(tally.part, most), mines, most)
    return [one | more for one in found for more in _laid(odds.rest, mines - len(one), most)]


def of_component(part, most):
    """Every solution of a component, whatever its number of mines."""
    path = states.steps(part)
    partial: list = [(0, frozenset())]
    for step, box in zip(path, part.boxes):
        following = []
        for before, mines in partial:
            state = before + step.opening
            for more in step.moves(state):
                after = state - more * step.unit
                following += [(after, mines | laid) for laid in _laid(box, more, most)]
        if len(following) > most:
            raise TooLarge
        partial = following
    return [mines for state, mines in partial if not state]


def _joined(found, others, mines, most):
    joined = []
    for one in found:
        for other in others:
            if len(one) + len(other) <= mines:
                joined.append(one | other)
        if len(joined) > most:
            raise TooLarge
    return joined


def _laid(cells, mines, most):
    """Every way to lay so many mines in the cells."""
    ways = [()]
    for left in range(len(cells), 0, -1):
        cell = cells[left - 1]
        ways = [way + more for way in ways for more in ((), (cell,))
                if len(way) + len(more) <= mines <= len(way) + len(more) + left - 1]
        if len(ways) > most:
            raise TooLarge
    return [frozenset(way) for way in ways if len(way) == mines]
