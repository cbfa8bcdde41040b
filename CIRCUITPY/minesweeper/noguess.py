# SPDX-License-Identifier: MIT
"""Makes boards that never need a guess, for the very cell that is opened first.

A random board is solved; where deduction sticks, one clue is repaired: its unknown cells are all
cleared or all filled, in exchange with cells that no clue touches yet. As a repair may undo an
earlier deduction, the board is solved again from its first cell until that needs no repair; then,
and only then, it is proved.
"""

from minesweeper.knowledge import OPEN, UNKNOWN
from minesweeper.trial import Trial

PASSES = 40
BOARDS = 50
_PACE = 8  # deductions from one yield to the next


class NoGuess:
    """`truth[cell]` is 1 where a mine is; it is a no-guess board once `proved`, else nothing.

    Raises ValueError if the mines do not fit around an opening at `first`.
    """

    def __init__(self, ground, mines, first, randrange):
        self.ground = ground
        self.mines = mines
        self.first = first
        self.proved = False
        self.repairs = 0
        self._randrange = randrange
        self._near = {first}
        self._near.update([first + way[0] for way in ground.ways[first]])
        if mines > ground.size - len(self._near):
            raise ValueError("{} mines leave no room for an opening".format(mines))

    def steps(self):
        """Work in small steps: yields how many cells are known; ends when proved or given up."""
        for _ in range(BOARDS):
            self._trial = Trial(self.ground, self._lay())
            self.truth = self._trial.truth
            for _ in range(PASSES):
                yield from self._pass()
                if self.proved:
                    return

    def _lay(self):
        truth = bytearray(self.ground.size)
        for _ in range(self.mines):
            truth[self._draw(truth)] = 1
        return truth

    def _draw(self, truth):
        """A cell without a mine, not around the first."""
        while True:
            cell = self._randrange(self.ground.size)
            if not truth[cell] and cell not in self._near:
                return cell

    def _pass(self):
        """Solve once from the first cell, repairing what sticks; proved if nothing did."""
        trial = self._trial
        repairs = self.repairs
        trial.start()
        trial.open(self.first)
        follows = True
        while follows and not trial.solved():
            paces = 0
            for _ in trial.deductions():
                paces += 1
                if paces % _PACE == 0:
                    yield self.ground.size - trial.knowledge.unknown
            follows = trial.solved() or self._repair()
        self.proved = trial.solved() and repairs == self.repairs

    def _repair(self):
        """Make a clue tell; returns whether what is known is still true."""
        self.repairs += 1
        knowledge = self._trial.knowledge
        clues = knowledge.clues()
        if not clues:
            self._break_wall()
            return False
        clue = clues[self._randrange(len(clues))]
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

    def _partner(self, cells, holds):
        """An unknown cell elsewhere that holds a mine (1) or none (0); None if there is none."""
        known = self._trial.knowledge.known
        truth = self.truth
        others = [cell for cell in range(len(known))
                  if known[cell] == UNKNOWN and truth[cell] == holds and cell not in cells]
        apart = [cell for cell in others if not self._touched(cell)] or others
        return apart[self._randrange(len(apart))] if apart else None

    def _touched(self, cell):
        known = self._trial.knowledge.known
        for way in self.ground.ways[cell]:
            if known[cell + way[0]] == OPEN:
                return True
        return False

    def _break_wall(self):
        """Unknown cells behind mines: move a mine next to one of them away."""
        cells = self._trial.knowledge.unknown_cells()
        cell = cells[self._randrange(len(cells))]
        walls = [cell + way[0] for way in self.ground.ways[cell] if self.truth[cell + way[0]]]
        walls = walls or [cell]
        self._swap_known(walls[self._randrange(len(walls))])

    def _swap_known(self, cell):
        """Exchange with any cell of the board that is not near the first."""
        other = self._randrange(self.ground.size)
        while self.truth[other] == self.truth[cell] or other in self._near:
            other = self._randrange(self.ground.size)
        self._trial.shift(cell)
        self._trial.shift(other)
