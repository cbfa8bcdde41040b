# SPDX-License-Identifier: MIT
"""Readings of a touch panel to gestures: what a stylus does and what chatter must not do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.gesture import CANCEL, DRAG, HOLD, LONG, NONE, PRESS, RIPE, TAP, Gesture

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


@pytest.mark.parametrize(("readings", "expected"), [
    pytest.param(press(120), [PRESS], id="a tap waits until the stylus leaves"),
    pytest.param(press(120) + LIFTED, [PRESS, TAP], id="a tap"),
    pytest.param(press(900), [PRESS, RIPE], id="a hold ripens"),
    pytest.param(press(900) + LIFTED, [PRESS, RIPE, HOLD], id="a hold"),
    pytest.param(press(500) + LIFTED, [PRESS, TAP], id="half a second is a tap"),
    pytest.param(press(520) + LIFTED, [PRESS, RIPE, HOLD], id="more is a hold"),
    pytest.param(press(1500), [PRESS, RIPE], id="a hold of 1.5 s"),
    pytest.param(press(1540), [PRESS, RIPE, LONG], id="a long hold"),
    pytest.param(press(4000) + LIFTED, [PRESS, RIPE, LONG], id="a long hold is the last event"),
    pytest.param(press(100) + press(100, 60) + LIFTED, [PRESS, CANCEL], id="sliding off a cell"),
    pytest.param(press(700) + press(100, 40, 60) + LIFTED, [PRESS, RIPE, CANCEL],
                 id="sliding off after a hold"),
    pytest.param(press(60) + press(60, 90) + press(600) + LIFTED, [PRESS, CANCEL],
                 id="coming back starts nothing"),
    pytest.param(press(60, 47) + press(60, 50) + LIFTED, [PRESS, TAP], id="beside the border"),
    pytest.param([*press(100), (0, 0), *LIFTED], [PRESS, TAP], id="a wild last reading"),
    pytest.param([*press(100), *[(0, 0), (9, 0), (0, 9)], *LIFTED], [PRESS, TAP], id="three"),
    pytest.param([*press(30), (0, 0), *press(100), *LIFTED], [PRESS, TAP],
                 id="a wild reading after a press"),
    pytest.param([*press(100), None, *press(100), *LIFTED], [PRESS, TAP], id="a gap is chatter"),
    pytest.param([(40, 40), None, (40, 40), (40, 40), *LIFTED], [], id="a spark is no press"),
    pytest.param([(0, 9), (280, 9), (40, 41), *LIFTED], [], id="readings that do not agree"),
    pytest.param([(x, 40) for x in range(9, 300, 3)] + LIFTED, [PRESS, CANCEL, PRESS, CANCEL],
                 id="a swipe begins anew only once"),
])
def test_readings_make_these_gestures(readings, expected):
    assert events(readings) == expected
    assert events(readings, start_ms=3 << 30) == expected, "after weeks"


@pytest.mark.parametrize(("readings", "expected", "place"), [
    pytest.param([(0, 239), *press(100, 40, 41), *LIFTED], [PRESS, TAP], (40, 41),
                 id="a wild first reading does not count"),
    pytest.param([(0, 9), (280, 9), *press(100, 40, 41), *LIFTED], [PRESS, TAP], (40, 41),
                 id="readings that do not agree make no press"),
    pytest.param([(30, 40), (30, 40), (38, 40), *press(100), *LIFTED],
                 [PRESS, CANCEL, PRESS, TAP], (40, 40), id="a press begins anew after chatter"),
    *(pytest.param([((200, 41), (201, 40), (199, 42))[at] for at in order], [PRESS], (200, 41),
                   id=f"the middle one of three counts {order}")
      for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)))])
def test_a_press_is_felt_where_most_readings_are(readings, expected, place):
    hand = Gesture(cell_bounds)
    assert events(readings, hand) == expected
    assert (hand.x, hand.y) == place


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


def test_a_stylus_that_is_down_at_power_on_or_on_a_new_board_is_no_press():
    hand = Gesture(cell_bounds)
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
