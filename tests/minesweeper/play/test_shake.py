# SPDX-License-Identifier: MIT
"""The shake of a lost board, which goes on while something is computed."""

from itertools import pairwise

import pytest

from minesweeper.ending import Shake


class Panel:
    """Notes (time in ms, pixels) of each move; time goes on by waiting, and by hand."""

    def __init__(self):
        self.now_ms = 1000
        self.moves = []

    def ticks_ms(self):
        return self.now_ms

    def wait(self, ms):
        self.now_ms += ms

    def scroll(self, pixels):
        self.moves.append((self.now_ms - 1000, pixels))


def nothing(now_ms):
    """Beside the shake."""


@pytest.fixture
def panel():
    return Panel()


def test_alone_it_takes_ten_frames_of_40_ms(panel):
    Shake(panel, nothing).finish()
    assert [ms for ms, _ in panel.moves] == list(range(0, 401, 40))
    assert panel.moves[-1] == (400, 0)


def test_what_is_computed_meanwhile_does_not_make_it_longer(panel):
    shake = Shake(panel, nothing)
    for _ in range(30):
        shake.go_on()
        panel.now_ms += 4
    assert len(panel.moves) == 1 + 29 * 4 // 16
    shake.finish()
    assert panel.moves[-1] == (232, 0) and len(panel.moves) == 11


def test_a_step_of_40_ms_delays_no_move_beyond_60(panel):
    shake = Shake(panel, nothing)
    for step_ms in (40, 14, 40, 3, 11, 40, 20, 20, 40):
        shake.go_on()
        panel.now_ms += step_ms
    shake.finish()
    times = [ms for ms, _ in panel.moves]
    assert max(late - early for early, late in pairwise(times)) <= 60


def test_it_lasts_as_long_as_the_computing(panel):
    shake = Shake(panel, nothing)
    for _ in range(50):
        panel.now_ms += 50
        shake.go_on()
    shake.finish()
    assert panel.moves[-1] == (2540, 0) and len(panel.moves) == 51
    sides = [pixels > 0 for _, pixels in panel.moves[:-1]]
    assert all(one != other for one, other in pairwise(sides))
    assert {abs(pixels) for _, pixels in panel.moves[:-1]} == {1, 2}
