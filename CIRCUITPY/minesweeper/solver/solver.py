# SPDX-License-Identifier: MIT
"""The solver's working memory: taken once, while the heap is whole, for all that is ever asked.

What is seen of a board smaller than it is made for takes a part of it; for one that is larger it
grows, once. One question at a time: each uses up what the last one left.
"""

from minesweeper.solver import visible
from minesweeper.solver.diagram import NODES, Diagram
from minesweeper.solver.knowledge import Knowledge
from minesweeper.solver.topology import Topology


class Solver:
    """`known`, `diagram` and `room`, an item a cell, for boards of `cells` cells at first."""

    def __init__(self, cells, nodes=NODES):
        self.topology = Topology(1, 1)
        self.diagram = Diagram(cells, nodes)
        self.known = Knowledge(self.topology, 0, cells)
        self.room = [0] * cells

    def see(self, cells, field):
        """Know what a field shows if these are its bytes; returns it as `visible` does."""
        self.shape(field)
        seen = visible.of_cells(cells)
        self.known.see(seen, self.topology, field.mines)
        return seen

    def shape(self, field):
        """Turn to boards of a field's size."""
        if (self.topology.width, self.topology.height) != (field.width, field.height):
            # There may be no room for both.
            self.topology = self.known.topology = Topology(1, 1)
            if field.width * field.height > len(self.room):
                self._widen(field.width * field.height)
            self.topology = Topology(field.width, field.height, field.neighbours)

    def _widen(self, cells):
        """Raises MemoryError, and can be asked again then."""
        self.diagram.widen(cells)
        self.known = Knowledge(self.topology, 0, cells)
        self.room = [0] * cells

    def forget(self):
        """Let go of the long numbers that are left, also by work that has not come to its end."""
        for cell in range(len(self.room)):
            self.room[cell] = 0
        self.diagram.forget()
