# SPDX-License-Identifier: MIT
"""Advice that is given up lets go of its long numbers."""

import pytest

from minesweeper.advice import odds
from minesweeper.board import presets
from minesweeper.solver.solver import Solver
from sim.clock import SECOND
from tests.support.play import blocks
from tests.support.play.desk import Desk


@pytest.fixture
def desk(drive_with):
    """On a board without guessing."""
    lines = 'MINES_PRESET = "expert"', 'MINES_NO_GUESS = "on"', 'MINES_CONTROLS = "dig"'
    return Desk(drive_with(*lines), 3, presets.find("expert"))


def test_what_was_given_up_leaves_no_long_numbers(desk):
    """They would take the memory that the next advice needs."""
    with desk.portal:
        (session,) = blocks.objects(desk, "Session")
        solver = session.solver
        solver.room[3] = solver.diagram.value[5] = 1 << 200
        (loop,) = blocks.objects(desk, "Loop")
        desk.portal.board.clock.deadline = desk.portal.board.clock.now + SECOND
        loop.refuse("Not enough memory for this now.")
        assert not any(solver.room) and not any(solver.diagram.value)


def test_odds_beyond_the_memory_leave_no_long_numbers(desk):
    desk.tap(6 * 20 + 8)
    desk.portal.run(15)
    with desk.portal:
        (session,) = blocks.objects(desk, "Session")
        desk.portal.board.clock.deadline = desk.portal.board.clock.now + SECOND
        session.solver = solver = Solver(240, nodes=8)
        assert "beyond the board's memory" in odds.show(session)
        assert not any(solver.room) and not any(solver.diagram.value)
