# SPDX-License-Identifier: MIT
"""Days in a row by their rules, dates against the standard library's, and memory before days."""

import datetime
from array import array

from hypothesis import given
from hypothesis import strategies as st

from flashes import BLOCK, kept, power_on, sample, state
from minesweeper.memory import dates
from minesweeper.memory.days import DEALT, LONGEST, STREAK, finished, in_a_row
from minesweeper.memory.upgrade import upgraded

FIRST = datetime.date(2000, 1, 1)
# What the version before wrote of `sample`, which knew no days yet.
BEFORE_DAYS = bytes.fromhex(
    "4d730201a0000200010102010002010400000a0a0c00401f60ea581b90e20000000000000000000000000000"
    "0000000000002a00010001000100010000000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000050009000100020909210a0028000200840300000000000000910204000000d2"
    "000100bf00fc00f0ffcfffffffffffffff030000000000006d0286b1")


def test_each_day_of_the_century_has_its_number():
    for number in range((datetime.date(2100, 1, 1) - FIRST).days):
        day = FIRST + datetime.timedelta(number)
        date = day.year, day.month, day.day
        assert dates.date(number) == date and dates.number(*date) == number
        assert dates.written(number) == day.isoformat()
        assert dates.read(day.isoformat()) == number


def test_what_is_no_date_is_not_read():
    for words in ("", "-", "2026", "2026-11", "2026-11-31", "2026-02-29", "2026-13-01", "2026-0-1",
                  "2026-01-00", "1999-12-31", "2100-01-01", "2026-11-22-1", "2026--11-22", "a-b-c",
                  "22 11 2026", "+2026-11-22"):
        assert dates.read(words) is None, words


@given(st.lists(st.tuples(st.integers(1, 12), st.booleans()), max_size=30))
def test_a_streak_is_the_days_up_to_the_last_one_that_were_won_at_once(games):
    """Games on the boards of days, which never go back; the first of a day decides."""
    days, firsts = [0] * 4, {}
    for day, won in sorted(games, key=lambda game: game[0]):
        days[DEALT] = day
        assert finished(days, won) == (day not in firsts)
        firsts.setdefault(day, won)
        streak = 0
        while firsts.get(day - streak):
            streak += 1
        assert days[STREAK] == in_a_row(days, day) == in_a_row(days, day + 1) == streak
        assert in_a_row(days, day + 2) == 0 and days[LONGEST] >= streak
    assert days[LONGEST] == longest(firsts)


def longest(firsts):
    runs = "".join("w" if firsts.get(day) else " " for day in range(1, 13)).split()
    return max(map(len, runs), default=0)


def test_a_clock_that_was_set_back_begins_a_new_streak():
    days = [0] * 4
    for day, streak in (100, 1), (101, 2), (50, 1), (51, 2), (101, 1):
        days[DEALT] = day
        assert finished(days, True) and days[STREAK] == streak
    assert days[LONGEST] == 2


def test_the_greatest_numbers_in_memory_do_not_overflow():
    days = array("H", [0xFFFF, 0xFFFE, 0xFFFF, 0xFFFF])
    assert finished(days, True) and days[STREAK] == 0xFFFF


def test_what_the_version_before_wrote_is_read_whole():
    memory, game = sample()
    memory.records.days = [0] * 4
    back, resumed, sentences = power_on(BEFORE_DAYS + b"\xff" * BLOCK)
    assert (kept(back), sentences) == (kept(memory), [])
    game.stop_clock(1000)
    game.moved = 0  # which was not saved
    assert state(resumed) == state(game)


def test_a_version_that_never_was_is_left_as_it_is():
    for version in 0, 1, 5, 255:
        image = BEFORE_DAYS[:2] + bytes([version]) + BEFORE_DAYS[3:]
        assert upgraded(image, 2) == image
