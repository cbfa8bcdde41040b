# SPDX-License-Identifier: MIT
"""Searches the whole rest of a game when few solutions are left, and lists those solutions.

A position is a set of solutions, as bits. Opening a cell loses those with a mine there and splits
the others by the number that it shows; a cell that is safe in all of them costs nothing. Solutions
are sets of cells with mines, made from the components' diagrams.
"""

from minesweeper.solver.deduction import TooLarge

# The number of levels that fit the device's stack.
DEPTH = 9


class Endgame:
    """The best play: `best` is the cell to open, `wins` the number of solutions that it wins.

    `cells` may be opened. More than `budget` positions, or too deep a tree, raise TooLarge.
    """

    def __init__(self, topology, cells, solutions, budget, depth=DEPTH):
        self._memo = {}
        self._budget = budget
        self._cells = _cells(topology, cells, solutions)
        self._everything = (1 << len(solutions)) - 1
        self.best = None
        self.wins = self._win(self._everything, depth)

    def _win(self, position, depth):
        """Return in how many of the position's solutions the best play wins."""
        if position & (position - 1) == 0:
            return 1
        wins = self._memo.get(position)
        if wins is not None:
            return wins
        self._budget -= 1
        if self._budget < 0 or not depth:
            raise TooLarge
        wins = 0
        for safe, cell, parts in self._moves(position):
            if safe <= wins:
                break
            won = 0
            for part in parts:
                won += self._win(part, depth - 1)
            if won > wins:
                wins = won
                if position == self._everything:
                    self.best = cell
        self._memo[position] = wins
        return wins

    def _moves(self, position):
        """Return (solutions survived, cell, parts), best first, or a single one that is safe."""
        everything = position.bit_count()
        moves = []
        for cell, values in self._cells:
            parts = [value & position for value in values if value & position]
            safe = sum([part.bit_count() for part in parts])
            if safe == everything:
                if len(parts) > 1:
                    return [(safe, cell, parts)]
            elif safe:
                moves.append((safe, len(parts), cell, parts))
        moves.sort()
        return [(safe, cell, parts) for safe, _, cell, parts in reversed(moves)]


def _cells(topology, cells, solutions):
    """Return (cell, [solutions in which it shows a number, for each number])."""
    found = []
    for cell in cells:
        near = {cell + way[0] for way in topology.ways[cell]}
        values: dict = {}
        for number in range(len(solutions)):
            mines = solutions[number]
            if cell not in mines:
                value = len(near & mines)
                values[value] = values.get(value, 0) | 1 << number
        found.append((cell, [values[value] for value in sorted(values)]))
    return found


def board_solutions(known, diagram, odds, most):
    """Return every way to lay the mines left in the unknown cells, given the odds of `known`.

    More than `most` of them, or of partial ones, raise TooLarge.
    """
    found: list = [frozenset()]
    mines = known.mines_left
    for tally in odds.tallies:
        found = _joined(found, component_solutions(known, diagram, tally, most), mines, most)
    near = {cell for tally in odds.tallies for cell in tally.cells}
    rest = [cell for cell in known.unknown_cells() if cell not in near]
    return [one | more for one in found for more in _laid(rest, mines - len(one), most)]


def component_solutions(known, diagram, tally, most):
    """Return every solution of a component, with any number of mines. Raises TooLarge."""
    diagram.frontier.begin(known)
    diagram.frontier.grow(_clue_at(known, tally.cells[0]))
    diagram.build()
    partial: dict = {diagram.starts[0]: [frozenset()]}
    for at in range(diagram.count):
        partial = _next(partial, diagram, frozenset({diagram.cells[at]}))
        if sum(map(len, partial.values())) > most:
            raise TooLarge
    return [mines for found in partial.values() for mines in found]


def _clue_at(known, cell):
    """Return a clue next to an unknown cell."""
    return next(cell + way[0] for way in known.topology.ways[cell] if known.free[cell + way[0]])


def _next(partial, diagram, cell):
    """Return the partial solutions at each node of the next layer."""
    following: dict = {}
    for node, found in partial.items():
        if diagram.blank[node]:
            following.setdefault(diagram.blank[node], []).extend(found)
        if diagram.mine[node]:
            following.setdefault(diagram.mine[node], []).extend([mines | cell for mines in found])
    return following


def _joined(found, others, mines, most):
    joined = []
    for one in found:
        for other in others:
            if len(one) + len(other) <= mines:
                joined.append(one | other)
        if len(joined) > most:
            raise TooLarge
    return joined


def _laid(cells, mines, most):
    """Return every way to lay so many mines in the cells."""
    ways = [()]
    for left in range(len(cells), 0, -1):
        cell = cells[left - 1]
        ways = [way + more for way in ways for more in ((), (cell,))
                if len(way) + len(more) <= mines <= len(way) + len(more) + left - 1]
        if len(ways) > most:
            raise TooLarge
    return [frozenset(way) for way in ways if len(way) == mines]
