# SPDX-License-Identifier: MIT
"""What is known of a board while it is being solved: opened clues, proven mines, proven safe cells.

Clues count only what is not known yet: `left` mines among `free` unknown neighbours, which are the
bits of `mask`. Rules read these and queue up in `changed`; whoever plays or proves calls `open`
and `mark`. The player's flags are not believed and do not appear here.
"""

from array import array

from minesweeper import sight

UNKNOWN = 0
SAFE = 1
MINE = 2
OPEN = 3


class Knowledge:
    """Nothing is known at first but the shape of the board and its number of mines."""

    def __init__(self, ground, mines):
        self.ground = ground
        self.known = bytearray(ground.size)
        self.left = [0] * ground.size
        self.free = bytearray(ground.size)
        self.mask = array("H", bytes(2 * ground.size))
        self.mines_left = mines
        self.unknown = ground.size
        self.changed = []
        self.pairing = []
        self.paired = bytearray(ground.size)

    def copy(self):
        """The same for trying something out; what the simple rules look at next is not copied."""
        other = Knowledge(self.ground, self.mines_left)
        other.known = bytearray(self.known)
        other.left = list(self.left)
        other.free = bytearray(self.free)
        other.mask = array("H", self.mask)
        other.unknown = self.unknown
        return other

    def open(self, cell, clue):
        """The cell was opened and shows `clue`."""
        known = self.known
        news = known[cell] == UNKNOWN
        known[cell] = OPEN
        mask = free = 0
        for step, bit, back in self.ground.ways[cell]:
            near = cell + step
            state = known[near]
            if state == UNKNOWN:
                mask |= bit
                free += 1
            elif state == OPEN:
                if news:
                    self.mask[near] ^= back
                    self.free[near] -= 1
                    self.changed.append(near)
            elif state == MINE:
                clue -= 1
        self.unknown -= news
        self.mask[cell] = mask
        self.free[cell] = free
        self.left[cell] = clue
        self.changed.append(cell)

    def mark(self, cell, state):
        """The unknown cell is proven to be a MINE or SAFE."""
        known = self.known
        known[cell] = state
        mine = state == MINE
        self.unknown -= 1
        self.mines_left -= mine
        for step, _, back in self.ground.ways[cell]:
            near = cell + step
            if known[near] == OPEN:
                self.mask[near] ^= back
                self.free[near] -= 1
                self.left[near] -= mine
                self.changed.append(near)

    def cells(self, clue, bits):
        """The cells that `bits` are in the window of `clue`."""
        return tuple([clue + step for step, bit, _ in self.ground.ways[clue] if bit & bits])

    def unknown_cells(self):
        known = self.known
        return [cell for cell in range(len(known)) if known[cell] == UNKNOWN]

    def clues(self):
        """The clues that still have unknown neighbours."""
        free = self.free
        return [cell for cell in range(len(free)) if free[cell]]

    def take(self, deduction):
        """Believe what was proven."""
        for cell in deduction.mines:
            self.mark(cell, MINE)
        for cell in deduction.safe:
            self.mark(cell, SAFE)


def of_seen(seen, ground, mines):
    """What a board says at sight, flags taken for covered cells."""
    knowledge = Knowledge(ground, mines)
    for cell in range(len(seen)):
        if seen[cell] < sight.COVERED:
            knowledge.known[cell] = OPEN
            knowledge.unknown -= 1
    for cell in range(len(seen)):
        if seen[cell] < sight.COVERED:
            knowledge.open(cell, seen[cell])
    return knowledge
