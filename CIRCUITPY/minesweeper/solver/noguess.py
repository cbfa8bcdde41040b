# SPDX-License-Identifier: MIT
"""Makes boards that never need a guess, for the very cell that is opened first.

A random board is solved; where deduction sticks, one clue is repaired: its unknown cells are all
cleared or all filled, in exchange with cells that no clue touches yet. While only unknown cells
change, what is known stays proved: a simple rule leaves no unknown cell next to one of its clues
but not the other, so both numbers change alike. If known cells must change, what rested on them is
forgotten and solved again.

For that, each known cell notes the clues that proved it. A clue proves from its number and from the
cells around it that were known by then; so a cell is forgotten if one of those cells was changed
after it was proved, or is forgotten. One module holds both, because each takes time to load.
"""

from array import array

from minesweeper.solver import rules
from minesweeper.solver.knowledge import MINE, OPEN, SET, UNKNOWN
from minesweeper.solver.trial import Trial

PASSES = 40
BOARDS = 50

# The number of a clue that is doubtful wherever it proved something.
_ALWAYS = 0xFFFF
_LOST_MINE = 1
_LOST_SAFE = 2
# About the cells that become known in one step of the work.
_PACE = 16

# Kinds of cells to a repair: an unknown one is 0, or 1 with a mine, and this more beside a clue.
_TOUCHED = 2
_OTHER = 4
_CLUE = 5


class NoGuess:
    """Makes a board: `truth[cell]` is 1 where a mine is. It needs no guess once `proved`.

    Raises ValueError if the mines do not fit around an opening at `first`.
    """

    def __init__(self, topology, mines, first, randrange, knowledge=None):
        self.topology = topology
        self.mines = mines
        self.first = first
        self.proved = False
        self.repairs = 0
        self._randrange = randrange
        self._near = (first,) + tuple([first + way[0] for way in topology.near[first]])
        self.truth = bytearray(topology.size)
        self._kinds = bytearray(topology.size)
        if mines > topology.size - len(self._near):
            raise ValueError("{} mines leave no room for an opening".format(mines))
        self._lay()
        self._trial = Retrial(topology, self.truth, knowledge)

    def steps(self):
        """Work in small steps: yields how many cells are known; ends when proved or given up."""
        for number in range(BOARDS):
            if number:
                self._lay()
                self._trial.lay()
            self._trial.begin(self.first)
            for left in range(PASSES, 0, -1):
                repairs = self.repairs
                yield from self._pass()
                # The last pass must need no repair: boards that players have numbers of rest on it.
                self.proved = self._trial.solved() and (left > 1 or repairs == self.repairs)
                if self.proved:
                    return
                self._trial.doubt()

    def _lay(self):
        """Lay a random board, with no mine around the first cell."""
        truth = self.truth
        for cell in range(self.topology.size):
            truth[cell] = 0
        left = self.mines
        while left:
            cell = self._randrange(self.topology.size)
            if not truth[cell] and cell not in self._near:
                truth[cell] = 1
                left -= 1

    def _pass(self):
        """Solve what is not known yet, repairing what sticks, until known cells change."""
        trial = self._trial
        follows = True
        while follows and not trial.solved():
            while trial.proceed():
                yield self.topology.size - trial.knowledge.unknown
            follows = trial.solved() or self._repair()

    def _repair(self):
        """Repair a clue; returns whether what is known is still true."""
        self.repairs += 1
        self._survey()
        clue = self._drawn(_CLUE)
        if clue < 0:
            self._break_wall()
            return False
        knowledge = self._trial.knowledge
        cells = knowledge.cells(clue, knowledge.mask[clue])
        for cell in cells:
            self._kinds[cell] = _OTHER
        return self._exchange(cells, 2 * knowledge.left[clue] > len(cells))

    def _survey(self):
        """Note of each cell what a repair asks about it."""
        knowledge, kinds, truth = self._trial.knowledge, self._kinds, self.truth
        free, known = knowledge.free, knowledge.known
        for cell in range(self.topology.size):
            if free[cell]:
                kinds[cell] = _CLUE
            elif known[cell]:
                kinds[cell] = _OTHER
            else:
                kinds[cell] = truth[cell]
        mark = bytes((_CLUE,))
        clue = kinds.find(mark)
        while clue >= 0:
            mask = knowledge.mask[clue]
            for step, bit, _ in self.topology.near[clue]:
                if mask & bit:
                    kinds[clue + step] |= _TOUCHED
            clue = kinds.find(mark, clue + 1)

    def _exchange(self, cells, fill):
        """Fill or clear the cells; mines come from or go to unknown cells, untouched ones first."""
        for cell in cells:
            if self.truth[cell] != fill:
                other = self._partner(fill)
                if other < 0:
                    self._swap_known(cell)
                    return False
                self._kinds[other] ^= 1
                self._trial.shift(cell)
                self._trial.shift(other)
        return True

    def _drawn(self, kind):
        """Return a random cell of a kind, -1 if there is none."""
        kind = bytes((kind,))
        count = self._kinds.count(kind)
        return _place(self._kinds, kind, self._randrange(count)) if count else -1

    def _partner(self, holds):
        """Return a random unknown cell elsewhere with a mine (1) or without (0), or -1."""
        cell = self._drawn(holds)
        return self._drawn(_TOUCHED + holds) if cell < 0 else cell

    def _break_wall(self):
        """Move a mine away that walls off unknown cells."""
        knowledge = self._trial.knowledge
        cell = _place(knowledge.known, bytes((UNKNOWN,)), self._randrange(knowledge.unknown))
        walls = [cell + way[0] for way in self.topology.near[cell] if self.truth[cell + way[0]]]
        walls = walls or [cell]
        self._swap_known(walls[self._randrange(len(walls))])

    def _swap_known(self, cell):
        """Exchange a cell with any other that is not near the first."""
        other = self._randrange(self.topology.size)
        while self.truth[other] == self.truth[cell] or other in self._near:
            other = self._randrange(self.topology.size)
        self._trial.shift(cell)
        self._trial.shift(other)


def _place(marks, mark, number):
    """Return the place of a mark, the first of which has number 0."""
    place = marks.find(mark)
    for _ in range(number):
        place = marks.find(mark, place + 1)
    return place


class Retrial(Trial):
    """A trial in which `order[:count]` are all cells that are known.

    `by` and `also` are the clues that proved a cell. When a known cell changes, `doubt` gets for
    each clue next to it how many cells are known; `lost` says what has been forgotten.
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
        for step, bit, _ in self.topology.near[clue]:
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
        for way in self.topology.near[cell]:
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
        for way in self.topology.near[cell]:
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
