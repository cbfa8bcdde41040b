# SPDX-License-Identifier: MIT
"""A board whose mines are known, solved without using them.

It holds the truth, opens the cells that the solver has proven safe, and tells how far deductions
go. The generator repairs boards with it, `steps` replays it, and tools play games on it.
"""

from array import array

from minesweeper.rules import field
from minesweeper.solver import rules
from minesweeper.solver.knowledge import MINE, OPEN, Knowledge


class Trial:
    """A trial: `truth[cell]` is 1 where a mine is, `around[cell]` counts the mines next to a cell.

    `knowledge` is what is known, a new one by default. `order[:count]` are the cells that were
    opened, in that order; `by` is the empty cell next to which one was opened, if it was.
    """

    def __init__(self, topology, truth, knowledge=None):
        self.topology = topology
        self.truth = truth
        self.around = bytearray(topology.size)
        self.order = array("H", bytes(2 * topology.size))
        self.by = array("H", bytes(2 * topology.size))
        self.knowledge = knowledge or Knowledge(topology, 0)
        self.lay()

    def lay(self):
        """Begin with the present truth."""
        self.mines = sum(self.truth)
        for cell in range(self.topology.size):
            self.around[cell] = 0
        for cell in range(self.topology.size):
            if self.truth[cell]:
                self._count(cell, 1)
        self.start()

    def _count(self, cell, change):
        for way in self.topology.near[cell]:
            self.around[cell + way[0]] += change

    def start(self):
        """Begin anew: nothing is known."""
        self.count = 0
        self.knowledge.start(self.topology, self.mines)

    def open(self, cell):
        """Open a safe cell, and from cells with no mine near all cells around, as the game does."""
        knowledge, at = self.knowledge, self.count
        if knowledge.known[cell] == OPEN:
            return
        self.order[at] = cell
        if self.around[cell]:
            self.count = at + 1
            knowledge.open(cell, self.around[cell])
        else:
            self.count = knowledge.flood(self.order, at, self.around, self.by)

    def take(self, deduction):
        """Mark the mines and open the safe cells."""
        for cell in deduction.mines:
            self.knowledge.mark(cell, MINE)
        for cell in deduction.safe:
            self.open(cell)

    def deductions(self, further=None):
        """Yield all that follows by simple rules, each taken when the next is asked for.

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
        for way in self.topology.near[cell]:
            near = cell + way[0]
            if knowledge.known[near] == OPEN:
                knowledge.left[near] += change
                knowledge.changed[near] = 1


def truth(board):
    """1 for every mine of a field's cells, 0 for the others."""
    truth = bytearray(len(board.cells))
    for cell in range(len(truth)):
        truth[cell] = 1 if board.cells[cell] & field.MINE else 0
    return truth
