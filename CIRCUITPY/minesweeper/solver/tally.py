# SPDX-License-Identifier: MIT
"""How many solutions a component has, by its number of mines, and in how many each cell has one.

Counts by number of mines are packed in one int, `width` bits a count, so that adding ints adds
the counts and multiplying them joins two parts. Nothing is rounded.
"""

from minesweeper.solver.deduction import CONTRADICTION, Impossible


class Ways:
    """`ways[m]` solutions have `fewest + m` mines."""

    def __init__(self, diagram):
        solutions = diagram.ways(0)
        if not solutions:
            raise Impossible(CONTRADICTION)
        self.width = _bits(solutions)
        ways = diagram.ways(self.width)
        self.fewest = 0
        while not self._count(ways, self.fewest):
            self.fewest += 1
        self.ways: list = []
        while ways >> (self.fewest + len(self.ways)) * self.width:
            self.ways.append(self._count(ways, self.fewest + len(self.ways)))

    def _count(self, packed, number):
        return packed >> number * self.width & (1 << self.width) - 1


class Tally(Ways):
    """So many of `ways[m]` have a mine in each of `cells`.

    These counts are `packed`, as many of them as there are ways.
    """

    def __init__(self, diagram):
        super().__init__(diagram)
        self.cells = [diagram.cells[at] for at in range(diagram.count - 1, -1, -1)]
        self.packed = [mines >> self.fewest * self.width for mines in diagram.mines(self.width)]

    def share(self, weights, mines):
        """Into `mines`, by cell: the sum of its counts, each times its weight."""
        before = None
        for cell, packed in zip(self.cells, self.packed):
            if packed != before:
                before, total = packed, self._weighed(packed, weights)
            mines[cell] = total

    def _weighed(self, packed, weights):
        total = 0
        for weight in weights:
            total += (packed & (1 << self.width) - 1) * weight
            packed >>= self.width
        return total


def _bits(number):
    bits = 0
    while number >> bits:
        bits += 1
    return bits


def percent(part, whole):
    """Whole per cents of numbers that may be too long for a float, halves rounded up.

    0 and 100 only if it is certain.
    """
    if part in (0, whole):
        return 100 if part else 0
    return min(99, max(1, (200 * part + whole) // (2 * whole)))
