# SPDX-License-Identifier: MIT
"""The shape of a board as the solver needs it: around every cell a window of 3×3 cells as bits.

Bits of a window lie five to a row, so that the window of a cell up to two steps away is compared
by a shift: bits that wrap round fall on columns that no window has. Made once for a board's size
and used for any number of games; cells of the same place towards the edges share their tuples.
"""

from minesweeper.neighbours import Neighbours

_ROW = 5

# How many bits are set in a row of a window.
_COUNT = b"\0\1\1\2\1\2\2\3"


class Ground:
    """`ways[cell]` are (step to a neighbour, its bit here, our bit there) of all its neighbours.

    `later[cell]` and `earlier[cell]` are (step, shift) to the cells whose windows share cells with
    ours: theirs << shift is ours for a later cell, ours << shift is theirs for an earlier one.
    """

    def __init__(self, width, height, neighbours=None):
        self.width = width
        self.height = height
        self.size = width * height
        self.ways = []
        self.later = []
        self.earlier = []
        neighbours = neighbours or Neighbours(width, height)
        kinds: dict = {}
        shared: dict = {}
        for cell in range(self.size):
            kind = _kind(cell % width, cell // width, width, height)
            if kind not in kinds:
                ways = _ways(cell, neighbours.steps(cell), width, shared)
                kinds[kind] = ways, _pairs(kind, width, 1, shared), _pairs(kind, width, -1, shared)
            ways, later, earlier = kinds[kind]
            self.ways.append(ways)
            self.later.append(later)
            self.earlier.append(earlier)


def _kind(x, y, width, height):
    """How many cells there are to each side, as far as two."""
    return min(x, 2), min(width - 1 - x, 2), min(y, 2), min(height - 1 - y, 2)


def _ways(cell, steps, width, shared):
    ways = []
    for step in steps:
        dx = (cell + step) % width - cell % width
        dy = (cell + step) // width - cell // width
        place = dy * _ROW + dx
        ways.append(_share((step, 1 << (_ROW + 1 + place), 1 << (_ROW + 1 - place)), shared))
    return tuple(ways)


def _pairs(kind, width, sign, shared):
    left, right, above, below = kind
    pairs = []
    for dy in range(-above, below + 1):
        for dx in range(-left, right + 1):
            shift = (dy * _ROW + dx) * sign
            if shift > 0:
                pairs.append(_share((dy * width + dx, shift), shared))
    return tuple(pairs)


def _share(item, shared):
    return shared.setdefault(item, item)


def count(bits):
    """How many cells of a window are set."""
    return _COUNT[bits & 7] + _COUNT[bits >> _ROW & 7] + _COUNT[bits >> 2 * _ROW]
