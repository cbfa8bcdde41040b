# SPDX-License-Identifier: MIT
"""Verdicts after a loss, against every way to lay the mines."""

import brute_force
import pytest

from minesweeper import verdict
from minesweeper.ground import Ground

WIDE = 1 << 20


@pytest.mark.parametrize("part", range(10))
def test_a_verdict_is_just(part):
    for seed in range(part, 1000, 10):
        at = brute_force.position(seed, flags=0.1)
        possible = brute_force.solutions(at)
        mines = {cell: sum(cell in laid for laid in possible) for cell in at.covered()}
        for cell in at.truth:
            told = verdict.judge(at.seen, Ground(at.width, at.height), at.mines, cell, WIDE)
            assert (told.mines, told.fewest, told.solutions) == (
                mines[cell], min(mines.values()), len(possible))
            if mines[cell] == len(possible):
                assert told.kind == verdict.SLIP and cell in told.found.mines
            elif min(mines.values()) == 0:
                assert told.kind == verdict.MISSED and told.found.safe
            else:
                assert told.kind == verdict.FAIR and told.found is None


def test_per_cents_are_whole_and_certain_only_if_it_was():
    told = verdict.Verdict(verdict.FAIR)
    for mines, solutions, percent in ((1, 3, 33), (1, 1000, 1), (999, 1000, 99), (5, 5, 100),
                                      (0, 5, 0), (1, 1 << 400, 1), (1 << 399, 1 << 400, 50)):
        told.mines, told.solutions = mines, solutions
        assert told.percent() == percent


def test_a_bound_that_is_hit_is_admitted():
    width, height, seen = brute_force.picture(["----", "-23-", "-32-", "----"])
    told = verdict.judge(seen, Ground(width, height), 6, 0, budget=1)
    assert (told.kind, told.solutions) == (verdict.NOT_KNOWN, 0)
