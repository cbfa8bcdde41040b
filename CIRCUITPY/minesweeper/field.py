# SPDX-License-Identifier: MIT
"""The board: one bytearray that holds the truth and what the player has marked, and its moves.

A move returns the cells that it changed. What decides a game is counted as moves are made, so no
question about the game reads the board. Knows no screen, sound, clock or hardware.
"""

from array import array

from minesweeper.neighbours import Neighbours

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
    `wrong_flags` flags on cells without a mine; `exploded` tells that a mine was opened.
    """

    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.cells = bytearray(width * height)
        self.neighbours = Neighbours(width, height)
        self._changed = array("H", bytes(2 * width * height))
        self._start(0)

    def _start(self, mines):
        self.mines = mines
        self.flags = 0
        self.wrong_flags = 0
        self.undecided = len(self.cells)
        self.safe_left = len(self.cells) - mines
        self.exploded = False

    def clear(self):
        """Every cell covered, no mines."""
        cells = self.cells
        for cell in range(len(cells)):
            cells[cell] = 0
        self._start(0)

    def lay(self, mines, randrange):
        """A new game with `mines` mines where `randrange(cells)` draws them.

        Raises ValueError unless at least one cell is left free.
        """
        if not 0 <= mines < len(self.cells):
            raise ValueError("{} mines do not fit {} cells".format(mines, len(self.cells)))
        self.clear()
        for _ in range(mines):
            self._lay_one(randrange)
        self._start(mines)

    def _lay_one(self, randrange):
        cells = self.cells
        cell = randrange(len(cells))
        while cells[cell] & MINE:
            cell = randrange(len(cells))
        cells[cell] = MINE
        for step in self.neighbours.steps(cell):
            if not cells[cell + step] & MINE:
                cells[cell + step] += 1

    def state(self, cell):
        """COVERED, QUESTION, FLAG or OPEN."""
        return self.cells[cell] & STATE

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
        state = self.state(cell)
        if state == OPEN:
            return self._changes(0)
        self._count_flag(cell, state, -1)
        self.cells[cell] &= ~STATE
        if self.cells[cell] & MINE:
            return self._explode(cell)
        count = self._flood(cell)
        self.safe_left -= count
        self.undecided -= count
        return self._changes(count)

    def _explode(self, cell):
        self.cells[cell] |= OPEN | FATAL
        self.undecided -= 1
        self.exploded = True
        self._changed[0] = cell
        return self._changes(1)

    def _count_flag(self, cell, state, change):
        """A flag decides its cell."""
        if state == FLAG:
            self.flags += change
            self.undecided -= change
            if not self.cells[cell] & MINE:
                self.wrong_flags += change

    def _flood(self, cell):
        """Open a covered cell and, from cells with no mine near, all covered cells around.

        Goes by rows: a run of such cells opens itself and its ends, then the rows above and below
        it are searched for more. Returns how many cells stand in `_changed`.
        """
        cells = self.cells
        if cells[cell]:
            return self._open_between(cell, cell, 0)
        count = 0
        runs = [cell]
        while runs:
            cell = runs.pop()
            if cells[cell]:
                continue  # opened since, as part of another run
            first, last = self._run_around(cell)
            count = self._open_between(first, last, count)
            if first >= self.width:
                count = self._search(first - self.width, last - self.width, runs, count)
            if last + self.width < len(cells):
                count = self._search(first + self.width, last + self.width, runs, count)
        return count

    def _run_around(self, cell):
        """The covered cells with no mine near to the left and right of `cell`, ends included."""
        cells = self.cells
        left = cell - cell % self.width
        right = left + self.width - 1
        first = last = cell
        while first > left and not cells[first]:
            first -= 1
        while last < right and not cells[last]:
            last += 1
        return first, last

    def _open_between(self, first, last, count):
        """Open the covered, unmarked cells of a row; none of them is a mine."""
        cells = self.cells
        changed = self._changed
        for cell in range(first, last + 1):
            if cells[cell] < MINE:
                cells[cell] |= OPEN
                changed[count] = cell
                count += 1
        return count

    def _search(self, first, last, runs, count):
        """Beside a run: open the numbers, and add the start of every further run to `runs`."""
        cells = self.cells
        in_run = False
        for cell in range(first, last + 1):
            if cells[cell]:
                in_run = False
                if cells[cell] < MINE:
                    count = self._open_between(cell, cell, count)
            elif not in_run:
                in_run = True
                runs.append(cell)
        return count

    def reveal(self):
        """After the game: open every cell but the wrong flags, which become FATAL."""
        cells = self.cells
        count = 0
        for cell in range(len(cells)):
            before = cells[cell]
            if before & STATE == FLAG and not before & MINE:
                cells[cell] |= FATAL
            else:
                cells[cell] |= OPEN
            if cells[cell] != before:
                self._changed[count] = cell
                count += 1
        return self._changes(count)

    def _changes(self, count):
        return memoryview(self._changed)[:count]
