# SPDX-License-Identifier: MIT
"""What is known of a board while it is being solved: opened clues, proven mines, proven safe cells.

Clues count only what is not known yet: `left` mines among `free` unknown neighbours, which are the
bits of `mask`. Rules look at the clues that are flagged in `changed`, then in `pairing`; whoever
plays or proves calls `open` and `mark`. The player's flags are not believed and do not appear here.
"""

from array import array

from minesweeper.solver import visible

UNKNOWN = 0
SAFE = 1
MINE = 2
OPEN = 3

SET = b"\1"


class Knowledge:
    """Room for `cells` cells is taken once; boards of any shape that fits are known in it by turns.

    Nothing is known at first but the shape of the board and its number of mines.
    """

    def __init__(self, topology, mines, cells=0):
        cells = max(cells, topology.size)
        self.known = bytearray(cells)
        self.left = array("b", bytes(cells))
        self.free = bytearray(cells)
        self.mask = array("H", bytes(2 * cells))
        self.changed = bytearray(cells)
        self.pairing = bytearray(cells)
        self._clean = bytes(cells)
        self.start(topology, mines)

    def start(self, topology, mines):
        """Nothing is known of another board."""
        self.topology = topology
        self.mines_left = mines
        self.unknown = topology.size
        self.known[:] = self.free[:] = self.changed[:] = self.pairing[:] = self._clean
        for cell in range(topology.size):
            self.mask[cell] = 0

    def see(self, seen, topology, mines):
        """Know what a board says at sight, flags taken for covered cells."""
        self.start(topology, mines)
        for cell in range(topology.size):
            if seen[cell] < visible.COVERED:
                self.known[cell] = OPEN
                self.unknown -= 1
        for cell in range(topology.size):
            if seen[cell] < visible.COVERED:
                self.open(cell, seen[cell])

    def open(self, cell, clue):
        """The cell was opened and shows `clue`."""
        known = self.known
        news = known[cell] == UNKNOWN
        known[cell] = OPEN
        mask = free = 0
        for step, bit, back in self.topology.ways[cell]:
            near = cell + step
            state = known[near]
            if state == UNKNOWN:
                mask |= bit
                free += 1
            elif state == OPEN:
                if news:
                    self.mask[near] ^= back
                    self.free[near] -= 1
                    self.changed[near] = 1
            elif state == MINE:
                clue -= 1
        self.unknown -= news
        self.mask[cell] = mask
        self.free[cell] = free
        self.left[cell] = clue
        self.changed[cell] = 1

    def mark(self, cell, state):
        """The unknown cell is proven to be a MINE or SAFE."""
        known = self.known
        known[cell] = state
        mine = state == MINE
        self.unknown -= 1
        self.mines_left -= mine
        for step, _, back in self.topology.ways[cell]:
            near = cell + step
            if known[near] == OPEN:
                self.mask[near] ^= back
                self.free[near] -= 1
                self.left[near] -= mine
                self.changed[near] = 1

    def cells(self, clue, bits):
        """The cells that `bits` are in the window of `clue`."""
        return tuple([clue + step for step, bit, _ in self.topology.ways[clue] if bit & bits])

    def unknown_cells(self):
        """One after the other."""
        known = self.known
        for cell in range(self.topology.size):
            if known[cell] == UNKNOWN:
                yield cell

    def clues(self):
        """The clues that still have unknown neighbours, one after the other."""
        free = self.free
        for cell in range(self.topology.size):
            if free[cell]:
                yield cell

    def take(self, deduction):
        """Believe what was proven."""
        for cell in deduction.mines:
            self.mark(cell, MINE)
        for cell in deduction.safe:
            self.mark(cell, SAFE)
