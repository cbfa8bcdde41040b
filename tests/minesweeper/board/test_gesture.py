# SPDX-License-Identifier: MIT
"""Readings of a touch panel to gestures: what a stylus does and what chatter must not do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.gesture import CANCEL, DRAG, HOLD, LONG, NONE, PRESS, RIPE, TAP, Gesture

STEP_MS = 10
CELL = 16


def cell_bounds(x, y):
    left, top = x - x % CELL, y - y % CELL
    return left, top, left + CELL, top + CELL


def events(readings, hand=None, start_ms=0):
    """What comes of the readings, one each STEP_MS, after a release; NONE left out."""
    hand = hand or Gesture(cell_bounds)
    found = []
    for index, reading in enumerate([None, None, *readings]):
        event = hand.update(reading, start_ms + index * STEP_MS)
        if event != NONE:
            found.append(event)
    return found


def press(point, ms):
    return [point] * (ms // STEP_MS)


LIFTED = [None] * 3


def test_a_tap_is_committed_when_the_stylus_leaves():
    assert events(press((40, 40), 120)) == [PRESS]
    assert events(press((40, 40), 120) + LIFTED) == [PRESS, TAP]


def test_a_hold_ripens_and_is_committed_when_the_stylus_leaves():
    assert events(press((40, 40), 900)) == [PRESS, RIPE]
    assert events(press((40, 40), 900) + LIFTED) == [PRESS, RIPE, HOLD]


def test_the_hold_takes_half_a_second():
    assert events(press((40, 40), 500) + LIFTED) == [PRESS, TAP]
    assert events(press((40, 40), 520) + LIFTED) == [PRESS, RIPE, HOLD]


def test_a_hold_that_goes_on_for_long_is_another_gesture_and_the_last():
    assert events(press((40, 40), 1500)) == [PRESS, RIPE]
    assert events(press((40, 40), 1540)) == [PRESS, RIPE, LONG]
    assert events(press((40, 40), 4000) + LIFTED) == [PRESS, RIPE, LONG]


def dragged(readings):
    """The events on what can be dragged, and where the finger was at each drag."""
    hand = Gesture(None)
    hand.aim(cell_bounds, True)
    found = [(hand.update(reading, at * STEP_MS), hand.to)
             for at, reading in enumerate([None, None, *readings])]
    return [event for event, _ in found if event], [to for event, to in found if event == DRAG]


def test_what_can_be_dragged_is_dragged_once_the_finger_has_slid_off():
    way = [(40 + 3 * step, 40) for step in range(20)]
    found, places = dragged(press((40, 40), 100) + way + LIFTED)
    assert found[:2] == [PRESS, CANCEL] and set(found[2:]) == {DRAG}
    assert places == [place for place in way if place in places] and places[0][0] > 52


def test_the_last_two_readings_of_a_drag_may_be_false():
    way = [(40 + 3 * step, 40) for step in range(20)]
    assert (dragged(press((40, 40), 100) + way + [(300, 9), (9, 200), *LIFTED])[1]
            == dragged(press((40, 40), 100) + way + way[-1:] * 2 + LIFTED)[1])


def test_a_drag_begins_nothing_else_until_the_finger_is_lifted():
    there_and_back = press((40, 40), 700) + press((90, 40), 100) + press((40, 40), 3000)
    found, _ = dragged(there_and_back + LIFTED + press((40, 40), 100) + LIFTED)
    assert [event for event in found if event != DRAG] == [PRESS, RIPE, CANCEL, PRESS, TAP]


def test_sliding_off_the_cell_cancels():
    assert events(press((40, 40), 100) + press((60, 40), 100) + LIFTED) == [PRESS, CANCEL]
    assert events(press((40, 40), 700) + press((40, 60), 100) + LIFTED) == [PRESS, RIPE, CANCEL]


def test_coming_back_after_sliding_off_starts_nothing():
    slide = press((40, 40), 60) + press((90, 40), 60) + press((40, 40), 600)
    assert events(slide + LIFTED) == [PRESS, CANCEL]


def test_a_stylus_may_rest_beside_the_border():
    assert events(press((47, 40), 60) + press((50, 40), 60) + LIFTED) == [PRESS, TAP]


@pytest.mark.parametrize("point", [(28, 40), (51, 40), (40, 28), (40, 51)])
@pytest.mark.parametrize("off", [0, 1])
def test_a_stylus_may_rest_four_pixels_off_its_cell_and_no_more(point, off):
    """Of the cell from 32 to 47."""
    x, y = (at + (off if at > 40 else -off if at < 40 else 0) for at in point)
    ended = [PRESS, CANCEL] if off else [PRESS, TAP]
    assert events(press((40, 40), 60) + press((x, y), 60) + LIFTED) == ended


def test_a_finger_is_known_to_be_where_it_was_two_readings_ago():
    hand = Gesture(None)
    hand.aim(cell_bounds, True)
    way = [(40 + 3 * step, 40) for step in range(20)]
    readings = [None, None, *press((40, 40), 60), *way]
    felt = [hand.update(reading, 10 * at) for at, reading in enumerate(readings)]
    assert felt[-1] == DRAG and hand.to == way[-3]


def test_no_two_events_are_the_same():
    assert len({NONE, PRESS, RIPE, TAP, HOLD, CANCEL, LONG}) == 7


def test_the_point_is_the_median_so_a_wild_first_reading_does_not_count():
    hand = Gesture(cell_bounds)
    assert events([(0, 239), *press((40, 41), 100), *LIFTED], hand) == [PRESS, TAP]
    assert (hand.x, hand.y) == (40, 41)


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
def test_of_three_readings_the_middle_one_counts_each_way(order):
    hand = Gesture(cell_bounds)
    readings = [[(200, 41), (201, 40), (199, 42)][at] for at in order]
    assert events(readings, hand) == [PRESS]
    assert (hand.x, hand.y) == (200, 41)


def test_a_wild_last_reading_does_not_cancel():
    assert events([*press((40, 40), 100), (0, 0), *LIFTED]) == [PRESS, TAP]


def test_a_wild_reading_just_after_a_press_does_not_cancel():
    wild = [*press((40, 40), 30), (0, 0), *press((40, 40), 100)]
    assert events(wild + LIFTED) == [PRESS, TAP]


def test_a_gap_in_a_press_is_chatter():
    assert events([*press((40, 40), 100), None, *press((40, 40), 100), *LIFTED]) == [PRESS, TAP]


def test_a_spark_is_no_press():
    assert events([(40, 40), None, (40, 40), (40, 40), *LIFTED]) == []


def test_a_stylus_that_is_down_at_power_on_is_no_press():
    hand = Gesture(cell_bounds)
    assert [hand.update((40, 40), now) for now in range(0, 900, STEP_MS)] == [NONE] * 90
    assert events(press((40, 40), 100) + LIFTED, hand) == [PRESS, TAP]


def test_what_is_down_when_a_new_board_comes_is_no_press():
    hand = Gesture(cell_bounds)
    assert events(press((40, 40), 100), hand) == [PRESS]
    hand.wait_for_release()
    assert [hand.update((40, 40), 5000), *(hand.update(None, 5000) for _ in range(3))] == [NONE] * 4


def test_weeks_are_not_felt():
    weeks = 3 << 30
    assert events(press((40, 40), 900) + LIFTED, start_ms=weeks) == [PRESS, RIPE, HOLD]
    assert events(press((40, 40), 300) + LIFTED, start_ms=weeks) == [PRESS, TAP]


def test_readings_that_do_not_agree_make_no_press():
    hand = Gesture(cell_bounds)
    assert events([(0, 9), (280, 9), *press((40, 41), 100), *LIFTED], hand) == [PRESS, TAP]
    assert (hand.x, hand.y) == (40, 41)
    assert events([(0, 9), (280, 9), (40, 41), *LIFTED]) == []


def test_a_press_that_chatter_put_elsewhere_begins_anew_where_the_stylus_is():
    hand = Gesture(cell_bounds)
    chatter = [(30, 40), (30, 40), (38, 40)]
    assert events(chatter + press((40, 40), 100) + LIFTED, hand) == [PRESS, CANCEL, PRESS, TAP]
    assert (hand.x, hand.y) == (40, 40)


def test_a_press_begins_anew_only_once():
    swipe = [(x, 40) for x in range(9, 300, 3)]
    assert events(swipe + LIFTED) == [PRESS, CANCEL, PRESS, CANCEL]


def test_two_wild_readings_when_the_stylus_leaves_do_not_cancel():
    assert events([*press((40, 40), 100), (0, 0), (9, 0), *LIFTED]) == [PRESS, TAP]


def test_a_clean_touch_is_felt_with_its_third_reading_and_ends_with_the_second_gap():
    hand = Gesture(cell_bounds)
    readings = [None, None, *press((40, 40), 60), None, None]
    found = [hand.update(reading, 10 * at) for at, reading in enumerate(readings)]
    assert found.index(PRESS) == 4 and found.index(TAP) == len(readings) - 1


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
