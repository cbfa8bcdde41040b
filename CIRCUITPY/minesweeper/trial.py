# SPDX-License-Identifier: MIT
"""A board whose mines are known, solved by someone who does not know them.

Holds the truth, opens what the solver has proven safe, and tells how far deductions go. The
generator repairs boards with it, a proof is its replay, and desk tools play games on it.
"""

from minesweeper import field, rules
from minesweeper.knowledge import MINE, OPEN, Knowledge


class Trial:
    """`truth[cell]` is 1 where a mine is, `around[cell]` counts the mines next to a cell."""

    def __init__(self, ground, truth):
        self.ground = ground
        self.truth = truth
        self.mines = sum(truth)
        self.around = bytearray(ground.size)
        for cell in range(ground.size):
            if truth[cell]:
                self._count(cell, 1)
        self.start()

    def _count(self, cell, change):
        for way in self.ground.ways[cell]:
            self.around[cell + way[0]] += change

    def start(self):
        """Nothing is known."""
        self.knowledge = Knowledge(self.ground, self.mines)

    def open(self, cell):
        """Open a safe cell, and from cells with no mine near all cells around, as the game does."""
        knowledge = self.knowledge
        known = knowledge.known
        around = self.around
        ways = self.ground.ways
        flood = [cell]
        while flood:
            cell = flood.pop()
            if known[cell] != OPEN:
                knowledge.open(cell, around[cell])
                if not around[cell]:
                    flood += [cell + way[0] for way in ways[cell]]

    def take(self, deduction):
        """Mark the mines and open the safe cells."""
        for cell in deduction.mines:
            self.knowledge.mark(cell, MINE)
        for cell in deduction.safe:
            self.open(cell)

    def deductions(self, further=None):
        """All that follows by simple rules, each taken when the next is asked for.

        `further(knowledge)` is asked where they stick: the next deduction, or None.
        """
        while True:
            found = rules.simple(self.knowledge)
            if not found and further and self.knowledge.unknown:
                found = further(self.knowledge)
            if not found:
                return
            yield found
            self.take(found)

    def solved(self):
        return not self.knowledge.unknown

    def shift(self, cell):
        """Lay a mine in an unknown cell or take it away; what is open now counts it."""
        change = -1 if self.truth[cell] else 1
        self.truth[cell] ^= 1
        self._count(cell, change)
        knowledge = self.knowledge
        for way in self.ground.ways[cell]:
            near = cell + way[0]
            if knowledge.known[near] == OPEN:
                knowledge.left[near] += change
                knowledge.changed.append(near)


def truth(board):
    """1 for every mine of a field's cells, 0 for the others."""
    return bytearray([1 if cell & field.MINE else 0 for cell in board.cells])
