# SPDX-License-Identifier: MIT
"""Motion, the shake of a lost board, the NeoPixel and the light: what is seen, and when."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.board.controls import LOST, PLAYING, WON
from minesweeper.board.field import AROUND, FLAG, OPEN
from minesweeper.ending import Shake
from minesweeper.lights import color
from minesweeper.screen import tiles
from minesweeper.screen.motion import MOST_MS, Motion
from tests.support.files.rawvf import Video
from tests.support.play import games
from tests.support.play.reader import screen_of
from tests.support.play.seat import DIG, begin, win

OFF = 'MINES_MOTION = "off"'
BOTH = pytest.mark.parametrize("lines", [(DIG,), (DIG, OFF)], ids=["on", "off"])
WIDTH, HEIGHT = 20, 15
# A board of the guide whose cell 150 opens many others.
NUMBER = "02198-0000005"
# A touch is known for a release after two readings of 8 ms, and the picture is looked at as often.
TAKEN_S, LOOK_S = 0.03, 0.008
PRESS_S = 0.06


def seen_open(desk, seconds):
    """{cell: when it was first not seen covered, in seconds from now}; a move is under way."""
    covered, first = set(covered_now(desk)), {}
    begun = desk.portal.now
    while desk.portal.now - begun < seconds:
        desk.portal.run(LOOK_S)
        left = set(covered_now(desk))
        first.update(dict.fromkeys(covered - left, desk.portal.now - begun))
        covered &= left
    return first


def covered_now(desk):
    """By what is seen in the middle of the cells, for the board may shake."""
    screen = screen_of(desk.portal)
    face = desk.pictures[tiles.BLANK][8, 8]
    for cell in range(desk.columns * desk.rows):
        left, top, right, bottom = desk.box(cell)
        if (screen[top + 6 : bottom - 6, left + 6 : right - 6] == face).all():
            yield cell


def apart(desk, one, other):
    """In cells, as the crow flies."""
    width = desk.columns
    return np.hypot(one % width - other % width, one // width - other // width)


def wait_for_the_board(*desks):
    """It takes its time to come to the title."""
    for desk in desks:
        desk.portal.run(20)
        desk.portal.tap(160, 120)
        desk.portal.run(2)


def open_at(desk, cell, seconds=1.0):
    """Tap and see when each cell opens, after the release."""
    desk.portal.press(*desk.middle(cell))
    desk.portal.run(PRESS_S)
    desk.portal.release()
    return seen_open(desk, seconds)


@pytest.mark.parametrize("instant", [True, False])
def test_an_opening_runs_outward_and_is_whole_no_more_than_three_tenths_later(sit_down, instant):
    """Later than all at once, on the desk and at the speed of the board."""
    plain = sit_down("guide", DIG, OFF, instant=instant)
    desk = sit_down("guide", instant=instant)
    if not instant:
        wait_for_the_board(plain, desk)
    at_once, first = open_at(plain, 150), open_at(desk, 150)
    assert first.keys() == at_once.keys() and len(first) > 200
    assert first[150] == min(first.values()) <= min(at_once.values()) + LOOK_S
    assert 0.2 < max(first.values()) <= max(at_once.values()) + MOST_MS / 1000
    for one in first:
        for other in first:
            if apart(desk, 150, one) + 2 < apart(desk, 150, other):
                assert first[one] <= first[other]
    assert len(set(first.values())) > 5
    assert desk.portal.framebuffer == plain.portal.framebuffer


def test_the_mines_of_a_lost_board_go_off_from_the_fatal_one_outward(sit_down):
    desk = sit_down("expert")
    desk.tap(143)
    fatal = desk.mines()[-1]
    first = open_at(desk, fatal)
    mines = sorted(first.keys() & set(desk.mines()), key=first.get)
    assert mines[0] == fatal and len(mines) > 20
    assert 0.2 < first[mines[-1]] - first[fatal] <= MOST_MS / 1000 + 0.1
    for one, other in pairwise(mines):
        if first[one] < first[other]:
            assert apart(desk, fatal, one) <= apart(desk, fatal, other) + 2
    assert len({first[mine] for mine in mines}) > 12


def test_a_flag_falls_into_its_cell(sit_down):
    desk = sit_down("expert")
    desk.tap(143)
    mine = desk.mines()[0]
    desk.portal.hold(*desk.middle(mine), 0.8)
    seen = []
    for _ in range(40):
        desk.portal.run(0.005)
        seen.append(desk._number(screen_of(desk.portal), mine))
    falling = [one for one, other in pairwise([*seen, None]) if one != other]
    assert falling[-3:] == [*tiles.FALLING, tiles.FLAG]


def test_a_tap_into_an_opening_is_taken_at_once_and_shows_the_rest_before(sit_down):
    """The taps are as close as the touch panel can tell them apart."""
    desk = sit_down("guide")
    plain = sit_down("guide", DIG, OFF)
    board = games.dealt.__wrapped__(NUMBER).field
    number = max(cell for cell in board.open(150) if board.cells[cell] & AROUND)
    for each in desk, plain:
        each.say(f"deal {NUMBER}")
        each.portal.hold(*each.middle(150), PRESS_S)
        each.portal.run(TAKEN_S)
        each.portal.press(*each.middle(number))
        each.portal.run(0.035)
        each.portal.release()
        each.portal.run(TAKEN_S + 8 * LOOK_S)  # a step of 48 cells a turn
        assert each.tile(number) in range(1, 9)
    assert desk.portal.framebuffer == plain.portal.framebuffer


def test_moves_and_times_are_the_same_without_motion(sit_down):
    """But for a reading of the touch panel: a player who waits for nothing."""
    told = []
    for lines in (DIG,), (DIG, OFF):
        desk = sit_down("beginner", *lines)
        desk.portal.tap(*desk.middle(40))
        desk.portal.run(0.05)
        mines = desk.mines()
        for cell in [cell for cell in range(81) if cell not in mines]:
            desk.portal.hold(*desk.middle(cell), PRESS_S)
            desk.portal.run(0.05)
        told.append(Video(desk.say("replay") + "\n").events)
        assert len(told[-1]) > 10
    for one, other in zip(*told, strict=True):
        assert one[1:] == other[1:] and abs(one[0] - other[0]) <= 10


@BOTH
def test_another_board_that_comes_into_an_opening_is_covered(sit_down, lines):
    desk = sit_down("guide", *lines)
    desk.portal.hold(*desk.middle(150), PRESS_S)
    desk.portal.run(TAKEN_S)
    desk.portal.type("new\n")
    desk.portal.run(0.5)
    assert set(desk.tiles()) == {tiles.BLANK}


class Canvas:
    """A view that notes each time that it is told to show something."""

    width = WIDTH

    def __init__(self):
        self.steps = []

    def show(self, changed, cells):
        self.steps.append(list(changed))

    show_now = show

    def put(self, cell, tile):
        self.steps.append([])


CELLS = st.integers(0, WIDTH * HEIGHT - 1)


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


def test_a_flag_that_is_taken_off_while_it_falls_is_gone():
    canvas, motion, cells = Canvas(), Motion(300), bytearray(300)
    cells[7] = FLAG
    motion.show(canvas, [7], cells, 7, 0)
    cells[7] = 0
    motion.show(canvas, [7], cells, 7, 10)
    for now_ms in range(10, 500, 10):
        motion.go_on(now_ms)
    assert canvas.steps == [[], [7], [7]]


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
