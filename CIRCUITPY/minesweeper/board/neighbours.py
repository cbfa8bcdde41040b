# SPDX-License-Identifier: MIT
"""Which cells are next to each other, for rules, solver and generator alike.

Cells are ints, y * width + x. The steps from a cell to its neighbours depend only on which edges
it touches, so nine tuples serve every cell and asking for them allocates nothing.
"""

_LEFT = 1
_RIGHT = 2
_TOP = 4
_BOTTOM = 8


class Neighbours:
    """`steps(cell)` is a tuple of what to add to `cell` to reach each of its neighbours."""

    def __init__(self, width, height):
        self._edges = bytearray(width * height)
        for cell in range(width * height):
            self._edges[cell] = _edges(cell % width, cell // width, width, height)
        self._steps = [None] * 16
        for edges in set(self._edges):
            self._steps[edges] = _steps(edges, width)

    def steps(self, cell):
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
