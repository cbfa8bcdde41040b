# SPDX-License-Identifier: MIT
"""Boards as whole numbers with a bit for each cell, so that a rule looks at all cells at once.

`Shape` has what boards of a size share. A `Sweep` is a game in play: it opens cells and takes what
the simple rules of `minesweeper.solver.rules` say, all of it, as the game's solver does.
"""

from collections.abc import Iterator
from functools import lru_cache

from minesweeper.solver.knowledge import MINE, OPEN, Knowledge

_ROW = 5
_IS_OPEN = bytes.maketrans(b"01", bytes((0, OPEN)))
_IS_MINE = bytes.maketrans(b"01", bytes((0, MINE)))
_DIGITS = bytes.maketrans(b"\0\1", b"01")


class Shape:
    """`near[cell]` are the cells around one, `reach[cell]` those whose neighbours it may share."""

    def __init__(self, topology):
        self.topology = topology
        self.width, self.size = topology.width, topology.size
        self.all = (1 << self.size) - 1
        first = sum(1 << cell for cell in range(0, self.size, self.width))
        self._not_first = self.all ^ first
        self._not_last = self.all ^ first << self.width - 1
        self.near = [self.around(1 << cell) ^ 1 << cell for cell in range(self.size)]
        self.reach = [self.around(self.around(1 << cell)) ^ 1 << cell for cell in range(self.size)]

    def around(self, cells: int) -> int:
        """Return these cells and their neighbours."""
        cells |= (cells & self._not_last) << 1 | (cells & self._not_first) >> 1
        return (cells | cells << self.width | cells >> self.width) & self.all

    def counts(self, cells: int) -> tuple[int, int, int, int]:
        """Return how many of these cells are at and around each cell, a binary digit a number.

        Bits beyond the board may be set.
        """
        left, right = (cells & self._not_last) << 1, (cells & self._not_first) >> 1
        ones = left ^ cells ^ right
        twos = left & cells | right & (left | cells)
        above, below = ones << self.width, ones >> self.width
        carry = above & ones | below & (above | ones)
        ones ^= above ^ below
        above, below = twos << self.width, twos >> self.width
        fours = above & twos | below & (above | twos)
        twos ^= above ^ below
        return ones, twos ^ carry, fours ^ twos & carry, fours & twos & carry


@lru_cache(16)
def shape_of(topology) -> Shape:
    return Shape(topology)


class Sweep:
    """A game on a board whose mines are the bytes of `truth`: `opened` cells and `marked` mines."""

    def __init__(self, topology, truth):
        self.shape = shape_of(topology)
        self.truth = int(truth[::-1].translate(_DIGITS), 2)
        self.mines = self.truth.bit_count()
        self._numbers = self.shape.counts(self.truth)
        one, two, four, eight = self._numbers
        self._empty = self.shape.all & ~(one | two | four | eight)
        self.opened = self.marked = 0
        # The unknown cells of the clues that were compared.
        self._compared: dict[int, int] = {}

    def unknown(self) -> int:
        return self.shape.all ^ self.opened ^ self.marked

    def position(self) -> tuple[int, ...]:
        """Return all that can be seen, and the mines, which tell boards of a shape apart."""
        return self.mines, self.opened, self.marked, *[one & self.opened for one in self._numbers]

    def is_won(self) -> bool:
        return self.opened ^ self.truth == self.shape.all

    def open(self, cells: int) -> None:
        """Open safe cells and, from cells with no mine near, all around, as the game does."""
        around = self.shape.around
        opened = self.opened | cells
        empty = cells & self._empty
        while empty:
            cells = around(empty) & ~opened
            opened |= cells
            empty = cells & self._empty
        self.opened = opened

    def mark(self, mines: int) -> None:
        self.marked |= mines

    def deduce(self) -> None:
        """Take all that follows by the simple rules."""
        while not self.is_won() and (self._one_clue() or self._two_clues() or self._mines_left()):
            pass

    def _take(self, mines: int, safe: int) -> bool:
        """Mark and open cells; returns whether there are any."""
        self.mark(mines)
        if safe:
            self.open(safe)
        return mines | safe != 0

    def _one_clue(self) -> bool:
        """Take what each clue says alone."""
        shape, unknown = self.shape, self.unknown()
        clues = self.opened & shape.around(unknown)
        full = clues & self._equal(shape.counts(unknown | self.marked))
        found = clues & self._equal(shape.counts(self.marked))
        return self._take(shape.around(full) & unknown, shape.around(found) & unknown)

    def _equal(self, counts: tuple[int, int, int, int]) -> int:
        """Return the cells whose numbers are these."""
        one, two, four, eight = self._numbers
        others = counts
        return ~(one ^ others[0] | two ^ others[1] | four ^ others[2] | eight ^ others[3])

    def _two_clues(self) -> bool:
        """Take what two clues say together, if one of them has changed since it was compared."""
        clues = self._clues()
        changed = [clue for clue, (cells, _) in clues.items()
                   if self._compared.get(clue) != cells]
        self._compared = {clue: cells for clue, (cells, _) in clues.items()}
        together = sum(1 << clue for clue in clues)
        mines = safe = 0
        for clue in changed:
            for other in each(self.shape.reach[clue] & together):
                more = _compare(*clues[clue], *clues[other])
                if more:
                    mines |= more[0]
                    safe |= more[1]
        return self._take(mines, safe)

    def _clues(self) -> dict[int, tuple[int, int]]:
        """Return, of each clue with unknown neighbours, these and how many are mines."""
        near, unknown = self.shape.near, self.unknown()
        # Their number, less the mines that are marked, is how many of the unknown are.
        hidden = unknown & self.truth
        return {clue: (near[clue] & unknown, (near[clue] & hidden).bit_count())
                for clue in each(self.opened & self.shape.around(unknown))}

    def _mines_left(self) -> bool:
        """Take what the number of mines says."""
        unknown = self.unknown()
        left = self.mines - self.marked.bit_count()
        if left in (0, unknown.bit_count()):
            return self._take(unknown if left else 0, 0 if left else unknown)
        return False

    def knowledge(self) -> Knowledge:
        """Return what is known, for the game's solver."""
        shape, size, width = self.shape, self.shape.size, self.shape.width
        knowledge = Knowledge(shape.topology, self.mines - self.marked.bit_count())
        states = _bytes(self.opened, size, _IS_OPEN) | _bytes(self.marked, size, _IS_MINE)
        knowledge.known[:] = states.to_bytes(size, "little")
        knowledge.unknown = self.unknown().bit_count()
        for clue, (cells, left) in self._clues().items():
            knowledge.left[clue] = left
            knowledge.free[clue] = cells.bit_count()
            rows = cells << width + 1 >> clue
            knowledge.mask[clue] = (rows & 7 | (rows >> width & 7) << _ROW
                                    | rows >> 2 * width << 2 * _ROW)
        return knowledge


def _compare(cells: int, mines: int, others: int, more: int) -> tuple[int, int] | None:
    """Return the mines and the safe cells that two clues prove, each given by its unknown cells."""
    shared = cells & others
    if shared:
        only, rest = cells ^ shared, others ^ shared
        if only.bit_count() == mines - more:
            return only, rest
        if rest.bit_count() == more - mines:
            return rest, only
    return None


def _bytes(cells: int, size: int, table: bytes) -> int:
    """Return a long number with a byte for each cell."""
    return int.from_bytes(format(cells | 1 << size, "b")[:0:-1].encode().translate(table), "little")


def each(cells: int) -> Iterator[int]:
    """Yield the numbers of cells, in order."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest
