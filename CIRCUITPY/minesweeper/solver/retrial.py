# SPDX-License-Identifier: MIT
"""A trial whose mines may be moved: it then forgets only the cells that rested on what changed.

The generator repairs boards with it. Each known cell notes the clues that proved it. A clue proves
from its number and from the cells around it that were known by then; so a cell is forgotten if a
number changed after it was proved, or if one of those cells is forgotten.
"""

from array import array

from minesweeper.solver.knowledge import MINE, OPEN, SET, UNKNOWN
from minesweeper.solver.trial import Trial

_ALWAYS = 0xFFFF
_MINE = 1
_OPEN = 2


class Retrial(Trial):
    """A trial in which `order[:count]` are all cells that are known.

    `by` and `too` are the clues that proved a cell. Of a clue whose number has changed, `doubt` is
    how many cells were known by then.
    """

    def __init__(self, topology, truth, knowledge=None):
        self.too = array("H", bytes(2 * topology.size))
        # Two places more, for what is in doubt always and never.
        self._doubt = array("H", bytes(2 * topology.size + 4))
        self._lost = bytearray(topology.size + 2)
        super().__init__(topology, truth, knowledge)

    def start(self):
        super().start()
        size = self.topology.size
        for cell in range(size):
            self._doubt[cell] = self._lost[cell] = 0
            self.by[cell] = self.too[cell] = size + 1
        self._doubt[size] = _ALWAYS

    def take(self, deduction):
        """Mark the mines and open the safe cells, and note which clues proved them."""
        clues = deduction.clues or (self.topology.size,)
        for cell in deduction.mines:
            self._note(cell, clues)
            self.order[self.count] = cell
            self.count += 1
            self.knowledge.mark(cell, MINE)
        for cell in deduction.safe:
            if self.knowledge.known[cell] != OPEN:
                self._note(cell, clues)
                self.open(cell)

    def _note(self, cell, clues):
        self.by[cell] = clues[0]
        self.too[cell] = clues[-1]

    def shift(self, cell):
        super().shift(cell)
        known = self.knowledge.known
        for way in self.topology.ways[cell]:
            if known[cell + way[0]] == OPEN:
                self._doubt[cell + way[0]] = self.count
        if known[cell] != UNKNOWN:
            self.by[cell] = self.topology.size

    def doubt(self):
        """Forget all that the shifts have put in doubt; what is still known is proved."""
        order, kept = self.order, 0
        for at in range(self.count):
            cell = order[at]
            if self._is_doubtful(cell, at):
                self._forget(cell)
            else:
                order[kept] = cell
                kept += 1
        self.count = kept
        for cell in range(self.topology.size):
            self._doubt[cell] = self._lost[cell] = 0
        self._read_again()

    def _is_doubtful(self, cell, at):
        one, other = self.by[cell], self.too[cell]
        if at < self._doubt[one] or at < self._doubt[other]:
            return True
        lost = self._lost[one] | self._lost[other]
        if one == other:
            # One clue proves that cells are safe from its mines alone, and mines from safe cells.
            lost &= _OPEN if self.truth[cell] else _MINE
        return lost

    def _forget(self, cell):
        """Forget a cell and its clue; those around it then know less."""
        knowledge = self.knowledge
        lost = _MINE if knowledge.known[cell] == MINE else _OPEN
        knowledge.forget(cell)
        self.too[cell] = self.topology.size + 1
        self._doubt[cell] = _ALWAYS
        for way in self.topology.ways[cell]:
            # Around an empty cell all is safe, whatever else is known.
            if self.around[cell + way[0]]:
                self._lost[cell + way[0]] |= lost

    def _read_again(self):
        """Read the clues that have changed."""
        knowledge, around = self.knowledge, self.around
        changed = knowledge.changed
        clue = changed.find(SET)
        while clue >= 0:
            knowledge.open(clue, around[clue])
            clue = changed.find(SET, clue + 1)
