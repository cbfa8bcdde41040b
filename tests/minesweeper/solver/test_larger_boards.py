# SPDX-License-Identifier: MIT
"""A solver whose memory was taken for small boards is asked about a larger one, and goes back."""

from types import SimpleNamespace

import pytest

from minesweeper.board.field import Neighbours
from minesweeper.solver import analysis
from minesweeper.solver.odds import Odds
from minesweeper.solver.solver import Solver
from tests.support.solver import brute_force
from tests.support.solver.questions import hint_of, told


def field(at):
    return SimpleNamespace(width=at.width, height=at.height, mines=at.mines,
                           neighbours=Neighbours(at.width, at.height))


@pytest.mark.parametrize("cells", [1, 20, 42])
def test_it_says_what_one_for_boards_of_any_size_says(cells):
    solver = Solver(cells)
    for seed in range(40):
        at = brute_force.position(seed)
        for answer in (hinted, counted):
            solver.shape(field(at))
            solver.known.see(at.seen, solver.topology, at.mines)
            answer(solver, at)


def hinted(solver, at):
    found = analysis.hint(at.seen, solver.known, solver.diagram)
    assert told(found) == told(hint_of(at.seen, solver.topology, at.mines))


def counted(solver, at):
    odds = Odds(solver.known, solver.diagram, solver.room)
    assert odds.solutions == len(brute_force.solutions(at))
