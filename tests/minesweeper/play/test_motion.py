# SPDX-License-Identifier: MIT
"""Motion, the shake of a lost board, the NeoPixel and the light: what is seen, and when."""

import math
from itertools import pairwise, product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from minesweeper.ending import Shake
from minesweeper.rules.field import AROUND, OPEN
from minesweeper.screen import tiles
from minesweeper.screen.motion import MOST_MS, Motion
from tests.support.play import games
from tests.support.play.player import DIG
from tests.support.play.reader import screen_of

OFF = 'MINES_MOTION = "off"'
WIDTH, HEIGHT = 20, 15
# A board of the guide whose cell 150 opens many others.
NUMBER = "00000-0000000"
# A touch is known for a release after two readings of 8 ms, and the picture is looked at as often.
TAKEN_S, LOOK_S = 0.03, 0.008
PRESS_S = 0.06


def seen_open(player, seconds):
    """{cell: when it was first not seen covered, in seconds from now}; a move is under way."""
    covered, first = set(covered_now(player)), {}
    begun = player.portal.now
    while player.portal.now - begun < seconds:
        player.run(LOOK_S)
        left = set(covered_now(player))
        first.update(dict.fromkeys(covered - left, player.portal.now - begun))
        covered &= left
    return first


def covered_now(player):
    """Return the cells whose middle looks covered, because the board may shake."""
    left, top, size = *player.corner, player.size
    board = screen_of(player.portal)[top : top + player.rows * size,
                                     left : left + player.columns * size]
    cells = board.reshape(player.rows, size, player.columns, size)
    face = player.pictures[tiles.BLANK][8, 8]
    is_covered = (cells[:, 6:-6, :, 6:-6] == face).all(axis=(1, 3))
    return np.flatnonzero(is_covered).tolist()


def apart(player, one, other):
    """Return the distance of two cells, in cells."""
    (row, column), (down, across) = divmod(one, player.columns), divmod(other, player.columns)
    return math.hypot(across - column, down - row)


def open_at(player, cell, seconds=1.0):
    """Tap and see when each cell opens, after the release."""
    player.portal.press(*player.middle(cell))
    player.run(PRESS_S)
    player.portal.release()
    return seen_open(player, seconds)


@pytest.mark.parametrize("instant", [True, False])
def test_an_opening_runs_outward_and_is_whole_no_more_than_three_tenths_later(start_game, instant):
    """Later than all at once, at the speed of this computer and of the board."""
    plain = start_game("guide", DIG, OFF, instant=instant)
    player = start_game("guide", instant=instant)
    for each in (plain, player) if not instant else ():  # it takes its time to come to the title
        each.run(8)
        each.portal.tap(160, 120)
        each.run(2)
    at_once, first = open_at(plain, 150), open_at(player, 150)
    assert first.keys() == at_once.keys() and len(first) > 200
    assert first[150] == min(first.values())
    assert first[150] < min(at_once.values()) + 1.5 * LOOK_S, "one look later at most"
    assert 0.2 < max(first.values()) <= max(at_once.values()) + MOST_MS / 1000
    away = {cell: apart(player, 150, cell) for cell in first}
    assert all(first[one] <= first[other] for one, other in product(first, first)
               if away[one] + 2 < away[other])
    assert len(set(first.values())) > 5
    assert player.portal.framebuffer == plain.portal.framebuffer


@pytest.mark.parametrize("lines", [(DIG,), (DIG, OFF)], ids=["on", "off"])
def test_a_flag_falls_into_its_cell_and_a_new_board_that_comes_into_an_opening_is_covered(
        start_game, lines):
    player = start_game("guide", *lines)
    player.portal.hold(*player.middle(150), 0.8)
    seen = []
    for _ in range(40):
        player.run(0.005)
        seen.append(player.number_shown(screen_of(player.portal), 150))
    shown = [one for one, other in pairwise([*seen, None]) if one != other]
    assert shown[-1] == tiles.FLAG and (shown[-3:-1] == [*tiles.FALLING]) == (lines == (DIG,))
    player.portal.hold(*player.middle(20), PRESS_S)
    player.run(TAKEN_S)
    player.say("new", 0.5)
    assert set(player.tiles()) == {tiles.BLANK}


def test_a_tap_into_an_opening_is_taken_at_once_and_shows_the_rest_before(start_game):
    """The taps are as close as the touch panel can tell them apart."""
    player = start_game("guide")
    plain = start_game("guide", DIG, OFF)
    board = games.dealt.__wrapped__(NUMBER).field
    number = max(cell for cell in board.open(150) if board.cells[cell] & AROUND and cell < 240)
    for each in player, plain:
        each.say(f"deal {NUMBER}")
        each.portal.hold(*each.middle(150), PRESS_S)
        each.run(TAKEN_S)
        each.portal.press(*each.middle(number))
        each.run(0.038)
        each.portal.release()
        each.run(TAKEN_S + 8 * LOOK_S)  # a step of 48 cells a turn
        assert each.tile(number) in range(1, 9)
    assert player.portal.framebuffer == plain.portal.framebuffer


class Canvas:
    """A view that notes each time that it is told to show something."""

    width = WIDTH

    def __init__(self):
        self.steps = []

    def show(self, changed, cells):
        self.steps.append(list(changed))

    show_now = show

    def put(self, cell, tile):
        self.steps.append((cell, tile))


CELLS = st.integers(0, WIDTH * HEIGHT - 1)


@example([*range(WIDTH * HEIGHT)], 150, [80] * 9, "finish")
@given(st.lists(CELLS, min_size=1, unique=True), CELLS, st.lists(st.integers(0, 80), max_size=60),
       st.sampled_from(["finish", "hurry", "again", "wait"]))
def test_every_cell_is_shown_once_and_a_step_is_never_long(changed, origin, waits, end):
    canvas, motion, cells = Canvas(), Motion(WIDTH * HEIGHT), bytes([OPEN]) * WIDTH * HEIGHT
    motion.show(canvas, changed, cells, origin, 1000)
    now_ms = 1000
    for wait_ms in waits:
        now_ms += wait_ms
        motion.go_on(now_ms)
    assert all(len(step) <= 48 for step in canvas.steps) or len(changed) == 1
    if end == "hurry":
        motion.hurry()
    if end == "finish":
        motion.finish()
    elif end == "again":
        motion.show(canvas, [], cells, origin, now_ms)
    else:
        for _ in range(300):
            now_ms += end == "wait"
            motion.go_on(now_ms)
    shown = [cell for step in canvas.steps for cell in step]
    assert sorted(shown[len(changed) > 1 :]) == sorted(changed)


def test_a_lost_board_shakes_to_either_side_for_ten_frames_and_comes_to_rest():
    now, moved = 0, []

    def wait(ms):
        nonlocal now
        now += ms

    device = SimpleNamespace(ticks_ms=lambda: now, wait=wait,
                             scroll=lambda pixels: moved.append((now, pixels)),
                             invert=lambda is_inverted: None)
    Shake(device, lambda now_ms: None).finish()
    assert [ms for ms, _ in moved] == [*range(0, 401, 40)] and moved[-1][1] == 0
    assert {pixels for _, pixels in moved[:-1:2]} <= {-1, -2}
    assert {pixels for _, pixels in moved[1::2]} <= {1, 2}


OPENED = bytes([OPEN]) * WIDTH * 4


@pytest.fixture
def canvas():
    return Canvas()


@pytest.fixture
def motion():
    return Motion(3 * WIDTH)


def test_a_row_opens_by_a_cell_every_24_ms_and_what_is_late_at_once(motion, canvas):
    motion.show(canvas, range(9), OPENED, 0, 1000)
    for ms in 0, 23, 24, 47, 48, 95, 96, 191, 192:
        motion.go_on(1000 + ms)
    assert canvas.steps == [[0], [0], [1], [2], [3], [4], [5, 6, 7], [8]]


def test_a_change_that_is_shown_by_other_means_is_dropped(motion, canvas):
    motion.show(canvas, range(9), OPENED, 0, 0)
    motion.stop()
    motion.go_on(500)
    motion.finish()
    assert canvas.steps == [[0], [0]]


@pytest.mark.parametrize("pixel", ["on", "off"])
def test_the_pixel_is_faintly_blue_in_play_red_after_a_loss_and_green_after_a_win(
        start_game, pixel):
    player = start_game("beginner", DIG, f'MINES_PIXEL = "{pixel}"')
    on = pixel == "on"
    mines = player.begin()
    assert player.portal.pixel == (0, 3 * on, 8 * on)
    player.tap(mines[-1])
    player.run(4)
    assert player.portal.pixel == (60 * on, 0, 0)
    player.tap(4)
    player.tap_on("New")
    assert player.portal.pixel == (0, 3 * on, 8 * on)
    player.begin()
    player.win()
    player.run(1)
    assert player.portal.pixel == (0, 40 * on, 0)


@pytest.mark.parametrize(("option", "lights"), [
    ("auto", {0.9: 0.9, 0.5: 0.5, 0.0: 0.2}), ("25", {0.1: 0.25}), ("100", {0.1: 1.0})])
def test_the_light_is_fixed_or_follows_the_sensor(start_game, option, lights):
    player = start_game("beginner", f'MINES_LIGHT = "{option}"')
    for level, light in lights.items():
        player.portal.light = level
        player.run(2.5)
        assert player.portal.backlight == pytest.approx(light, abs=0.02)
