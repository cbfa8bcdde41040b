# SPDX-License-Identifier: MIT
"""Readings of a touch panel to gestures: what a stylus does and what chatter must not do."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper import gesture
from minesweeper.gesture import CANCEL, DRAG, HOLD, NONE, PRESS, RIPE, TAP, Gesture

STEP_MS = 10
CELL = 16
LIFTED = [None] * 3
WAY = [(40 + 3 * step, 40) for step in range(20)]


def cell_bounds(x, y):
    left, top = x - x % CELL, y - y % CELL
    return left, top, left + CELL, top + CELL


def events(readings, hand=None, start_ms=0):
    """Return what comes of the readings, one each STEP_MS, after a release; NONE left out."""
    hand = hand or Gesture(cell_bounds)
    found = [hand.update(reading, start_ms + at * STEP_MS)
             for at, reading in enumerate([None, None, *readings])]
    return [event for event in found if event != NONE]


def press(ms, x=40, y=40):
    return [(x, y)] * (ms // STEP_MS)


def dragged(readings):
    """The events on what can be dragged, and where the finger was at each drag."""
    hand = Gesture(None)
    hand.aim(cell_bounds, True)
    found = [(hand.update(reading, at * STEP_MS), hand.to)
             for at, reading in enumerate([None, None, *readings])]
    return [event for event, _ in found if event], [to for event, to in found if event == DRAG]


def read(words):
    """The readings of milliseconds at a place (40,40 without one), of `none` and of `lifted`."""
    readings = []
    for word in words.split():
        ms, _, place = word.partition("@")
        readings += {"none": [None], "lifted": LIFTED}.get(word) or press(
            int(ms), *map(int, (place or "40,40").split(",")))
    return readings


@pytest.mark.parametrize(("case", "expected"), [
    ("a tap waits until the stylus leaves: 120", "PRESS"),
    ("a tap: 120 lifted", "PRESS TAP"),
    ("a hold ripens: 900", "PRESS RIPE"),
    ("a hold: 900 lifted", "PRESS RIPE HOLD"),
    ("half a second is a tap: 500 lifted", "PRESS TAP"),
    ("more is a hold: 520 lifted", "PRESS RIPE HOLD"),
    ("a hold of 1.5 s: 1500", "PRESS RIPE"),
    ("a long hold: 1510", "PRESS RIPE LONG"),
    ("a long hold is the last event: 4000 lifted", "PRESS RIPE LONG"),
    ("sliding off a cell: 100 100@60,40 lifted", "PRESS CANCEL"),
    ("sliding off after a hold: 700 100@40,60 lifted", "PRESS RIPE CANCEL"),
    ("coming back starts nothing: 60 60@90,40 600 lifted", "PRESS CANCEL"),
    ("beside the border: 60@47,40 60@50,40 lifted", "PRESS TAP"),
    ("a wild last reading: 100 10@0,0 lifted", "PRESS TAP"),
    ("a wild reading after a press: 30 10@0,0 100 lifted", "PRESS TAP"),
    ("a gap is chatter: 100 none 100 lifted", "PRESS TAP"),
    ("a spark is no press: 10 none 20 lifted", "-"),
    ("a wild first reading does not count: 10@0,239 100@40,41 lifted", "PRESS TAP 40,41"),
    ("readings that do not agree make no press: 10@0,9 10@280,9 100@40,41 lifted",
     "PRESS TAP 40,41"),
    ("a press begins anew after chatter: 20@30,40 10@38,40 100 lifted",
     "PRESS CANCEL PRESS TAP 40,40"),
    ("the middle one of three counts: 10@200,41 10@201,40 10@199,42", "PRESS 200,41"),
    ("whichever comes first: 10@201,40 10@199,42 10@200,41", "PRESS 200,41"),
    ("one pixel off at once, 1: 30@47,40 60@48,40 lifted", "PRESS CANCEL PRESS TAP 48,40"),
    ("one pixel off at once, 4: 30@40,32 60@40,31 lifted", "PRESS CANCEL PRESS TAP 40,31"),
    ("one pixel off at once, 5: 30@47,40 60@46,40 lifted", "PRESS TAP 47,40"),
    ("one pixel off at once, 6: 30@47,40 10@48,40 60@47,40 lifted", "PRESS TAP 47,40")])
def test_readings_make_these_gestures_where_most_of_them_are(case, expected):
    readings = read(case.partition(": ")[2])
    names = re.findall("[A-Z]+", expected)
    for start_ms in 0, 3 << 30:  # after weeks
        hand = Gesture(cell_bounds)
        assert events(readings, hand, start_ms) == [getattr(gesture, name) for name in names]
        assert expected.endswith(f" {hand.x},{hand.y}") or "," not in expected


def test_a_swipe_begins_anew_only_once():
    assert len({NONE, PRESS, RIPE, TAP, HOLD, CANCEL, gesture.LONG, DRAG}) == 8
    hand, touch = Gesture(cell_bounds), (40, 40)
    hand.wait_for_release()
    assert not any(hand.update(point, 0) for point in (None, touch, touch, touch)), "unreleased"
    assert [hand.update(point, 0) or hand.is_idle() for point in (
        None, None, touch, None, touch, touch, touch, touch)] == [0, 1, 0, 1, 0, 0, PRESS, 0]
    hand.aim(cell_bounds)
    assert DRAG not in events(press(100) + WAY + LIFTED, hand)
    swipe = [(x, 40) for x in range(9, 300, 3)]
    assert events(swipe + LIFTED) == [PRESS, CANCEL, PRESS, CANCEL]


@pytest.mark.parametrize("point", [(28, 40), (51, 40), (40, 28), (40, 51)])
@pytest.mark.parametrize("off", [0, 1])
def test_a_stylus_may_rest_four_pixels_off_its_cell_and_no_more(point, off):
    """The cell is from 32 to 47."""
    x, y = (at + (off if at > 40 else -off if at < 40 else 0) for at in point)
    ended = [PRESS, CANCEL] if off else [PRESS, TAP]
    assert events(press(60) + press(60, x, y) + LIFTED) == ended


def test_what_can_be_dragged_is_dragged_once_the_finger_has_slid_off():
    found, places = dragged(press(100) + WAY + LIFTED)
    assert found[:2] == [PRESS, CANCEL] and set(found[2:]) == {DRAG}
    assert places == [place for place in WAY if place in places] and places[0][0] > 52
    assert places[-1] == WAY[-3], "the last two readings may be false"
    assert (dragged(press(100) + WAY + [(300, 9), (9, 200), *LIFTED])[1]
            == dragged(press(100) + WAY + WAY[-1:] * 2 + LIFTED)[1])


def test_a_drag_begins_nothing_else_until_the_finger_is_lifted():
    there_and_back = press(700) + press(100, 90) + press(3000)
    found, _ = dragged(there_and_back + LIFTED + press(100) + LIFTED)
    assert [event for event in found if event != DRAG] == [PRESS, RIPE, CANCEL, PRESS, TAP]


def test_a_stylus_that_is_down_on_a_new_board_is_no_press_until_it_was_lifted():
    hand = Gesture(cell_bounds)
    hand.ignore(None)
    assert events(press(100) + LIFTED, hand) == [PRESS, TAP]
    hand.ignore((40, 40))
    assert [hand.update((40, 40), now) for now in range(0, 900, STEP_MS)] == [NONE] * 90
    assert events(press(100) + LIFTED, hand) == [PRESS, TAP]
    assert events(press(100), hand) == [PRESS]
    hand.wait_for_release()
    assert [hand.update((40, 40), 5000), *(hand.update(None, 5000) for _ in range(3))] == [NONE] * 4


@given(st.lists(st.one_of(st.none(), st.tuples(st.integers(0, 319), st.integers(0, 239)))))
def test_whatever_comes_in_every_press_ends_once(readings):
    pressed = False
    for event in events([*readings, None, None]):
        if event == PRESS:
            assert not pressed
            pressed = True
        elif event == RIPE:
            assert pressed
        else:
            assert pressed and event in (TAP, HOLD, CANCEL)
            pressed = False
    assert not pressed
