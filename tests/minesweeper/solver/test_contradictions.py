# SPDX-License-Identifier: MIT
"""Positions that no mines fit: never solved, and told with the clues that contradict."""

import random

import pytest

from minesweeper.solver import analysis
from minesweeper.solver.deduction import Impossible
from minesweeper.solver.odds import Odds
from minesweeper.solver.topology import Topology
from tests.support.solver import brute_force
from tests.support.solver.questions import WIDE, known
from tools.guessing.known import check, of_seen


@pytest.mark.parametrize(("rows", "mines", "clues", "why"), [
    (["1-2-0"], 2, [2, 4], "contradict"),
    (["-1--", "---5", "-1--"], 5, [7, 9], "contradict"),
    (["1--2--", "------", "------"], 40, [], "40 mines are left, more than fit"),
    (["1--1", "----", "1--1"], 1, [], "the clues want 2 mines but only 1 left"),
    (["11", "11"], 1, [0], "fewer cells left than mines"),
])
def test_why_a_board_cannot_be(rows, mines, clues, why):
    """Only clues are named that contradict each other, and each is needed for that."""
    width, height, seen = brute_force.picture(rows)
    with pytest.raises(Impossible, match=why) as error:
        check(of_seen(seen, Topology(width, height), mines), WIDE)
    assert sorted(error.value.clues) == clues


@pytest.mark.parametrize("seed", range(300))
def test_a_board_that_cannot_be_is_never_given_odds_or_hints(seed):
    """One clue is made wrong. Where no mines fit, that is said, and the named clues contradict."""
    at = brute_force.position(seed)
    if not at.clues():
        return
    clue = random.Random(seed).choice(at.clues())
    at.seen[clue] = (at.seen[clue] + 1) % 9
    if brute_force.solutions(at):
        return
    with pytest.raises(Impossible):
        list(analysis.deductions(known(at), WIDE))
    with pytest.raises(Impossible):
        Odds(known(at), WIDE)
    with pytest.raises(Impossible):
        check(known(at), WIDE)
