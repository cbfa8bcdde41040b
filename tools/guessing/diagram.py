# SPDX-License-Identifier: MIT
"""Diagrams for a computer: their frontier looks only at the clues that there are."""

from minesweeper.solver import diagram, frontier


class Diagram(diagram.Diagram):
    """The firmware's, quicker on a large board of which few clues are asked about."""

    def widen(self, cells):
        super().widen(cells)
        self.frontier = Frontier(cells)
        self.cells = self.frontier.cells


class Frontier(frontier.Frontier):
    """It begins its components with the same clues as the firmware's."""

    def begin(self, knowledge, clues=None):
        self._clues = list(knowledge.clues() if clues is None else clues)
        super().begin(knowledge, self._clues)

    def _start(self):
        waiting = self._waiting
        open_clues = [clue for clue in self._clues if waiting[clue]]
        return min(open_clues, key=waiting.__getitem__, default=-1)
