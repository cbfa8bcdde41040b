# SPDX-License-Identifier: MIT
"""The NeoPixel's colours by the time since the outcome, and it and the light as they are seen."""

from itertools import pairwise

import pytest

from minesweeper.board.controls import LOST, PLAYING, WON
from minesweeper.lights import color
from tests.support.play.seat import DIG, begin, win

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


def colors_for(portal, seconds):
    seen = [portal.pixel]
    for _ in range(int(seconds * 20)):
        portal.run(0.05)
        if portal.pixel != seen[-1]:
            seen.append(portal.pixel)
    return seen


def test_the_pixel_is_calm_in_play_and_flashes_on_a_loss(sit_down):
    desk = sit_down("beginner", DIG)
    begin(desk)
    assert len(colors_for(desk.portal, 2)) == 1
    calm = desk.portal.pixel
    assert max(calm) < 20
    desk.tap(desk.mines()[-1])
    flashes = [color for color in colors_for(desk.portal, 4) if color[0] > 40]
    assert flashes and len(set(flashes)) == 1
    assert desk.portal.pixel == (0, 0, 0)
    desk.tap(40)
    assert desk.portal.pixel == calm


def test_the_pixel_goes_round_the_rainbow_on_a_win(sit_down):
    desk = sit_down("beginner", DIG)
    begin(desk)
    win(desk)
    assert len(set(colors_for(desk.portal, 5))) > 50


def test_the_pixel_can_be_off(sit_down):
    desk = sit_down("beginner", DIG, 'MINES_PIXEL = "off"')
    begin(desk)
    win(desk)
    assert set(colors_for(desk.portal, 2)) == {(0, 0, 0)}


def test_the_light_follows_the_sensor(sit_down):
    desk = sit_down("beginner", 'MINES_LIGHT = "auto"')
    for level in (0.9, 0.5, 0.0):
        desk.portal.light = level
        desk.portal.run(2.5)
        assert desk.portal.backlight == pytest.approx(max(level, 0.2), abs=0.02)


@pytest.mark.parametrize("percent", [25, 50, 75, 100])
def test_the_light_is_fixed(sit_down, percent):
    desk = sit_down("beginner", f'MINES_LIGHT = "{percent}"')
    desk.portal.light = 0.1
    desk.portal.run(2)
    assert desk.portal.backlight == pytest.approx(percent / 100, abs=0.01)
