# SPDX-License-Identifier: MIT
"""The knowledge of a board while it is being solved: open clues, proven mines and safe cells.

Clues count only unknown neighbours: `left` mines among `free` of them, which are the bits of
`mask`. Rules look at the clues that are set in `changed`, then in `pairing`. The player's flags are
not believed and do not appear here.
"""

from array import array

from minesweeper.solver import visible

UNKNOWN = 0
SAFE = 1
MINE = 2
OPEN = 3

SET = b"\1"


class Knowledge:
    """Knowledge of one board after the other; room for `cells` cells is allocated once.

    At first only the shape of the board and its number of mines are known.
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
        """Start with another board, of which nothing is known."""
        self.topology = topology
        self.mines_left = mines
        self.unknown = topology.size
        self.known[:] = self.free[:] = self.changed[:] = self.pairing[:] = self._clean
        for cell in range(topology.size):
            self.mask[cell] = 0

    def see(self, seen, topology, mines):
        """Know the visible clues of a board; flags count as covered cells."""
        self.start(topology, mines)
        # Clues are read once all are known to be open, so that none counts another.
        for cell in range(len(seen)):
            if seen[cell] < visible.COVERED:
                self.known[cell] = OPEN
                self.unknown -= 1
        for cell in range(topology.size):
            if seen[cell] < visible.COVERED:
                self.open(cell, seen[cell])

    def open(self, cell, clue):
        """Note that a cell is open and shows `clue`."""
        known, masks, frees, changed = self.known, self.mask, self.free, self.changed
        mask = free = 0
        if known[cell] == UNKNOWN:
            self.unknown -= 1
        known[cell] = OPEN
        for step, bit, back in self.topology.near[cell]:
            near = cell + step
            state = known[near]
            if state == UNKNOWN:
                mask |= bit
                free += 1
            elif state == OPEN:
                if masks[near] & back:
                    masks[near] ^= back
                    frees[near] -= 1
                    changed[near] = 1
            elif state == MINE:
                clue -= 1
        masks[cell] = mask
        frees[cell] = free
        self.left[cell] = clue
        changed[cell] = 1

    def flood(self, cells, at, around, by):
        """Open the empty cell `cells[at]`, and all around empty cells, as the game does.

        They are added to `cells`, and `by` notes which empty cell opened each; returns their end.
        """
        known, masks, changed = self.known, self.mask, self.changed
        steps = self.topology.near
        begin, end = at, at + 1
        self.unknown -= known[cells[at]] == UNKNOWN
        known[cells[at]] = OPEN
        while at < end:
            cell = cells[at]
            at += 1
            if around[cell]:
                continue
            self.left[cell] = 0
            for step, _, back in steps[cell]:
                near = cell + step
                state = known[near]
                if state != OPEN:
                    self.unknown -= state == UNKNOWN
                    known[near] = OPEN
                    by[near] = cell
                    cells[end] = near
                    end += 1
                elif masks[near] & back:
                    masks[near] ^= back
                    self.free[near] -= 1
                    changed[near] = 1
        # Their clues are read once all are open, so that none counts another of them.
        for at in range(begin, end):
            if around[cells[at]]:
                self.open(cells[at], around[cells[at]])
        return end

    def mark(self, cell, state):
        """Note that an unknown cell is proven to be a MINE or SAFE."""
        known = self.known
        known[cell] = state
        mine = state == MINE
        self.unknown -= 1
        self.mines_left -= mine
        for step, _, back in self.topology.near[cell]:
            near = cell + step
            if known[near] == OPEN:
                self.mask[near] ^= back
                self.free[near] -= 1
                self.left[near] -= mine
                self.changed[near] = 1

    def forget(self, cell):
        """Note that a cell is unknown again; the clues around it have changed: open them again."""
        known, changed = self.known, self.changed
        self.mines_left += known[cell] == MINE
        self.unknown += 1
        known[cell] = UNKNOWN
        self.mask[cell] = self.free[cell] = changed[cell] = 0
        for way in self.topology.near[cell]:
            if known[cell + way[0]] == OPEN:
                changed[cell + way[0]] = 1

    def cells(self, clue, bits):
        """Return the cells that `bits` stand for in the window of `clue`."""
        return tuple([clue + step for step, bit, _ in self.topology.near[clue] if bit & bits])

    def unknown_cells(self):
        known = self.known
        for cell in range(self.topology.size):
            if known[cell] == UNKNOWN:
                yield cell

    def clues(self):
        """Yield the clues that still have unknown neighbours."""
        free = self.free
        for cell in range(self.topology.size):
            if free[cell]:
                yield cell

    def take(self, deduction):
        """Note what a deduction proves."""
        for cell in deduction.mines:
            self.mark(cell, MINE)
        for cell in deduction.safe:
            self.mark(cell, SAFE)
