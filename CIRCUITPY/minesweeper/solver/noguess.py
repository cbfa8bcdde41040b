# SPDX-License-Identifier: MIT
"""Makes boards that never need a guess, for the very cell that is opened first.

A random board is solved; where deduction sticks, one clue is repaired: its unknown cells are all
cleared or all filled, in exchange with cells that no clue touches yet. As a repair may undo an
earlier deduction, the board is solved again from its first cell until that needs no repair; then,
and only then, it is proved.
"""

from minesweeper.solver.knowledge import OPEN
from minesweeper.solver.retrial import Retrial

PASSES = 40
BOARDS = 50
_PACE = 8  # deductions from one yield to the next


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
        self._near = (first,) + tuple([first + way[0] for way in topology.ways[first]])
        self.truth = bytearray(topology.size)
        self._trial = Retrial(topology, self.truth, knowledge)
        if mines > topology.size - len(self._near):
            raise ValueError("{} mines leave no room for an opening".format(mines))

    def steps(self):
        """Work in small steps: yields how many cells are known; ends when proved or given up."""
        for _ in range(BOARDS):
            self._lay()
            for _ in range(PASSES):
                yield from self._pass()
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
        self._trial.lay()
        self._trial.open(self.first)

    def _pass(self):
        """Solve what is not known yet, repairing what sticks; proved if nothing did."""
        trial = self._trial
        repairs = self.repairs
        follows = True
        while follows and not trial.solved():
            paces = 0
            for _ in trial.deductions():
                paces += 1
                if paces % _PACE == 0:
                    yield self.topology.size - trial.knowledge.unknown
            follows = trial.solved() or self._repair()
        self.proved = trial.solved() and repairs == self.repairs

    def _repair(self):
        """Repair a clue; returns whether what is known is still true."""
        self.repairs += 1
        knowledge = self._trial.knowledge
        clue = self._drawn(knowledge.clues)
        if clue is None:
            self._break_wall()
            return False
        cells = knowledge.cells(clue, knowledge.mask[clue])
        return self._exchange(cells, 2 * knowledge.left[clue] > len(cells))

    def _exchange(self, cells, fill):
        """Fill or clear the cells; mines come from or go to unknown cells, untouched ones first."""
        for cell in cells:
            if self.truth[cell] != fill:
                other = self._partner(cells, fill)
                if other is None:
                    self._swap_known(cell)
                    return False
                self._trial.shift(cell)
                self._trial.shift(other)
        return True

    def _drawn(self, cells):
        """Return a random one of the cells that `cells()` yields; None if there are none."""
        count = 0
        for _ in cells():
            count += 1
        if not count:
            return None
        skipped = self._randrange(count)
        for cell in cells():
            if not skipped:
                return cell
            skipped -= 1

    def _partner(self, cells, holds):
        """Return a random unknown cell elsewhere with a mine (1) or without (0), or None."""
        def others():
            for cell in self._trial.knowledge.unknown_cells():
                if self.truth[cell] == holds and cell not in cells:
                    yield cell

        def apart():
            for cell in others():
                if not self._touched(cell):
                    yield cell

        cell = self._drawn(apart)
        return self._drawn(others) if cell is None else cell

    def _touched(self, cell):
        known = self._trial.knowledge.known
        for way in self.topology.ways[cell]:
            if known[cell + way[0]] == OPEN:
                return True
        return False

    def _break_wall(self):
        """Move a mine away that walls off unknown cells."""
        cell = self._drawn(self._trial.knowledge.unknown_cells)
        walls = [cell + way[0] for way in self.topology.ways[cell] if self.truth[cell + way[0]]]
        walls = walls or [cell]
        self._swap_known(walls[self._randrange(len(walls))])

    def _swap_known(self, cell):
        """Exchange a cell with any other that is not near the first."""
        other = self._randrange(self.topology.size)
        while self.truth[other] == self.truth[cell] or other in self._near:
            other = self._randrange(self.topology.size)
        self._trial.shift(cell)
        self._trial.shift(other)
