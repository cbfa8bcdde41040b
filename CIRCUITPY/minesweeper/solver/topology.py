# SPDX-License-Identifier: MIT
"""The shape of a board as the solver needs it: around every cell a window of 3×3 cells as bits.

Bits of a window lie five to a row, so that the window of a cell up to two steps away is compared
by a shift: bits that wrap round fall on columns that no window has. Made once for a board's size
and used for any number of games; cells of the same place towards the edges share their tuples.
"""

from minesweeper.rules.field import Neighbours

_ROW = 5

# How many bits are set in a row of a window.
_COUNT = b"\0\1\1\2\1\2\2\3"


class Topology:
    """`near[cell]` are (step to a neighbour, its bit here, our bit there) of all its neighbours.

    `beyond[column]` are, for each later cell within two columns and rows of one in that column,
    (the step to it, the shift that aligns its window: theirs << shift is ours). For earlier cells
    take the mirrored column and step backwards.
    """

    def __init__(self, width, height, neighbours=None):
        self.width = width
        self.height = height
        self.size = width * height
        neighbours = neighbours or Neighbours(width, height)
        shared: dict = {}
        self.near: list = [()] * self.size
        for cell in range(self.size):
            steps = neighbours.steps(cell)
            if steps not in shared:
                shared[steps] = _ways(cell, steps, width)
            self.near[cell] = shared[steps]
        middle = _pairs(-2, 2, width)
        self.beyond = [middle] * width
        for column in range(width):
            left, right = min(column, 2), min(width - 1 - column, 2)
            if left < 2 or right < 2:
                self.beyond[column] = _pairs(-left, right, width)


def _ways(cell, steps, width):
    near = []
    for step in steps:
        dx = (cell + step) % width - cell % width
        dy = (cell + step) // width - cell // width
        place = dy * _ROW + dx
        near.append((step, 1 << (_ROW + 1 + place), 1 << (_ROW + 1 - place)))
    return tuple(near)


def _pairs(left, right, width):
    """Return (step, shift) to cells of this row and the two below, within these columns."""
    pairs = [(dx, dx) for dx in range(1, right + 1)]
    for dy in (1, 2):
        pairs += [(dy * width + dx, dy * _ROW + dx) for dx in range(left, right + 1)]
    return tuple(pairs)


def count(bits):
    """Return how many cells of a window are set."""
    return _COUNT[bits & 7] + _COUNT[bits >> _ROW & 7] + _COUNT[bits >> 2 * _ROW]
