# SPDX-License-Identifier: MIT
"""The solver is told what the player can see, and no more."""

import random

from minesweeper.board import field
from minesweeper.board.field import Field
from minesweeper.solver import visible
from minesweeper.solver.odds import Odds
from minesweeper.solver.topology import Topology
from tests.support.solver.questions import WIDE, hint_of, told
from tools.guessing.known import of_seen


def after_a_loss(mines):
    """The guide's 20×15 with these mines, where cell 0 was opened and then a mine."""
    board = Field(20, 15)
    board.start(len(mines))
    for cell in mines:
        board.lay_one(cell)
    board.laid = True
    board.open(0)
    return board


def test_the_solver_sees_no_truth():
    """Two boards that look the same and hide different mines get the same answers."""
    chance = random.Random(5)
    wall = [40 + x for x in range(20)]
    boards = [after_a_loss(wall + chance.sample(range(80, 300), 20)) for _ in range(2)]
    assert boards[0].cells != boards[1].cells
    seen = [visible.seen(board) for board in boards]
    assert seen[0] == seen[1]
    assert seen[0][:60] == bytes(20) + bytes([2] + [3] * 18 + [2]) + bytes([visible.COVERED] * 20)
    topology = Topology(20, 15)
    hints = [hint_of(view, topology, boards[0].mines) for view in seen]
    assert told(hints[0]) == told(hints[1])
    odds = [Odds(of_seen(view, topology, 40), WIDE) for view in seen]
    assert odds[0].mines == odds[1].mines


def test_an_opened_mine_is_seen_as_before_it_was_opened():
    board = after_a_loss([45])
    board.mark(45, field.FLAG)
    assert visible.seen(board)[45] == visible.FLAG
    board.mark(45, field.QUESTION)
    before = visible.seen(board)
    board.open(45)
    assert visible.seen(board) == before
    assert before[45] == visible.COVERED
