# SPDX-License-Identifier: MIT
"""The frontier cut into components: cells that clues touch, in an order that keeps few clues open.

Components know nothing of each other but the number of mines left. The next cells are always those
of the open clue that has the fewest left; a component ends when no clue is open.
"""

from array import array

_PLACED = 255


class Frontier:
    """Of one component after the other: its `count` `cells` in order.

    `inside[clue]` is 1 for the clues that count. Room for `cells` cells is taken once.
    """

    def __init__(self, cells):
        self.cells = array("H", bytes(2 * cells))
        self.count = 0
        self.inside = bytearray(cells)
        self._waiting = bytearray(cells)
        self._placed = bytearray(cells)
        self._clean = bytes(cells)

    def begin(self, knowledge, clues=None):
        """With these clues of what is known, or all that have unknown neighbours."""
        self.knowledge = knowledge
        self.inside[:] = self._waiting[:] = self._placed[:] = self._clean
        for clue in knowledge.clues() if clues is None else clues:
            self.inside[clue] = 1
            self._waiting[clue] = knowledge.free[clue]

    def next(self):
        """Go on to the next component; returns whether there is one."""
        start = self._start()
        return start >= 0 and self.grow(start)

    def grow(self, start):
        """The component of a clue."""
        self.count = 0
        opened = [start]
        while opened:
            self._place_around(_fewest(opened, self._waiting), opened)
        return True

    def touched(self, cell):
        """Whether one of the components had it."""
        return self._placed[cell]

    def _start(self):
        """The clue that has the fewest cells, -1 when all components are done."""
        waiting = self._waiting
        best = -1
        fewest = _PLACED
        for clue in range(self.knowledge.topology.size):
            if 0 < waiting[clue] < fewest:
                best, fewest = clue, waiting[clue]
        return best

    def _place_around(self, clue, opened):
        """The clue's cells come next."""
        known = self.knowledge.known
        for way in self.knowledge.topology.ways[clue]:
            cell = clue + way[0]
            if not known[cell] and not self._placed[cell]:
                self._placed[cell] = 1
                self.cells[self.count] = cell
                self.count += 1
                self._open_around(cell, opened)

    def _open_around(self, cell, opened):
        """A cell is placed: its clues are open as long as they have more."""
        waiting = self._waiting
        for way in self.knowledge.topology.ways[cell]:
            clue = cell + way[0]
            if waiting[clue]:
                waiting[clue] -= 1
                if clue in opened:
                    if not waiting[clue]:
                        opened.remove(clue)
                elif waiting[clue]:
                    opened.append(clue)


def _fewest(clues, waiting):
    fewest = clues[0]
    for clue in clues:
        if waiting[clue] < waiting[fewest]:
            fewest = clue
    return fewest
