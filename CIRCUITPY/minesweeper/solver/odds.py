# SPDX-License-Identifier: MIT
"""Exact odds: in how many of all solutions of a board each covered cell is a mine.

The simple rules are applied first; the components' tallies are joined with the ways to lay the
mines left in the cells that no clue touches. Numbers of solutions are ints of any length: nothing
is rounded.
"""

from minesweeper.solver import rules
from minesweeper.solver.deduction import CONTRADICTION, Impossible, TooLarge
from minesweeper.solver.knowledge import MINE, OPEN, UNKNOWN


class Odds:
    """The odds: `mines[cell]` of `solutions` have a mine there; open cells have none.

    `tallies` are the components' and `rest` is how many cells no clue touches. Marks in `knowledge`
    what follows. `into` is a list to reuse for `mines`.
    """

    def __init__(self, knowledge, diagram, into=None):
        rules.believe(knowledge)
        self.mines = [0] * knowledge.topology.size if into is None else into
        self.tallies = []
        self.rest = knowledge.unknown
        diagram.frontier.begin(knowledge)
        while diagram.frontier.next():
            self.tallies.append(self.tally(diagram))
            self.rest -= diagram.frontier.count
            diagram.poll()
        self._join(knowledge)

    def tally(self, diagram):
        """Return the tally of the frontier's present component."""
        diagram.build()
        return Tally(diagram)

    def _join(self, knowledge):
        left = knowledge.mines_left
        for tally in self.tallies:
            left -= tally.fewest
        after = weights(self.tallies, self.rest, left)
        self.solutions = after[0][0]
        if not self.solutions:
            raise Impossible(CONTRADICTION)
        before = [1]
        shares = []
        for tally, later in zip(self.tallies, after[1:]):
            shares.append([_dot(before, later, more) for more in range(len(tally.ways))])
            before = _joined(before, tally.ways)
        self._share(knowledge, _dot(before, _lay(self.rest - 1, left - 1, len(before)), 0))
        for tally, share in zip(self.tallies, shares):
            tally.share(share, self.mines)

    def _share(self, knowledge, rest):
        """Set the share of every cell that is in no component."""
        known = knowledge.known
        for cell in range(knowledge.topology.size):
            state = known[cell]
            self.mines[cell] = (
                rest if state == UNKNOWN else self.solutions if state == MINE else 0
            )


def weights(tallies, rest, left):
    """Return the ways to go on before each component and after all, by mines beyond the fewest.

    `left` mines are left if all components have their fewest, for these and the `rest` cells.
    """
    count = 1 + sum([len(tally.ways) - 1 for tally in tallies])
    later = _lay(rest, left, count)
    after = [later]
    for tally in reversed(tallies):
        count -= len(tally.ways) - 1
        later = [_dot(tally.ways, later, more) for more in range(count)]
        after.append(later)
    after.reverse()
    return after


def weigh(knowledge, diagram, cell, into=None):
    """Return how many solutions have a mine in a cell, in the safest cell, and how many there are.

    All are 0 where a bound keeps them from being counted.
    """
    try:
        odds = Odds(knowledge, diagram, into)
    except TooLarge:
        return 0, 0, 0
    fewest = odds.solutions
    for other in range(knowledge.topology.size):
        if knowledge.known[other] != OPEN and odds.mines[other] < fewest:
            fewest = odds.mines[other]
    return odds.mines[cell], fewest, odds.solutions


def _lay(cells, most, count):
    """Return `count` numbers: the ways to lay `most` mines in so many cells, one less, …."""
    ways = [0] * count
    choices = 1
    for mines in range(min(most, cells) + 1):
        if most - mines < count:
            ways[most - mines] = choices
        choices = choices * (cells - mines) // (mines + 1)
    return ways


def _dot(counts, weights, offset):
    """Return the sum of counts[m] * weights[offset + m]."""
    total = 0
    for mines in range(len(counts)):
        total += counts[mines] * weights[offset + mines]
    return total


def _joined(one, other):
    """Return the counts of two parts together, by their number of mines."""
    sums = [0] * (len(one) + len(other) - 1)
    for mines in range(len(one)):
        for more in range(len(other)):
            sums[mines + more] += one[mines] * other[more]
    return sums


class Ways:
    """A component's solutions by number of mines: `ways[m]` of them have `fewest + m`.

    Counts by number of mines are packed in one int, `width` bits a count, so that adding ints adds
    the counts and multiplying them joins two parts. Nothing is rounded.
    """

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
    """Ways, and how many of them have a mine in each of `cells`: `packed`, a count for each `m`.
        """

    def __init__(self, diagram):
        super().__init__(diagram)
        self.cells = [diagram.cells[at] for at in range(diagram.count - 1, -1, -1)]
        self.packed = [mines >> self.fewest * self.width for mines in diagram.mines(self.width)]

    def share(self, weights, mines):
        """Write into `mines`, by cell, the sum of its counts, each times its weight."""
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
    """Return whole per cents of numbers that may be too long for a float, halves rounded up.

    0 and 100 mean certainty.
    """
    if part in (0, whole):
        return 100 if part else 0
    return min(99, max(1, (200 * part + whole) // (2 * whole)))
