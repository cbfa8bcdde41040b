# SPDX-License-Identifier: MIT
"""Verdicts after a loss, against every way to lay the mines."""

from fractions import Fraction

import pytest

from minesweeper.advice import verdict
from minesweeper.solver import odds
from minesweeper.solver.diagram import Diagram
from minesweeper.solver.odds import percent
from minesweeper.solver.topology import Topology
from tests.support.solver import brute_force
from tools.guessing.known import of_seen

WIDE = Diagram(64, 1 << 12)


@pytest.mark.parametrize("part", range(10))
def test_a_verdict_is_just(part):
    for seed in range(part, 1000, 10):
        at = brute_force.position(seed, flags=0.1)
        possible = brute_force.solutions(at)
        mines = {cell: sum(cell in laid for laid in possible) for cell in at.covered()}
        for cell in at.truth:
            known = of_seen(at.seen, Topology(at.width, at.height), at.mines)
            kind, found = verdict.judge(known, WIDE, cell)
            least = min(mines.values())
            assert odds.weigh(known, WIDE, cell) == (mines[cell], least, len(possible))
            if mines[cell] == len(possible):
                assert kind == verdict.SLIP and cell in found.mines
            elif least == 0:
                assert kind == verdict.MISSED and found.safe
            else:
                assert kind == verdict.GUESS and found is None


def test_verdicts_are_told_apart():
    assert len({verdict.SLIP, verdict.MISSED, verdict.GUESS, verdict.NOT_KNOWN}) == 4


def test_per_cents_are_whole_and_certain_only_if_it_was():
    for mines, solutions, whole in ((1, 3, 33), (1, 1000, 1), (999, 1000, 99), (5, 5, 100),
                                    (0, 5, 0), (1, 1 << 400, 1), (1 << 399, 1 << 400, 50)):
        assert percent(mines, solutions) == whole


def test_per_cents_are_the_nearest():
    for solutions in range(2, 220):
        for mines in range(1, solutions):
            nearest = int(Fraction(100 * mines, solutions) + Fraction(1, 2))
            assert percent(mines, solutions) == min(99, max(1, nearest))


def test_a_bound_that_is_hit_is_admitted():
    width, height, seen = brute_force.picture(["----", "-23-", "-32-", "----"])
    known = of_seen(seen, Topology(width, height), 6)
    assert verdict.judge(known, Diagram(16, 3), 0) == (verdict.NOT_KNOWN, None)
    assert odds.weigh(known, Diagram(16, 3), 0) == (0, 0, 0)
