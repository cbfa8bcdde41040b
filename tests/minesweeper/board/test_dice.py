# SPDX-License-Identifier: MIT
"""The dice that lay boards: Wichmann and Hill's generator, the same everywhere."""

from collections import Counter
from fractions import Fraction

import pytest

from minesweeper.board import dice
from minesweeper.board.dice import SEEDS, Dice
from tests.support import seeds


def published(x, y, z):
    """AS 183 as it was published: the fractions' sum, whose whole part is dropped."""
    while True:
        x, y, z = 171 * x % 30269, 172 * y % 30307, 170 * z % 30323
        yield Fraction(x, 30269), Fraction(y, 30307), Fraction(z, 30323)


@pytest.mark.parametrize("seed", [0, 1, 30268, 1_234_567, SEEDS - 1])
def test_the_three_parts_are_the_published_generators(seed):
    drawn = Dice(seed)
    parts = published(1 + seed % 30268, 1 + seed // 30268, 1 + seed % 30322)
    for _ in range(8):
        next(parts)
    for _ in range(200):
        expected = sum(part.numerator * (modulus // part.denominator)
                       for part, modulus in zip(next(parts), (30269, 30307, 30323), strict=True))
        assert drawn.randrange(300) == expected % 300


def test_every_cell_comes_as_often_as_any_other():
    drawn = Dice(seeds.chance(1).randrange(SEEDS))
    counts = Counter(drawn.randrange(280) for _ in range(280 * 400))
    assert len(counts) == 280
    squares = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert 180 < squares < 400  # of 279 degrees of freedom


def test_neighbouring_seeds_lay_boards_that_have_little_in_common():
    boards = [frozenset(Dice(seed).randrange(280) for _ in range(1)) for seed in range(500)]
    assert len(set(boards)) > 200
    rows = [[drawn.randrange(280) for _ in range(58)] for drawn in map(Dice, range(500))]
    assert len({tuple(row) for row in rows}) == 500


def test_a_throw_begins_at_a_seed_that_begins_it_again(monkeypatch):
    monkeypatch.setattr(dice.random, "randrange", lambda count: count - 3)
    drawn = Dice()
    drawn.throw()
    assert drawn.seed == SEEDS - 3
    first = [drawn.randrange(100) for _ in range(20)]
    drawn.sow(drawn.seed)
    assert [drawn.randrange(100) for _ in range(20)] == first
