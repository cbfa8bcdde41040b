# SPDX-License-Identifier: MIT
"""Diagrams for a computer: their frontier looks only at the clues that there are."""

from array import array
from functools import lru_cache

from minesweeper.solver import diagram, frontier


@lru_cache(8)
def neighbours(topology):
    """Of every cell the cells around it."""
    return [tuple(cell + way[0] for way in ways) for cell, ways in enumerate(topology.ways)]


class Diagram(diagram.Diagram):
    """The firmware's, quicker on a large board of which few clues are asked about."""

    def widen(self, cells):
        super().widen(cells)
        self.frontier = Frontier(cells)
        self.cells = self.frontier.cells


class Frontier(frontier.Frontier):
    """Its components are the firmware's, with the cells in the same order; `clues` are theirs."""

    def begin(self, knowledge, clues=None):
        self._all = list(knowledge.clues() if clues is None else clues)
        self._near = neighbours(knowledge.topology)
        super().begin(knowledge, self._all)

    def _start(self):
        waiting = self._waiting
        open_clues = [clue for clue in self._all if waiting[clue]]
        return min(open_clues, key=waiting.__getitem__, default=-1)

    def grow(self, start):
        self.clues = [start]
        found, opened = [], [start]
        known, placed, waiting = self.knowledge.known, self._placed, self._waiting
        while opened:
            for cell in self._near[min(opened, key=waiting.__getitem__)]:
                if not known[cell] and not placed[cell]:
                    placed[cell] = 1
                    found.append(cell)
                    self._open_around(cell, opened)
        self.count = len(found)
        self.cells[: self.count] = array("H", found)
        return True

    def _open_around(self, cell, opened):
        waiting = self._waiting
        for clue in self._near[cell]:
            if waiting[clue]:
                waiting[clue] -= 1
                if clue not in opened:
                    self.clues.append(clue)
                    if waiting[clue]:
                        opened.append(clue)
                elif not waiting[clue]:
                    opened.remove(clue)
