# SPDX-License-Identifier: MIT
"""The best play when few solutions are left: the whole tree of what can still happen.

A position is a set of solutions, as bits. Opening a cell loses those that have a mine there and
parts the others by the number that it shows; what is safe in all of them is opened for nothing.
More than `budget` positions, or too deep a tree, raise TooLarge.
"""

from minesweeper.solver.deduction import TooLarge

# Levels that fit the device's stack.
DEPTH = 9


class Endgame:
    """`solutions` are sets of mines, `cells` those that may be opened; `best` is one to open."""

    def __init__(self, topology, cells, solutions, budget, depth=DEPTH):
        self._memo = {}
        self._budget = budget
        self._cells = _cells(topology, cells, solutions)
        self._everything = (1 << len(solutions)) - 1
        self.best = None
        self.wins = self._win(self._everything, depth)

    def _win(self, position, depth):
        """In how many of the position's solutions best play wins."""
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
        """(solutions survived, cell, parts), best first; one alone if it costs nothing."""
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
    """(cell, for each number that it may show: the solutions in which it does)."""
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
