# SPDX-License-Identifier: MIT
"""The menu's Solve, against the tkinter program's rule."""

import pytest

from minesweeper.advice.moves import required_mines, required_safe
from minesweeper.solver import visible
from minesweeper.solver.topology import Topology
from tests.support.solver import brute_force


@pytest.mark.parametrize("part", range(10))
def test_the_menus_solve_goes_as_far_as_the_tkinter_programs(part):
    for seed in range(part, 1000, 10):
        at = brute_force.position(seed, flags=0.2)
        topology = Topology(at.width, at.height)
        seen = bytearray(at.seen)
        while flags := flag_once(at, seen):
            for cell in flags:
                seen[cell] = visible.FLAG
        flagged = list(required_mines(at.seen, topology))
        assert sorted(flagged) == [cell for cell in at.covered() if seen[cell] != at.seen[cell]]
        safe = {near for clue in at.clues() for near in at.around(clue)
                if at.seen[near] == visible.COVERED
                and sum(at.seen[cell] == visible.FLAG for cell in at.around(clue)) == at.seen[clue]}
        assert list(required_safe(at.seen, topology)) == sorted(safe)


def flag_once(at, seen):
    """The first clue that asks for flags, by the menu's words."""
    for clue in at.clues():
        covered = [near for near in at.around(clue) if seen[near] == visible.COVERED]
        flags = sum(seen[near] == visible.FLAG for near in at.around(clue))
        if covered and len(covered) == seen[clue] - flags:
            return covered
    return []
