# SPDX-License-Identifier: MIT
"""All solutions of a small position one by one, as sets of the cells that are mines.

Made from the components' diagrams when odds have told that there are few; more than `most` of them,
or of partial ones, raise TooLarge.
"""

from minesweeper.solver.deduction import TooLarge


def of_board(known, diagram, odds, most):
    """Every way to lay the mines left in the unknown cells; `odds` are those of what is known."""
    found: list = [frozenset()]
    mines = known.mines_left
    for tally in odds.tallies:
        found = _joined(found, of_component(known, diagram, tally, most), mines, most)
    near = {cell for tally in odds.tallies for cell in tally.cells}
    rest = [cell for cell in known.unknown_cells() if cell not in near]
    return [one | more for one in found for more in _laid(rest, mines - len(one), most)]


def of_component(known, diagram, tally, most):
    """Every solution of a component, whatever its number of mines."""
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
    """A clue that touches an unknown cell."""
    return next(cell + way[0] for way in known.topology.ways[cell] if known.free[cell + way[0]])


def _next(partial, diagram, cell):
    """From the ways to each node of a layer to those of the next."""
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
    """Every way to lay so many mines in the cells."""
    ways = [()]
    for left in range(len(cells), 0, -1):
        cell = cells[left - 1]
        ways = [way + more for way in ways for more in ((), (cell,))
                if len(way) + len(more) <= mines <= len(way) + len(more) + left - 1]
        if len(ways) > most:
            raise TooLarge
    return [frozenset(way) for way in ways if len(way) == mines]
