# SPDX-License-Identifier: MIT
"""Finds all that a board's clues prove with a SAT solver, however many solutions there are.

Each covered cell beside a clue is a variable, true for a mine. The board's number of mines is left
out: on so large a board it proves almost nothing and takes minutes.
"""

from typing import NamedTuple

from pysat.card import CardEnc
from pysat.formula import IDPool
from pysat.solvers import Cadical153

from minesweeper.solver import visible
from minesweeper.solver.deduction import CONTRADICTION, Impossible
from minesweeper.solver.topology import Topology


class Proved(NamedTuple):
    safe: frozenset[int]
    mines: frozenset[int]


def proved(seen: bytearray, topology: Topology) -> Proved:
    """Return the cells that the clues prove. Raises Impossible if no mines fit them."""
    clues = {cell: _covered_around(cell, seen, topology)
             for cell, byte in enumerate(seen) if byte < visible.COVERED}
    cells = sorted(set().union(*clues.values()))
    number = {cell: at for at, cell in enumerate(cells, 1)}
    pool = IDPool(start_from=len(cells) + 1)
    with Cadical153() as solver:
        for clue, around in clues.items():
            _require(solver, pool, [number[cell] for cell in around], seen[clue])
        certain = _certain(solver, len(cells))
    return Proved(*(frozenset(cell for cell in cells if sign * number[cell] in certain)
                    for sign in (-1, 1)))


def _covered_around(clue: int, seen: bytearray, topology: Topology) -> list[int]:
    around = (clue + way[0] for way in topology.ways[clue])
    return [cell for cell in around if seen[cell] >= visible.COVERED]


def _require(solver: Cadical153, pool: IDPool, numbers: list[int], mines: int) -> None:
    """Require so many mines among the numbered cells."""
    if mines > len(numbers):
        raise Impossible(CONTRADICTION)
    if numbers:
        solver.append_formula(CardEnc.equals(numbers, mines, vpool=pool))


def _certain(solver: Cadical153, count: int) -> set[int]:
    """Return the literals of the first `count` variables that every solution has."""
    if not solver.solve():
        raise Impossible(CONTRADICTION)
    shared = set(solver.get_model()[:count])
    for literal in sorted(shared, key=abs):
        if literal not in shared:
            continue
        solver.set_phases([-other for other in shared])
        if solver.solve(assumptions=[-literal]):
            shared.intersection_update(solver.get_model()[:count])
        else:
            solver.add_clause([literal])
    return shared
