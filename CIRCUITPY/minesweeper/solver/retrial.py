# SPDX-License-Identifier: MIT
"""A trial whose mines may be moved: it then forgets only the cells that rested on what changed.

The generator repairs boards with it. Each known cell notes the clues that proved it. A clue proves
from its number and from the cells around it that were known by then; so a cell is forgotten if one
of those cells was changed after it was proved, or is forgotten.
"""

from array import array

from minesweeper.solver import rules
from minesweeper.solver.knowledge import MINE, OPEN, SET, UNKNOWN
from minesweeper.solver.trial import Trial

# Of a clue that is doubtful wherever it proved something.
_ALWAYS = 0xFFFF
_LOST_MINE = 1
_LOST_SAFE = 2
# About the cells that become known in one step of the work.
_PACE = 16


class Retrial(Trial):
    """A trial in which `order[:count]` are all cells that are known.

    `by` and `also` are the clues that proved a cell. Of a clue next to a known cell that has
    changed, `doubt` is how many cells were known by then; `lost` says what has been forgotten.
    """

    def __init__(self, topology, truth, knowledge=None):
        size = topology.size
        # Two places more: for what no clue has proved, and for the clue that a cell has not.
        self._always, self._never = size, size + 1
        self._also = array("H", bytes(2 * size))
        self._doubt = array("H", bytes(2 * size + 4))
        self._doubt[size] = _ALWAYS
        self._lost = bytearray(size + 2)
        super().__init__(topology, truth, knowledge)

    def begin(self, first):
        """Begin with the first cell, which is known to be empty."""
        for cell in range(self.topology.size):
            self._also[cell] = self._never
        self.by[first] = self._never
        self.open(first)

    def proceed(self):
        """Take what single clues say, or else what two say; returns whether they say anything."""
        changed, left, free = self.knowledge.changed, self.knowledge.left, self.knowledge.free
        begin = self.count
        end = begin + _PACE
        clue = changed.find(SET)
        while clue >= 0 and self.count < end:
            changed[clue] = 0
            if 0 < left[clue] < free[clue]:
                self.knowledge.pairing[clue] = 1
            elif free[clue]:
                self._settle(clue)
            clue = changed.find(SET, 0 if self.count > begin else clue)
        if self.count > begin:
            return True
        found = rules.two_clues(self.knowledge) or rules.mines_left(self.knowledge)
        if found:
            self.take(found)
        return found is not None

    def _settle(self, clue):
        """Take what a clue says: that the unknown cells around it are safe, or mines."""
        knowledge = self.knowledge
        mask = knowledge.mask[clue]
        is_mine = knowledge.left[clue]
        for step, bit, _ in self.topology.ways[clue]:
            cell = clue + step
            if mask & bit and not knowledge.known[cell]:
                self.by[cell] = self._also[cell] = clue
                if is_mine:
                    self._mark(cell)
                else:
                    self.open(cell)

    def _mark(self, cell):
        self.order[self.count] = cell
        self.count += 1
        self.knowledge.mark(cell, MINE)

    def take(self, deduction):
        """Mark the mines and open the safe cells, and note which clues proved them."""
        clues = deduction.clues or (self._always,)
        for cell in deduction.mines:
            self._note(cell, clues)
            self._mark(cell)
        for cell in deduction.safe:
            if self.knowledge.known[cell] != OPEN:
                self._note(cell, clues)
                self.open(cell)

    def _note(self, cell, clues):
        self.by[cell] = clues[0]
        self._also[cell] = clues[-1]

    def shift(self, cell):
        super().shift(cell)
        known = self.knowledge.known
        if known[cell] == UNKNOWN:
            return
        self.by[cell] = self._always
        for way in self.topology.ways[cell]:
            if known[cell + way[0]] == OPEN:
                self._doubt[cell + way[0]] = self.count

    def doubt(self):
        """Forget all that the shifts have put in doubt; what is still known is proved."""
        order, by, also = self.order, self.by, self._also
        doubt, lost = self._doubt, self._lost
        kept = 0
        for at in range(self.count):
            cell = order[at]
            one, other = by[cell], also[cell]
            if at < doubt[one] or at < doubt[other]:
                self._forget(cell)
            elif lost[one] | lost[other] and self._misses(cell, one, other):
                self._forget(cell)
            else:
                order[kept] = cell
                kept += 1
        self.count = kept
        for cell in range(self.topology.size):
            doubt[cell] = lost[cell] = 0
        self._read_again()

    def _misses(self, cell, one, other):
        """Return whether two clues, or one, no longer prove a cell, since cells were forgotten."""
        if one != other:
            return True
        # One clue proves that cells are safe by its mines, and mines by its safe cells.
        needed = _LOST_SAFE if self.knowledge.known[cell] == MINE else _LOST_MINE
        return self._lost[one] & needed

    def _forget(self, cell):
        """Forget a cell, and that its clue has proved anything."""
        known, around, lost = self.knowledge.known, self.around, self._lost
        what = _LOST_MINE if known[cell] == MINE else _LOST_SAFE
        self.knowledge.forget(cell)
        self._also[cell] = self._never
        self._doubt[cell] = _ALWAYS
        for way in self.topology.ways[cell]:
            # Around an empty cell all is safe, whatever else is known.
            if around[cell + way[0]]:
                lost[cell + way[0]] |= what

    def _read_again(self):
        """Read the clues that have changed."""
        knowledge, around = self.knowledge, self.around
        changed = knowledge.changed
        clue = changed.find(SET)
        while clue >= 0:
            knowledge.open(clue, around[clue])
            clue = changed.find(SET, clue + 1)
