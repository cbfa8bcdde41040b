# SPDX-License-Identifier: MIT
"""The board: one bytearray that holds the truth and the player's marks, and the moves on it.

A move returns the cells that it changed. Counters are kept as moves are made, so no question about
the game reads the whole board. Knows no screen, sound, clock or hardware.
"""

from array import array

# A cell's byte: mines around it, a mine, the state of its cover, and what ended the game.
AROUND = 0x0F
MINE = 0x10
STATE = 0x60
COVERED = 0x00
QUESTION = 0x20
FLAG = 0x40
OPEN = 0x60
FATAL = 0x80

# The edges of the board that a cell may touch.
_LEFT = 1
_RIGHT = 2
_TOP = 4
_BOTTOM = 8


class Field:
    """A board of width * height bytes in `cells`, all covered and without mines until `lay`.

    Allocates for `most` cells; `shape` reuses that, and allocates anew only for a larger board.

    `undecided` counts covered and questioned cells, `safe_left` unopened cells without a mine,
    `wrong_flags` flags on cells without a mine; `exploded` is set once a mine was opened, `laid`
    once the mines are laid. If they are not when the first cell opens, `lay_for(cell)` is called to
    lay them; after that `arrange_for(cells)` is asked before covered cells open, may lay the mines
    anew, and says whether they may. With `flood_questions`, floods go through cells marked ? too.
    """

    def __init__(self, width, height, most=0):
        most = max(most, width * height)
        self._block = bytearray(most)
        self._reached = bytearray(most)
        self._changed = array("H", bytes(2 * most))
        self._flood = Flood(OPEN)
        self.neighbours = Neighbours(width, height, most)
        self.flood_questions(False)
        self.lay_for = _lay_nothing
        self.arrange_for = _as_laid
        self.shape(width, height)

    def shape(self, width, height):
        """Change to another board, not laid yet; after a MemoryError all is as it was."""
        size, block = width * height, self._block
        reached, changed = self._reached, self._changed
        if size > len(block):
            block, reached, changed = bytearray(size), bytearray(size), array("H", bytes(2 * size))
        cells = memoryview(block)[:size]
        if block is self._block:
            self.neighbours.shape(width, height)
        else:
            self.neighbours = Neighbours(width, height)
        self._block, self._reached, self._changed = block, reached, changed
        self.width, self.height, self.cells = width, height, cells
        self._flood.shape(cells, width, changed)
        self.start(0)

    def flood_questions(self, wanted):
        """Set whether floods go through cells marked ? or stop at them."""
        self._flood.barrier = 0xFF ^ QUESTION if wanted else 0xFF

    def start(self, mines):
        """Start a game: every cell covered, `mines` mines still to be laid.

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

    def recount(self):
        """Rebuild the counters after a MemoryError in a move; cells it opened stay open."""
        cells = self.cells
        self._count_anew()
        for cell in range(len(cells)):
            if not self.laid:
                cells[cell] &= STATE
            byte = cells[cell]
            if byte & STATE == OPEN:
                self.undecided -= 1
                self.safe_left -= not byte & MINE
            else:
                self._count_flag(cell, byte & STATE, 1)
            if byte & FATAL and byte & STATE == OPEN:
                self.exploded = True
                self.fatal_cell = cell

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
        """Replace the mines by as many others that fit the open cells."""
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
        """Return COVERED, QUESTION, FLAG or OPEN."""
        return self.cells[cell] & STATE

    def is_open(self, cell):
        return self.cells[cell] & STATE == OPEN

    def mark(self, cell, state):
        """Mark an unopened cell with a QUESTION, a FLAG or nothing (COVERED)."""
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
        """Open a cell; `count` cells are in `_changed` already; returns how many are then."""
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
        """Count a flag that is put on (1) or taken off (-1); a flagged cell is decided."""
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
        """Show a lost board: open the mines, or everything; wrong flags become FATAL."""
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
        """Show a won board: put a FATAL flag on every mine."""
        return self._put_on_mines(MINE | FLAG | FATAL)

    def flag_mines(self):
        """Put a flag on every mine, and none elsewhere: every other cell of the board is open."""
        return self._put_on_mines(MINE | FLAG)

    def _put_on_mines(self, byte):
        count = 0
        for cell in range(len(self.cells)):
            if self.cells[cell] & MINE:
                count = self._put(cell, byte, count)
        return self._changes(count)

    def _put(self, cell, byte, count):
        if self.cells[cell] == byte:
            return count
        self.cells[cell] = byte
        self._changed[count] = cell
        return count + 1

    def three_bv(self):
        """Return Bechtel's Board Benchmark Value: the fewest left clicks that clear the board.

        Every opening counts once, and so does every number that borders on none. It is 0 until the
        mines are laid. The cells that the last move returned are forgotten.
        """
        if not self.laid:
            return 0
        cells, reached = self.cells, self._reached
        for cell in range(len(cells)):
            reached[cell] = 0
        count = 0
        for cell in range(len(cells)):
            if not cells[cell] & (AROUND | MINE) and not reached[cell]:
                self._reach(cell)
                count += 1
        for cell in range(len(cells)):
            if not cells[cell] & MINE and not reached[cell]:
                count += 1
        return count

    def _reach(self, cell):
        """Mark the cells that open together with a cell that has no mine near."""
        cells, reached, waiting = self.cells, self._reached, self._changed
        reached[cell] = 1
        waiting[0] = cell
        count = 1
        while count:
            count -= 1
            cell = waiting[count]
            for step in self.neighbours.steps(cell):
                if not reached[cell + step]:
                    reached[cell + step] = 1
                    if not cells[cell + step] & (AROUND | MINE):
                        waiting[count] = cell + step
                        count += 1

    def nothing(self):
        """Return no changed cells."""
        return self._changes(0)

    def _changes(self, count):
        return memoryview(self._changed)[:count]


def _lay_nothing(cell):
    """Lay no mines, until a game says how they are laid."""


def _as_laid(cells):
    """Leave the mines where they are."""
    return True


class Flood:
    """Opens the cells around one with no mine near; notes them in `changed`.

    It goes by rows, so it needs no list of cells to visit, only one of rows to go on with. `opened`
    are the bits set in an open cell's byte. A flood looks at `byte & barrier`: 0 is a blank,
    1 to 8 a number, more is left covered.
    """

    def __init__(self, opened):
        self.barrier = 0xFF
        self._opened = opened

    def shape(self, cells, width, changed):
        """Change to another board."""
        self._cells = cells
        self._width = width
        self._changed = changed

    def open(self, cell, count):
        """Open a covered cell and, from blanks, all covered cells around.

        `count` cells are in `changed` already; returns how many are then. A run of blanks opens
        itself and its ends, then the rows above and below it are searched for more.
        """
        cells = self._cells
        if cells[cell]:
            return self._open_between(cell, cell, count)
        width = self._width
        runs = [cell]
        while runs:
            cell = runs.pop()
            if cells[cell] & self.barrier:
                continue  # opened since, as part of another run
            first, last = self._run_around(cell)
            count = self._open_between(first, last, count)
            if first >= width:
                count = self._search(first - width, last - width, runs, count)
            if last + width < len(cells):
                count = self._search(first + width, last + width, runs, count)
        return count

    def _run_around(self, cell):
        """Return the ends of a run of blanks: the first other cells to its left and right."""
        cells = self._cells
        barrier = self.barrier
        left = cell - cell % self._width
        right = left + self._width - 1
        first = last = cell
        while first > left and not cells[first] & barrier:
            first -= 1
        while last < right and not cells[last] & barrier:
            last += 1
        return first, last

    def _open_between(self, first, last, count):
        """Open the blanks and numbers of a row."""
        cells = self._cells
        changed = self._changed
        barrier = self.barrier
        opened = self._opened
        for cell in range(first, last + 1):
            if cells[cell] & barrier <= 8:
                cells[cell] |= opened
                changed[count] = cell
                count += 1
        return count

    def _search(self, first, last, runs, count):
        """Open the numbers beside a run, and add the start of every further run to `runs`."""
        cells = self._cells
        barrier = self.barrier
        in_run = False
        for cell in range(first, last + 1):
            held = cells[cell] & barrier
            if held and held <= 8:
                count = self._open_between(cell, cell, count)
            elif not held and not in_run:
                runs.append(cell)
            in_run = not held
        return count


class Neighbours:
    """The neighbours of each cell, for rules, solver and generator alike.

    The steps to a cell's neighbours depend only on the edges that it touches, so nine tuples serve
    every cell, and a look-up allocates nothing. Holds up to `most` cells.
    """

    def __init__(self, width, height, most=0):
        self._edges = bytearray(max(most, width * height))
        self._shape = None
        self.shape(width, height)

    def shape(self, width, height):
        """Change to another board; after a MemoryError all is as it was."""
        if self._shape == (width, height):
            return
        self._steps = [_steps(edges, width) for edges in range(_LEFT + _RIGHT + _TOP + _BOTTOM + 1)]
        for cell in range(width * height):
            self._edges[cell] = _edges(cell % width, cell // width, width, height)
        self._shape = width, height

    def steps(self, cell):
        """Return a tuple of the numbers to add to `cell` to reach each of its neighbours."""
        return self._steps[self._edges[cell]]


def _edges(x, y, width, height):
    edges = _LEFT if x == 0 else 0
    if x == width - 1:
        edges |= _RIGHT
    if y == 0:
        edges |= _TOP
    if y == height - 1:
        edges |= _BOTTOM
    return edges


def _steps(edges, width):
    steps = []
    for dy in range(0 if edges & _TOP else -1, 1 if edges & _BOTTOM else 2):
        for dx in range(0 if edges & _LEFT else -1, 1 if edges & _RIGHT else 2):
            if dx or dy:
                steps.append(dy * width + dx)
    return tuple(steps)
