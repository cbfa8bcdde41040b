# SPDX-License-Identifier: MIT
"""All solutions of a component as a decision diagram, a layer a cell, without recursion.

From a node of a cell's layer one edge leads on if the cell is `blank` and one if it is a `mine`;
0 is no way on. A node stands for what its open clues still want, so that all ways to the same wants
are one. Nothing is guessed: where there is no room for the nodes, TooLarge is raised.
"""

from array import array

from minesweeper.solver.deduction import TooLarge
from minesweeper.solver.frontier import Frontier

# Nodes that a device has memory for.
NODES = 1200

_ROOT = 1
# Cells from one pause to the next.
_STRETCH = 8
_NOWHERE = 255
# Five bits a clue: what it wants, and a guard by which all are compared at once.
_WIDTH = 5
_WANTS = 15
_GUARD = 16


class Diagram:
    """Of one component after the other, each of at most `cells` cells; its memory is taken once.

    The nodes of cell number `at` are `starts[at]` to `starts[at + 1]`; after the last cell there is
    one, the end, or none if there is no solution. `value` is a number a node, for whoever walks.
    `pause()` is called now and then, and may stop the work by raising.
    """

    def __init__(self, cells, nodes=NODES):
        self.undisturbed()
        self.blank = _numbers(nodes, nodes)
        self.mine = _numbers(nodes, nodes)
        self.value = [0] * nodes
        self.count = 0
        self.widen(cells)

    def widen(self, cells):
        """Components of so many cells; without the memory for it, all stays as it is."""
        frontier, starts = Frontier(cells), _numbers(cells + 2, len(self.value))
        places = bytearray(cells), bytearray(cells), bytes([_NOWHERE] * cells)
        self.frontier, self.starts, self.cells = frontier, starts, frontier.cells
        self._place, self._room, self._nowhere = places

    def undisturbed(self):
        """Nobody wants the work to stop."""
        self.pause = _go_on

    def build(self):
        """The diagram of the frontier's present component."""
        self.count = self.frontier.count
        self._taken = 0
        self._place[:] = self._nowhere
        self.starts[0] = _ROOT
        self.starts[1] = _ROOT + 1
        self.value[_ROOT] = 0
        for at in range(self.count):
            if at % _STRETCH == 0:
                self.pause()
            opening, unit, room = self._clues_of(self.cells[at])
            self._decide(at, opening, unit, room)
            self.starts[at + 2] = self._merge(at, unit)

    def _clues_of(self, cell):
        """Of the clues that touch a cell, each at its place: what those want that open with it.

        Also a 1 for each, and the cells that each will have left.
        """
        knowledge = self.frontier.knowledge
        inside = self.frontier.inside
        opening = unit = room = 0
        for way in knowledge.topology.ways[cell]:
            clue = cell + way[0]
            if inside[clue]:
                place = self._place[clue]
                if place == _NOWHERE:
                    place = self._place[clue] = self._take()
                    self._room[clue] = knowledge.free[clue]
                    opening |= knowledge.left[clue] << place
                self._room[clue] -= 1
                unit |= 1 << place
                room |= self._room[clue] << place
        self._release(unit, room)
        return opening, unit, room

    def _take(self):
        """The first free place."""
        place = 0
        while self._taken >> place & 1:
            place += _WIDTH
        self._taken |= 1 << place
        return place

    def _release(self, unit, room):
        """The places of clues that have no cells left."""
        while unit:
            lowest = unit & -unit
            if not room & lowest * _WANTS:
                self._taken ^= lowest
            unit ^= lowest

    def _decide(self, at, opening, unit, room):
        """Which of a cell's edges its clues allow, as 1; `value` is what is wanted then."""
        blank, mine, value = self.blank, self.mine, self.value
        guards = unit * _GUARD
        fields = unit * _WANTS
        most = guards | room
        for node in range(self.starts[at], self.starts[at + 1]):
            state = value[node] = value[node] + opening
            wants = state & fields
            # A guard falls where a clue wants more than the cells that it has left, or is all done.
            spare = most - wants
            blank[node] = spare & guards == guards
            mine[node] = ((wants | guards) - unit & guards == guards
                          and (spare + unit) & guards == guards)

    def _merge(self, at, unit):
        """Lead the edges to the next nodes, made in order of their states; returns their end.

        Nodes lie in order and a mine takes the same from each, so both kinds of edges come in
        order too.
        """
        blank, mine, value = self.blank, self.mine, self.value
        lagging = leading = self.starts[at]
        end = following = self.starts[at + 1]
        latest = -1
        while lagging < end:
            state = value[lagging]
            if leading < end and value[leading] - unit <= state:
                state = value[leading] - unit
                edges, node = mine, leading
                leading += 1
            else:
                edges, node = blank, lagging
                lagging += 1
            if edges[node]:
                if state != latest:
                    if following == len(value):
                        raise TooLarge
                    latest = value[following] = state
                    following += 1
                edges[node] = following - 1
        return following

    def possible(self):
        """The possible numbers of mines as bits; in `value` those on the way to each node."""
        blank, mine, value = self.blank, self.mine, self.value
        self._begin()
        for node in range(_ROOT, self.starts[self.count]):
            mines = value[node]
            value[blank[node]] |= mines
            value[mine[node]] |= mines << 1
        return self._end()

    def forget(self):
        """No node has a number; `mines` leaves none when it comes to its end."""
        if any(self.value):
            for node in range(len(self.value)):
                self.value[node] = 0

    def _begin(self):
        """One way to the root, none to any other node."""
        self._clear()
        self.value[_ROOT] = 1

    def _clear(self):
        for node in range(self.starts[self.count + 1]):
            self.value[node] = 0

    def _end(self):
        """What has come to the end, nothing if there is none; and nowhere holds nothing."""
        self.value[0] = 0
        end = self.starts[self.count]
        return self.value[end] if end < self.starts[self.count + 1] else 0

    def decided(self, allowed):
        """(mines, safe) cells, alike in all solutions that have an `allowed` number of mines.

        To be asked after `possible`, which it uses up.
        """
        mines: list = []
        safe: list = []
        self.value[self.starts[self.count]] = allowed
        for at in range(self.count - 1, -1, -1):
            with_mine, without = self._back(at)
            if not without:
                mines.append(self.cells[at])
            if not with_mine:
                safe.append(self.cells[at])
        return tuple(mines), tuple(safe)

    def _back(self, at):
        """Numbers of mines so far with which a mine in the cell may be, and none in it.

        `value` becomes the numbers with which each of its nodes may go on.
        """
        blank, mine, value = self.blank, self.mine, self.value
        with_mine = without = 0
        for node in range(self.starts[at], self.starts[at + 1]):
            mines = value[node]
            fit = value[blank[node]]
            rest = value[mine[node]] >> 1
            without |= mines & fit
            with_mine |= mines & rest
            value[node] = fit | rest
        return with_mine, without

    def ways(self, width):
        """The number of solutions, by their number of mines if `width` bits are to hold a count.

        In `value` the number of ways to each node.
        """
        blank, mine, value = self.blank, self.mine, self.value
        self._begin()
        for node in range(_ROOT, self.starts[self.count]):
            ways = value[node]
            value[blank[node]] += ways
            value[mine[node]] += ways << width
        return self._end()

    def mines(self, width):
        """In how many solutions each cell has a mine, last cell first; forgets all ways."""
        blank, mine, value = self.blank, self.mine, self.value
        value[self.starts[self.count]] = 1
        for at in range(self.count - 1, -1, -1):
            total = 0
            for node in range(self.starts[at], self.starts[at + 1]):
                on = value[mine[node]]
                if on:
                    on <<= width
                    total += value[node] * on
                value[node] = value[blank[node]] + on
            yield total
        self._clear()


def _numbers(count, most):
    """So many numbers below `most`, all of them 0."""
    small = most < 1 << 16
    return array("H" if small else "I", bytes(count * (2 if small else 4)))


def _go_on():
    """At a pause, without a look at anything."""
