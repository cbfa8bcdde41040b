# SPDX-License-Identifier: MIT
"""Verdicts after a loss, against every way to lay the mines."""

import brute_force
import pytest

from minesweeper import odds, verdict
from minesweeper.chance import percent
from minesweeper.ground import Ground
from minesweeper.knowledge import of_seen

WIDE = 1 << 20


@pytest.mark.parametrize("part", range(10))
def test_a_verdict_is_just(part):
    for seed in range(part, 1000, 10):
        at = brute_force.position(seed, flags=0.1)
        possible = brute_force.solutions(at)
        mines = {cell: sum(cell in laid for laid in possible) for cell in at.covered()}
        for cell in at.truth:
            known = of_seen(at.seen, Ground(at.width, at.height), at.mines)
            kind, found = verdict.judge(known, cell, WIDE)
            least = min(mines.values())
            assert odds.weigh(known, cell, WIDE) == (mines[cell], least, len(possible))
            if mines[cell] == len(possible):
                assert kind == verdict.SLIP and cell in found.mines
            elif least == 0:
                assert kind == verdict.MISSED and found.safe
            else:
                assert kind == verdict.GUESS and found is None


def test_per_cents_are_whole_and_certain_only_if_it_was():
    for mines, solutions, whole in ((1, 3, 33), (1, 1000, 1), (999, 1000, 99), (5, 5, 100),
                                    (0, 5, 0), (1, 1 << 400, 1), (1 << 399, 1 << 400, 50)):
        assert percent(mines, solutions) == whole


def test_a_bound_that_is_hit_is_admitted():
    width, height, seen = brute_force.picture(["----", "-23-", "-32-", "----"])
    known = of_seen(seen, Ground(width, height), 6)
    assert verdict.judge(known, 0, budget=1) == (verdict.NOT_KNOWN, None)
    assert odds.weigh(known, 0, budget=1) == (0, 0, 0)
