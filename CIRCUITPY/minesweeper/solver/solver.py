# SPDX-License-Identifier: MIT
"""The solver's working memory: allocated once, while the heap is whole, for every question.

A smaller board uses part of it; for a larger one it grows, once. Questions are asked one at a time:
each overwrites what the last one left.
"""

from minesweeper import lazy
from minesweeper.solver import visible
from minesweeper.solver.deduction import Stopped
from minesweeper.solver.diagram import NODES, Diagram
from minesweeper.solver.knowledge import Knowledge
from minesweeper.solver.topology import Topology


class Solver:
    """`known`, `diagram` and `counts`, an item a cell, for boards of `cells` cells at first."""

    def __init__(self, cells, nodes=NODES):
        self._no_shape = self.topology = Topology(1, 1)
        self.diagram = Diagram(cells, nodes)
        self.known = Knowledge(self.topology, 0, cells)
        self.counts = [0] * cells
        self._seen = bytearray(cells)

    def copy(self, field):
        """Return a copy of a field's bytes, for `see`; it lasts until the next question."""
        self.shape(field)
        copied = memoryview(self._seen)[: len(field.cells)]
        copied[:] = field.cells
        return copied

    def see(self, cells, field):
        """Know what a field shows if these are its bytes; returns it as `visible` does."""
        self.shape(field)
        seen = visible.of_cells(cells, memoryview(self._seen)[: len(cells)])
        self.known.see(seen, self.topology, field.mines)
        return seen

    def look(self, field, touched, modules=()):
        """Know what a field shows, and raise Stopped when `touched()` says so during the work.

        Before that, load the modules that the work needs one by one, as each takes a while. The
        shape comes first, because it takes a larger block of memory than they do.
        """
        self.watch(touched)
        self.shape(field)
        for name in modules:
            self.diagram.poll()
            lazy.load(name)
            self.diagram.poll()
        return self.see(field.cells, field)

    def watch(self, touched):
        """Raise Stopped from now on when `touched()` says so."""
        def poll():
            if touched():
                raise Stopped

        self.diagram.poll = poll

    def shape(self, field):
        """Prepare for boards of a field's size."""
        if (self.topology.width, self.topology.height) != (field.width, field.height):
            # Both may not fit.
            self.leave_shape()
            if field.width * field.height > len(self.counts):
                self._widen(field.width * field.height)
            self.topology = Topology(field.width, field.height, field.neighbours)

    def leave_shape(self):
        """Drop the Topology; the next question rebuilds it."""
        self.topology = self.known.topology = self._no_shape

    def _widen(self, cells):
        """Raises MemoryError, and can be asked again then."""
        self.diagram.widen(cells)
        self.known = Knowledge(self.topology, 0, cells)
        self.counts = [0] * cells
        self._seen = bytearray(cells)

    def forget(self):
        """Release the long numbers that are left, also by work that was stopped."""
        for cell in range(len(self.counts)):
            self.counts[cell] = 0
        self.diagram.forget()
