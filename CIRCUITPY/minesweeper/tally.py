# SPDX-License-Identifier: MIT
"""How many solutions a component has, by its number of mines, and how many mines each box holds.

Counts by number of mines are packed in one int, `width` bits a count, so that adding ints adds
the counts and multiplying them joins two parts. The walk is that of states, once forward and once
back; nothing here is rounded.
"""

from minesweeper import states
from minesweeper.deduction import CONTRADICTION, Impossible, TooLarge


class Tally:
    """`ways[m]` solutions with m mines; `mines[box][m]` mines in a box in all of those."""

    def __init__(self, part, budget):
        self.part = part
        self.width = part.size + 1
        path = states.steps(part)
        factors = [_placings(step.size, self.width) for step in path]
        found = _forward(path, factors, self.width, budget)
        layer, fewest = found.pop()
        total = states.total(layer)
        if not total:
            raise Impossible(CONTRADICTION, part.clues)
        self.ways = self._unpack(total, fewest)
        self.mines = [None] * len(path)
        later = {0: 1}
        for box in range(len(path) - 1, -1, -1):
            layer, fewest = found.pop()
            mines, later = _back(path[box], factors[box], layer, later)
            self.mines[box] = self._unpack(mines, fewest)

    def _unpack(self, packed, fewest):
        mask = (1 << self.width) - 1
        counts = [0] * fewest
        while packed:
            counts.append(packed & mask)
            packed >>= self.width
        return counts


def _placings(size, width):
    """For every number of mines: in how many ways a box holds them, packed."""
    ways = 1
    placings = []
    for mines in range(size + 1):
        placings.append(ways << mines * width)
        ways = ways * (size - mines) // (mines + 1)
    return placings


def _forward(path, factors, width, budget):
    """(counts by state, fewest mines) before each box and after the last.

    Counts start at the fewest mines; wide ones take more of the budget.
    """
    layer = {0: 1}
    fewest = 0
    found = [(layer, fewest)]
    for step, factor in zip(path, factors):
        layer = _next(layer, step, factor)
        budget -= len(layer) * (1 + width // 32)
        if budget < 0:
            raise TooLarge
        shift = _empty(layer, width)
        if shift:
            fewest += shift
            layer = {state: ways >> shift * width for state, ways in layer.items()}
        found.append((layer, fewest))
    return found


def _next(layer, step, factor):
    following: dict = {}
    for before, ways in layer.items():
        state = before + step.opening
        for mines in step.moves(state):
            after = state - mines * step.unit
            following[after] = following.get(after, 0) + ways * factor[mines]
    return following


def _empty(layer, width):
    """How many counts at the low end are 0 in all of a layer."""
    bits = 0
    for ways in layer.values():
        bits |= ways
    mask = (1 << width) - 1
    empty = 0
    while bits and not bits & mask:
        bits >>= width
        empty += 1
    return empty


def _back(step, factor, layer, later):
    """The mines of the box in all solutions, and the counts from each state to the end."""
    total = 0
    before = {}
    for state, so_far in layer.items():
        ways = in_box = 0
        opened = state + step.opening
        for mines in step.moves(opened):
            rest = later.get(opened - mines * step.unit)
            if rest:
                rest *= factor[mines]
                ways += rest
                in_box += rest * mines
        if ways:
            before[state] = ways
            if in_box:
                total += so_far * in_box
    return total, before
