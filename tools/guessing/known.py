# SPDX-License-Identifier: MIT
"""Knowledge, diagrams and odds of a board, as the game's solver has them but faster on a computer.

The classes extend those of the game: the frontier looks only at the clues that there are, and
tallies of components are cached from one board to the next.
"""

from array import array
from functools import lru_cache
from operator import mul

from minesweeper.solver import diagram, odds, reasoning, rules
from minesweeper.solver.deduction import CONTRADICTION, Impossible, TooLarge
from minesweeper.solver.knowledge import UNKNOWN, Knowledge
from minesweeper.solver.odds import Odds

_IS_UNKNOWN = bytes(state == UNKNOWN for state in range(256))


def of_seen(seen, topology, mines):
    """Return the knowledge of a board that looks like `seen`."""
    known = Knowledge(topology, mines)
    known.see(seen, topology, mines)
    return known


def copy(known):
    """Return a copy, for trying something."""
    return copy_into(Knowledge(known.topology, known.mines_left), known)


def copy_into(other, known):
    """Overwrite `other`, which has the same topology, and return it."""
    for name in ("known", "left", "free", "mask", "changed", "pairing"):
        getattr(other, name)[:] = getattr(known, name)
    other.unknown, other.mines_left = known.unknown, known.mines_left
    return other


def unknown_around(known):
    """Return how many unknown neighbours each cell has, as bytes."""
    width, size = known.topology.width, known.topology.size
    unknown = known.known.translate(_IS_UNKNOWN)
    # All cells are added at once as one long number: a byte each, and a free one after each row.
    rows = [unknown[at : at + width] + b"\0" for at in range(0, size, width)]
    cells = int.from_bytes(b"".join(rows), "little")
    three = (cells << 8) + cells + (cells >> 8)
    step = width + 1
    nine = (three << 8 * step) + three + (three >> 8 * step)
    sums = (nine - cells).to_bytes((len(rows) + 1) * step, "little")
    return b"".join([sums[at : at + width] for at in range(0, len(rows) * step, step)])


def check(known, diagram):
    """Raises Impossible if no mines fit, with the fewest clues that contradict each other."""
    rules.check(known)
    numbers = []
    rest = known.unknown
    diagram.frontier.begin(known)
    while diagram.frontier.next():
        diagram.build()
        numbers.append(diagram.possible())
        if not numbers[-1]:
            raise Impossible(CONTRADICTION, reasoning.contradiction(known, diagram))
        rest -= diagram.frontier.count
    if not reasoning.window(known.mines_left, rest) & reasoning.sums(numbers, -1):
        raise Impossible(_misfit(known.mines_left, numbers))


def _misfit(left, numbers):
    """Return which way the number of mines left is wrong."""
    fewest = sum((possible & -possible).bit_length() - 1 for possible in numbers)
    if fewest > left:
        return f"the clues want {fewest} mines but only {left} left"
    return f"{left} mines are left, more than fit the cells"


class CachedOdds(Odds):
    """Odds whose `cache` keeps the components' tallies from one board to the next."""

    def __init__(self, knowledge, diagram, cache):
        self._cache = cache
        super().__init__(knowledge, diagram)

    def tally(self, diagram):
        return cached_tally(diagram, self._cache)


class Tally(odds.Tally):
    """The game's tally, with the component's `clues`."""

    def __init__(self, diagram):
        super().__init__(diagram)
        self.clues = tuple(diagram.frontier.clues)
        self._rows = None

    def sums(self, weights):
        """Return (sum of counts, each times its weight; the cells that have it)."""
        if self._rows is None:
            cells: dict = {}
            for cell, packed in zip(self.cells, self.packed, strict=True):
                cells.setdefault(packed, []).append(cell)
            self._rows = [(self._unpacked(packed), same) for packed, same in cells.items()]
        return [(sum(map(mul, row, weights)), same) for row, same in self._rows]

    def _unpacked(self, packed):
        only = (1 << self.width) - 1
        return [packed >> place * self.width & only for place in range(len(self.ways))]


def cached_tally(diagram, cache):
    """Return the tally of the frontier's present component."""
    key = _key(diagram.frontier)
    if key not in cache:
        diagram.build()
        cache[key] = Tally(diagram)
    return cache[key]


def _key(frontier):
    """Return a key of the component: its cells, and the mines that their clues still need."""
    left = frontier.knowledge.left
    cells = frontier.cells[: frontier.count].tobytes()
    return cells, tuple(frontier.clues), tuple([left[clue] for clue in frontier.clues])


def chance(odds, cell):
    """Return the chance of a mine in the cell."""
    return odds.mines[cell] / odds.solutions


def safest(odds, known):
    """Return the unknown cells with the best odds."""
    cells = list(known.unknown_cells())
    best = min(odds.mines[cell] for cell in cells)
    return [cell for cell in cells if odds.mines[cell] == best]


@lru_cache(8)
def neighbours(topology):
    """Return, for every cell, the cells around it."""
    return [tuple(cell + step for step, *_ in near) for cell, near in enumerate(topology.near)]


class Diagram(diagram.Diagram):
    """The game's diagram, faster on a large board if few clues are asked about."""

    def widen(self, cells):
        super().widen(cells)
        self.frontier = Frontier(cells)
        self.cells = self.frontier.cells

    def _take(self):
        """Take a place for a clue. Raises TooLarge where a byte cannot keep it."""
        place = super()._take()
        if place >= diagram._NOWHERE:
            raise TooLarge
        return place


class Frontier(diagram.Frontier):
    """Finds the same components, with cells in the same order, and lists their `clues`."""

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
