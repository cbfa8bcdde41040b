# SPDX-License-Identifier: MIT
"""All solutions of a component as a decision diagram, a layer a cell, without recursion.

Components are the parts of the frontier, which share no clues. From a node of a cell's layer one
edge leads on if the cell is `blank` and one if it is a `mine`; 0 is no edge. A node is keyed
by how many mines each open clue still wants; paths with equal keys share it. Raises TooLarge where
the nodes do not fit.
"""

from array import array

from minesweeper.solver.deduction import TooLarge

# So many nodes fit a device's memory.
NODES = 1200

_ROOT = 1
# Cells from one poll to the next.
_STRETCH = 8
_NOWHERE = 255
# Five bits a clue: the mines it wants, and a guard bit to compare all at once.
_WIDTH = 5
_WANTS = 15
_GUARD = 16
# Marks a cell in a component, in place of a count of waiting cells.
_PLACED = 255


class Diagram:
    """Diagrams of components of at most `cells` cells, one after the other; allocates memory once.

    The nodes of cell number `at` are `starts[at]` to `starts[at + 1]`; after the last cell there is
    one, the end, or none if there is no solution. `value` has a number for each node.
    `poll()` is called now and then, and may stop the work by raising.
    """

    def __init__(self, cells, nodes=NODES):
        self.undisturbed()
        self.blank = _numbers(nodes, nodes)
        self.mine = _numbers(nodes, nodes)
        self.value = [0] * nodes
        self.count = 0
        self.widen(cells)

    def widen(self, cells):
        """Make room for components of so many cells; after a MemoryError all is as it was."""
        frontier, starts = Frontier(cells), _numbers(cells + 2, len(self.value))
        places = bytearray(cells), bytearray(cells), bytes([_NOWHERE] * cells)
        self.frontier, self.starts, self.cells = frontier, starts, frontier.cells
        self._place, self._free, self._nowhere = places

    def undisturbed(self):
        """Let nothing stop the work."""
        self.poll = _go_on

    def build(self):
        """Build the diagram of the frontier's present component."""
        self.count = self.frontier.count
        self._taken = 0
        self._place[:] = self._nowhere
        self.starts[0] = _ROOT
        self.starts[1] = _ROOT + 1
        self.value[_ROOT] = 0
        for at in range(self.count):
            if at % _STRETCH == 0:
                self.poll()
            opening, unit, free = self._clues_of(self.cells[at])
            self._decide(at, opening, unit, free)
            self.starts[at + 2] = self._merge(at, unit)

    def _clues_of(self, cell):
        """Return three ints with a field for each clue that touches a cell.

        The fields are the mines that a clue wants if the cell is its first, a 1, and the cells that
        the clue will have left.
        """
        knowledge = self.frontier.knowledge
        inside = self.frontier.inside
        opening = unit = free = 0
        for way in knowledge.topology.near[cell]:
            clue = cell + way[0]
            if inside[clue]:
                place = self._place[clue]
                if place == _NOWHERE:
                    place = self._place[clue] = self._take()
                    self._free[clue] = knowledge.free[clue]
                    opening |= knowledge.left[clue] << place
                self._free[clue] -= 1
                unit |= 1 << place
                free |= self._free[clue] << place
        self._release(unit, free)
        return opening, unit, free

    def _take(self):
        """Take the first free place for a clue."""
        place = 0
        while self._taken >> place & 1:
            place += _WIDTH
        self._taken |= 1 << place
        return place

    def _release(self, unit, free):
        """Free the places of clues that have no cells left."""
        while unit:
            lowest = unit & -unit
            if not free & lowest * _WANTS:
                self._taken ^= lowest
            unit ^= lowest

    def _decide(self, at, opening, unit, free):
        """Set the edges that a cell's clues allow to 1, and `value` to what the clues want then."""
        blank, mine, value = self.blank, self.mine, self.value
        guards = unit * _GUARD
        fields = unit * _WANTS
        most = guards | free
        for node in range(self.starts[at], self.starts[at + 1]):
            state = value[node] = value[node] + opening
            wants = state & fields
            # A guard falls where a clue wants more than the cells that it has left, or is all done.
            # After a mine it wants no more than that, as before it.
            blank[node] = most - wants & guards == guards
            mine[node] = (wants | guards) - unit & guards == guards

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
        """Return the possible numbers of mines as bits; `value` has those on the way to a node."""
        blank, mine, value = self.blank, self.mine, self.value
        self._begin()
        for node in range(_ROOT, self.starts[self.count]):
            mines = value[node]
            value[blank[node]] |= mines
            value[mine[node]] |= mines << 1
        return self._end()

    def forget(self):
        """Clear the numbers of all nodes; `mines` leaves none when it comes to its end."""
        if any(self.value):
            for node in range(len(self.value)):
                self.value[node] = 0

    def _begin(self):
        """Set one way to the root, none to any other node."""
        self.clear()
        self.value[_ROOT] = 1

    def clear(self):
        """Clear the numbers of the component's nodes."""
        for node in range(self.starts[self.count + 1]):
            self.value[node] = 0

    def _end(self):
        """Return the end node's value, 0 without one, and clear the null node."""
        self.value[0] = 0
        end = self.starts[self.count]
        return self.value[end] if end < self.starts[self.count + 1] else 0

    def decided(self, allowed):
        """Return (mines, safe), the cells alike in all solutions with an `allowed` number of mines.

        Call it after `possible`, whose values it overwrites.
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
        """Return the numbers of mines so far that allow a mine in the cell, and none in it.

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
        """Return the number of solutions, by number of mines if `width` bits hold a count.

        `value` has the number of ways to each node.
        """
        blank, mine, value = self.blank, self.mine, self.value
        self._begin()
        for node in range(_ROOT, self.starts[self.count]):
            ways = value[node]
            value[blank[node]] += ways
            value[mine[node]] += ways << width
        return self._end()

    def mines(self, width):
        """Yield in how many solutions each cell has a mine, last cell first; clears `value`."""
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
        self.clear()


def _numbers(count, most):
    """Return an array of so many numbers below `most`, all of them 0."""
    small = most < 1 << 16
    return array("H" if small else "I", bytes(count * (2 if small else 4)))


def _go_on():
    """Do nothing when polled."""


class Frontier:
    """The covered cells that clues touch, cut into components: the `count` `cells` of one in order.

    Components know nothing of each other but the number of mines left. The next cells are always
    those of the open clue that has the fewest left, to keep few clues open; a component ends when
    no clue is open. `inside[clue]` is 1 for the clues that count. Room for `cells` cells is
    allocated once.
    """

    def __init__(self, cells):
        self.cells = array("H", bytes(2 * cells))
        self.count = 0
        self.inside = bytearray(cells)
        self._waiting = bytearray(cells)
        self._placed = bytearray(cells)
        self._clean = bytes(cells)

    def begin(self, knowledge, clues=None):
        """Begin with these clues, by default all that have unknown neighbours."""
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
        self.count = 0
        opened = [start]
        while opened:
            self._place_around(_fewest(opened, self._waiting), opened)
        return True

    def touched(self, cell):
        """Whether one of the components had it."""
        return self._placed[cell]

    def _start(self):
        """Return the clue that has the fewest cells, -1 when all components are done."""
        waiting = self._waiting
        best = -1
        fewest = _PLACED
        for clue in range(self.knowledge.topology.size):
            if 0 < waiting[clue] < fewest:
                best, fewest = clue, waiting[clue]
        return best

    def _place_around(self, clue, opened):
        """Place the clue's cells next."""
        known = self.knowledge.known
        for way in self.knowledge.topology.near[clue]:
            cell = clue + way[0]
            if not known[cell] and not self._placed[cell]:
                self._placed[cell] = 1
                self.cells[self.count] = cell
                self.count += 1
                self._open_around(cell, opened)

    def _open_around(self, cell, opened):
        """Open the clues of a placed cell, as long as they have more cells."""
        waiting = self._waiting
        for way in self.knowledge.topology.near[cell]:
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
