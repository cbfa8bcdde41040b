# SPDX-License-Identifier: MIT
"""Motion, the shake of a lost board, the NeoPixel and the light: what is seen, and when."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from minesweeper import lights
from minesweeper.ending import Shake
from minesweeper.rules.controls import LOST, WON
from minesweeper.rules.field import AROUND, FLAG, OPEN
from minesweeper.screen import tiles
from minesweeper.screen.motion import MOST_MS, Motion
from minesweeper.ticks import since
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
    screen = screen_of(player.portal)
    face = player.pictures[tiles.BLANK][8, 8]
    for cell in range(player.columns * player.rows):
        left, top, right, bottom = player.box(cell)
        if (screen[top + 6 : bottom - 6, left + 6 : right - 6] == face).all():
            yield cell


def apart(player, one, other):
    """Return the distance of two cells, in cells."""
    width = player.columns
    return np.hypot(one % width - other % width, one // width - other // width)


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
        each.run(20)
        each.portal.tap(160, 120)
        each.run(2)
    at_once, first = open_at(plain, 150), open_at(player, 150)
    assert first.keys() == at_once.keys() and len(first) > 200
    assert first[150] == min(first.values()) <= min(at_once.values()) + LOOK_S
    assert 0.2 < max(first.values()) <= max(at_once.values()) + MOST_MS / 1000
    for one in first:
        for other in first:
            if apart(player, 150, one) + 2 < apart(player, 150, other):
                assert first[one] <= first[other]
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
        seen.append(player._number(screen_of(player.portal), 150))
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


@example([*range(WIDTH * HEIGHT)], 150, [], "finish")
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


def colors_for(portal, seconds):
    seen = [portal.pixel]
    for _ in range(int(seconds * 20)):
        portal.run(0.05)
        if portal.pixel != seen[-1]:
            seen.append(portal.pixel)
    return seen


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
    assert since(now + 1, now) == 0


@pytest.mark.parametrize(("case", "steps"), [
    ("a row opens, a cell every 24 ms: show(view, range(9), opened, 0, 1000); go_on(1000); "
     "go_on(1023); go_on(1024); go_on(1047); go_on(1048); go_on(1095); go_on(1096); go_on(1191); "
     "go_on(1192)", "[0] [0] [1] [2] [3] [4] [5, 6, 7] [8]"),
    ("a column opens, upward: show(view, [5, 25, 45], opened, 45, 0); go_on(23); go_on(24); "
     "go_on(48)", "[45] [45] [25] [5]"),
    ("an octagon grows to the left and up: show(view, [0, 1, 2, 20, 21, 22, 40, 41, 42], opened, "
     "42, 0); go_on(12); go_on(24); go_on(36); go_on(48); go_on(60); go_on(72)",
     "[42] [42] [22, 41] [21] [2, 40] [1, 20] [0]"),
    ("an octagon grows to the right and down: show(view, [0, 1, 2, 20, 21, 22, 40, 41, 42], "
     "opened, 0, 0); go_on(12); go_on(24); go_on(36); go_on(48); go_on(60); go_on(72)",
     "[0] [0] [1, 20] [21] [2, 40] [22, 41] [42]"),
    ("cells far apart take no longer than 300 ms: show(view, [0, 19, 40, 59], opened, 0, 0); "
     "go_on(48); go_on(280); go_on(289); go_on(299); go_on(300); go_on(400)",
     "[0] [0] [40] [19] [59]"),
    ("a shorter motion: show(view, range(9), opened, 0, 0, 150); go_on(11); go_on(12); go_on(95); "
     "go_on(96)", "[0] [0] [1] [2, 3, 4, 5, 6, 7] [8]"),
    ("a short motion of cells far apart: show(view, range(20), opened, 0, 0, 100); go_on(99); "
     "go_on(100)",
     "[0] [0] [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18] [19]"),
    ("a step of at most 48 cells: show(view, range(60), opened, 10, 0); go_on(500); go_on(500); "
     "go_on(500)",
     "[10] [10] [9, 11, 30, 29, 31, 8, 12, 50, 28, 32, 49, 51, 7, 13, 48, 52, 27, 33, 6, 14, "
     "47, 53, 26, 34, 5, 15, 46, 54, 25, 35, 4, 16, 45, 55, 24, 36, 3, 17, 44, 56, 23, 37, 2, "
     "18, 43, 57, 22, 38] [1, 19, 42, 58, 21, 39, 0, 41, 59, 20, 40]"),
    ("a step of at most as many cells as are wanted: show(view, range(9), opened, 0, 0); "
     "go_on(120, 2); go_on(120, 2); go_on(500, 3); go_on(500, 3)",
     "[0] [0] [1, 2] [3, 4] [5, 6, 7] [8]"),
    ("a flag falls: show(view, [7], flagged, 7, 100); go_on(100); go_on(129); go_on(130); "
     "go_on(159); go_on(160); go_on(161)", "(7, 30) (7, 30) (7, 30) (7, 31) (7, 31) [7]"),
    ("one opened cell does not move: show(view, [7], opened, 7, 100); go_on(100)", "[7]"),
    ("two flags do not fall: show(view, [7, 8], flagged, 7, 0); go_on(24)", "[7] [7] [8]"),
    ("nothing changes: show(view, [], opened, 7, 100); go_on(100)", "[]"),
    ("without motion: on = False; show(view, [7, 8], opened, 7, 0); show(view, [9], flagged, 9, 0)",
     "[7, 8] [9]"),
    ("the rest at once: show(view, range(9), opened, 0, 0); hurry(); go_on(0)",
     "[0] [0] [1, 2, 3, 4, 5, 6, 7, 8]"),
    ("a finish: show(view, range(9), opened, 0, 0); finish(); finish(); go_on(500)",
     "[0] [0] [1, 2, 3, 4, 5, 6, 7, 8]"),
    ("a stop: show(view, range(9), opened, 0, 0); stop(); go_on(500); finish()", "[0] [0]"),
    ("the next change shows the rest of the last: show(view, range(3), opened, 0, 0); show(view, "
     "range(10, 13), opened, 12, 5); go_on(500)", "[0] [0] [1, 2] [12] [12] [11, 10]"),
    ("a finished motion leaves no flag: show(view, [3], flagged, 3, 0); finish(); show(view, "
     "range(3), opened, 0, 50); go_on(62); go_on(98)", "(3, 30) [3] [0] [0] [1, 2]"),
    ("wider, in the middle of a change: show(view, range(3), opened, 0, 0); widen(90); show(view, "
     "range(90), opened, 0, 0); go_on(500); go_on(500)",
     "[0] [0] [1, 2] [0] [0] [1, 20, 21, 2, 40, 22, 41, 3, 42, 60, 23, 61, 4, 43, 62, 80, 24, "
     "63, 81, 5, 44, 82, 25, 64, 83, 6, 45, 84, 26, 65, 7, 46, 85, 27, 66, 8, 47, 86, 28, 67, "
     "9, 48, 87, 29, 68, 10, 49, 88] [30, 69, 11, 50, 89, 31, 70, 12, 51, 32, 71, 13, 52, 33, "
     "72, 14, 53, 34, 73, 15, 54, 35, 74, 16, 55, 36, 75, 17, 56, 37, 76, 18, 57, 38, 77, 19, "
     "58, 39, 78, 59, 79]"),
    ("not wider: show(view, range(3), opened, 0, 0); widen(60); go_on(24); go_on(48)",
     "[0] [0] [1] [2]"),
    ("not narrower: widen(30); show(view, range(60), opened, 0, 0); go_on(500); go_on(500)",
     "[0] [0] [1, 20, 21, 2, 40, 22, 41, 3, 42, 23, 4, 43, 24, 5, 44, 25, 6, 45, 26, 7, 46, "
     "27, 8, 47, 28, 9, 48, 29, 10, 49, 30, 11, 50, 31, 12, 51, 32, 13, 52, 33, 14, 53, 34, "
     "15, 54, 35, 16, 55] [36, 17, 56, 37, 18, 57, 38, 19, 58, 39, 59]"),
    ("a larger distance first, then a smaller: show(view, range(20), opened, 0, 0); finish(); "
     "show(view, range(3), opened, 0, 0); go_on(24); go_on(48)",
     "[0] [0] [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] [0] [0] [1] "
     "[2]"),
    ("a touch before it begins: show(view, range(3), opened, 0, 100); go_on(50); go_on(124)",
     "[0] [0] [1]"),
    ("time goes back: show(view, range(5), opened, 0, 0); go_on(48); go_on(24); go_on(72); "
     "go_on(96)", "[0] [0] [1, 2] [3] [4]")])
def test_these_steps_are_shown(case, steps):
    """A step has the cells that are shown, or a cell and the tile that is put there."""
    canvas, motion = Canvas(), Motion(60)
    names = {"motion": motion, "view": canvas}
    names |= {"opened": bytes([OPEN]) * 90, "flagged": bytes([FLAG]) * 90}
    for call in case.partition(": ")[2].split("; "):
        exec(f"motion.{call}", names)
    assert " ".join(map(str, canvas.steps)) == steps


def test_a_loss_flashes_three_times_and_a_win_goes_from_red_over_green_to_blue_by_small_steps():
    lost = [lights.color(LOST, ms) for ms in (0, 249, 250, 499, 500, 1000, 1249, 1250, 1500, 9000)]
    assert [color == (60, 0, 0) for color in lost] == [1, 1, 0, 0, 1, 1, 1, 0, 0, 0]
    won = [lights.color(WON, 40 * step) for step in range(121)]
    assert won[::40] == [(40, 0, 0), (0, 40, 0), (0, 0, 40), (40, 0, 0)]
    assert all(sorted(a - b for a, b in zip(*pair, strict=True)) == [-1, 0, 1]
               for pair in pairwise(won))


@pytest.mark.parametrize("pixel", ["on", "off"])
def test_the_pixel_is_calm_in_play_flashes_on_a_loss_and_goes_round_the_rainbow_on_a_win(
        start_game, pixel):
    player = start_game("beginner", DIG, f'MINES_PIXEL = "{pixel}"')
    mines = player.begin()
    assert len(colors_for(player.portal, 2)) == 1
    calm = player.portal.pixel
    player.tap(mines[-1])
    flashes = {color for color in colors_for(player.portal, 4) if color[0] > 40}
    assert len(flashes) == (pixel == "on") and player.portal.pixel == (0, 0, 0)
    player.tap(4)
    player.tap_on("New")
    assert player.portal.pixel == calm
    player.begin()
    player.win()
    assert (len(set(colors_for(player.portal, 4))) > 50) == (pixel == "on")


@pytest.mark.parametrize(("option", "lights"), [
    ("auto", {0.9: 0.9, 0.5: 0.5, 0.0: 0.2}), ("25", {0.1: 0.25}), ("50", {0.1: 0.5}),
    ("75", {0.1: 0.75}), ("100", {0.1: 1.0})])
def test_the_light_is_fixed_or_follows_the_sensor(start_game, option, lights):
    player = start_game("beginner", f'MINES_LIGHT = "{option}"')
    for level, light in lights.items():
        player.portal.light = level
        player.run(2.5)
        assert player.portal.backlight == pytest.approx(light, abs=0.02)
