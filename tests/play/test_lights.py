# SPDX-License-Identifier: MIT
"""The NeoPixel's colours, by the time since the outcome."""

from itertools import pairwise

import pytest

from minesweeper.board.controls import LOST, PLAYING, WON
from minesweeper.lights import color

ROUND_MS = 4800


def test_a_win_goes_round_the_colours_from_red_by_green_to_blue():
    assert [color(WON, ms) for ms in (0, ROUND_MS // 3, ROUND_MS * 2 // 3, ROUND_MS)] == [
        (40, 0, 0), (0, 40, 0), (0, 0, 40), (40, 0, 0)]


def test_the_colours_of_a_win_change_smoothly_and_are_equally_bright():
    shown = [color(WON, ms) for ms in range(0, 2 * ROUND_MS, 40)]
    assert {sum(one) for one in shown} == {40}
    assert {max(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in pairwise(shown)} == {1}


@pytest.mark.parametrize(("ms", "wanted"), [
    (0, True), (249, True), (250, False), (499, False), (500, True), (1250, False), (1500, False),
    (2000, False), (60_000, False)])
def test_a_loss_flashes_red_three_times_and_is_dark_then(ms, wanted):
    assert color(LOST, ms) == ((60, 0, 0) if wanted else (0, 0, 0))


def test_a_game_in_play_is_calm_at_any_time():
    assert {color(PLAYING, ms) for ms in range(0, 10_000, 50)} == {(0, 3, 8)}
