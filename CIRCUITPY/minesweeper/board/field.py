# SPDX-License-Identifier: MIT
"""The board: one bytearray that holds the truth and what the player has marked, and its moves.

A move returns the cells that it changed. What decides a game is counted as moves are made, so no
question about the game reads the board. Knows no screen, sound, clock or hardware.
"""

from array import array

from minesweeper.board.flood import Flood
from minesweeper.board.neighbours import Neighbours

# A cell's byte: mines around it, a mine, the state of its cover, and what ended the game.
AROUND = 0x0F
MINE = 0x10
STATE = 0x60
COVERED = 0x00
QUESTION = 0x20
FLAG = 0x40
OPEN = 0x60
FATAL = 0x80


class Field:
    """`cells` are width * height bytes, all covered and without mines until `lay`.

    `undecided` counts covered and questioned cells, `safe_left` unopened cells without a mine,
    `wrong_flags` flags on cells without a mine; `exploded` is set once a mine was opened, `laid`
    once the mines are laid. If they are not when the first cell opens, `lay_for(cell)` is called to
    lay them; after that `arrange_for(cells)` is asked before covered cells open, may lay the mines
    anew, and says whether they may. With `flood_questions`, floods go through cells marked ? too.
    """

    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.cells = bytearray(width * height)
        self.neighbours = Neighbours(width, height)
        self._changed = array("H", bytes(2 * width * height))
        self._flood = Flood(self.cells, width, self._changed, OPEN)
        self.flood_questions(False)
        self.lay_for = _lay_nothing
        self.arrange_for = _as_laid
        self.start(0)

    def flood_questions(self, wanted):
        """Whether floods go through cells marked ? or stop at them."""
        self._flood.barrier = 0xFF ^ QUESTION if wanted else 0xFF

    def start(self, mines):
        """A new game: every cell covered, `mines` mines still to be laid.

        Raises ValueError unless at least one cell is left free.
        """
        cells = self.cells
        if not 0 <= mines < len(cells):
            raise ValueError("{} mines do not fit {} cells".format(mines, len(cells)))
        for cell in range(len(cells)):
            cells[cell] = COVERED
        self.mines = mines
        self.laid = False
        self._count_anew()

    def _count_anew(self):
        self.flags = 0
        self.wrong_flags = 0
        self.undecided = len(self.cells)
        self.safe_left = len(self.cells) - self.mines
        self.exploded = False
        self.fatal_cell = 0

    def lay(self, randrange, clear=()):
        """Lay the mines where `randrange(cells)` draws them, none on the cells `clear`."""
        for _ in range(self.mines):
            cell = randrange(len(self.cells))
            while self.cells[cell] & MINE or cell in clear:
                cell = randrange(len(self.cells))
            self.lay_one(cell)
        self.laid = True

    def lay_all(self, truth):
        """Lay mines where a byte of `truth` is not 0."""
        for cell in range(len(truth)):
            if truth[cell]:
                self.lay_one(cell)
        self.laid = True

    def lay_anew(self, truth):
        """Other mines, as many, on covered cells that no opened one tells from where they were."""
        cells = self.cells
        self.wrong_flags = self.flags
        for cell in range(len(cells)):
            cells[cell] &= STATE
        self.lay_all(truth)

    def lay_one(self, cell):
        """Put a mine on `cell`, which may be marked."""
        cells = self.cells
        if cells[cell] & STATE == FLAG:
            self.wrong_flags -= 1
        cells[cell] = cells[cell] & STATE | MINE
        for step in self.neighbours.steps(cell):
            if not cells[cell + step] & MINE:
                cells[cell + step] += 1

    def state(self, cell):
        """COVERED, QUESTION, FLAG or OPEN."""
        return self.cells[cell] & STATE

    def is_open(self, cell):
        return self.cells[cell] & STATE == OPEN

    def mark(self, cell, state):
        """Cover an unopened cell with nothing, a QUESTION or a FLAG."""
        old = self.state(cell)
        if old in (OPEN, state):
            return self._changes(0)
        self.cells[cell] += state - old
        self._count_flag(cell, old, -1)
        self._count_flag(cell, state, 1)
        self._changed[0] = cell
        return self._changes(1)

    def open(self, cell):
        """Open an unopened cell, whatever mark it bears, and flood from it if nothing is near."""
        if self.laid and not self.is_open(cell) and not self.arrange_for((cell,)):
            return self.nothing()
        return self._changes(self._open(cell, 0))

    def chord(self, cell):
        """Open the unflagged neighbours of a clue that has as many flags around as its number."""
        if not self._is_satisfied(cell):
            return self.nothing()
        near = [cell + step for step in self.neighbours.steps(cell)]
        near = [other for other in near if self.state(other) in (COVERED, QUESTION)]
        count = 0
        if near and self.arrange_for(near):
            for other in near:
                count = self._open(other, count)
        return self._changes(count)

    def _is_satisfied(self, cell):
        if self.state(cell) != OPEN or self.cells[cell] & MINE:
            return False
        flags = 0
        for step in self.neighbours.steps(cell):
            flags += self.state(cell + step) == FLAG
        return 0 < flags == self.cells[cell] & AROUND

    def _open(self, cell, count):
        """`count` cells are in `_changed` already; returns how many are then."""
        state = self.state(cell)
        if state == OPEN:
            return count
        if not self.laid:
            self.lay_for(cell)
        self._count_flag(cell, state, -1)
        self.cells[cell] &= ~STATE
        if self.cells[cell] & MINE:
            return self._explode(cell, count)
        opened = self._flood.open(cell, count) - count
        self.safe_left -= opened
        self.undecided -= opened
        return count + opened

    def _explode(self, cell, count):
        self.cells[cell] |= OPEN | FATAL
        self.undecided -= 1
        self.exploded = True
        self.fatal_cell = cell
        self._changed[count] = cell
        return count + 1

    def _count_flag(self, cell, state, change):
        """Count a flag that is put or taken off; a flagged cell is decided."""
        if state == FLAG:
            self.flags += change
            self.undecided -= change
            if not self.cells[cell] & MINE:
                self.wrong_flags += change

    def cover(self):
        """Cover the board again, with the same mines."""
        for cell in range(len(self.cells)):
            self.cells[cell] &= MINE | AROUND
        self._count_anew()

    def reveal(self, everything=True):
        """After a loss: open the mines, or everything; wrong flags become FATAL."""
        count = 0
        for cell in range(len(self.cells)):
            byte = self.cells[cell]
            flagged = byte & STATE == FLAG
            if flagged and not byte & MINE:
                count = self._put(cell, byte | FATAL, count)
            elif everything or (byte & MINE and not flagged):
                count = self._put(cell, byte | OPEN, count)
        return self._changes(count)

    def defuse(self):
        """After a win: a FATAL flag on every mine."""
        count = 0
        for cell in range(len(self.cells)):
            if self.cells[cell] & MINE:
                count = self._put(cell, MINE | FLAG | FATAL, count)
        return self._changes(count)

    def _put(self, cell, byte, count):
        if self.cells[cell] == byte:
            return count
        self.cells[cell] = byte
        self._changed[count] = cell
        return count + 1

    def nothing(self):
        """What a move that changes nothing returns."""
        return self._changes(0)

    def _changes(self, count):
        return memoryview(self._changed)[:count]


def _lay_nothing(cell):
    """Until a game says how the mines are to be laid."""


def _as_laid(cells):
    """The mines stay where they are."""
    return True
