# SPDX-License-Identifier: MIT
"""Days in a row by their rules, dates against the standard library's."""

import datetime
from array import array

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.memory import days as dates
from minesweeper.memory.days import DEALT, LONGEST, STREAK, finished, in_a_row

FIRST = datetime.date(2000, 1, 1)


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
