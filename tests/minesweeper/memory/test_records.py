# SPDX-License-Identifier: MIT
"""Records and days in a row by their rules; dates and 3BV against independent counts."""

import datetime
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.board import presets
from minesweeper.board.field import Field, three_bv
from minesweeper.memory import days
from minesweeper.memory import days as dates
from minesweeper.memory.days import DEALT, LONGEST, STREAK, finished, in_a_row
from minesweeper.memory.options import CUSTOM
from minesweeper.memory.records import SIZE, Records
from minesweeper.memory.statistics import lines
from tests.support import seeds

EXPERT = 4


def laid(width, height, mines):
    field = Field(width, height)
    field.start(len(mines))
    for cell in mines:
        field.lay_one(cell)
    field.laid = True
    return field


def clicks(width, height, mines):
    """Clear a board of (x, y): first open the cells with no mine near, then what is covered."""
    free = {(x, y) for x in range(width) for y in range(height)} - mines

    def around(x, y):
        return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(x, y)}

    blank = {cell for cell in free if not around(*cell) & mines}
    covered, count = set(free), 0
    for start in [*sorted(blank), *sorted(free - blank)]:
        count += start in covered
        opening = {start} & covered
        while opening:
            covered -= opening
            opening = set().union(*[around(*cell) for cell in opening & blank]) & covered
    return count


def test_3bv_is_the_fewest_openings_that_clear_a_board():
    chance = seeds.chance(3)
    for _ in range(500):
        width, height = chance.randint(1, 20), chance.randint(1, 15)
        count = chance.randint(0, width * height // chance.choice((1, 4, 8))) % (width * height)
        mines = chance.sample(range(width * height), count)
        expected = clicks(width, height, {(cell % width, cell // width) for cell in mines})
        assert three_bv(laid(width, height, mines)) == expected


def test_3bv_does_not_depend_on_what_was_played_and_needs_mines():
    field = Field(4, 4)
    field.start(2)
    assert three_bv(field) == 0
    field.lay_one(0)
    field.lay_one(5)
    field.laid = True
    before = three_bv(field)
    for cell in (15, 3, 1):
        field.open(cell)
    field.mark(0, 0x40)
    assert three_bv(field) == before > 0


def test_a_win_counts_and_the_first_and_every_faster_one_is_a_best():
    records = Records()
    bests = [records.finished(EXPERT, True, seconds, True) for seconds in (102, 102, 103, 90)]
    assert bests == [True, False, False, True]
    assert records.of(EXPERT) == (90, 4, 4, 4, 4)


def test_a_loss_ends_the_streak_and_keeps_the_longest():
    records = Records()
    for won in (True, True, True, False, True):
        records.finished(EXPERT, won, 60, True)
    assert records.of(EXPERT) == (60, 5, 4, 1, 3)


def test_a_loss_is_no_best():
    records = Records()
    assert not records.finished(EXPERT, False, 1, True)
    assert records.of(EXPERT) == (0, 1, 0, 0, 0)


def test_a_win_in_no_time_is_a_best_of_a_second():
    records = Records()
    assert records.finished(EXPERT, True, 0, True)
    assert records.of(EXPERT)[0] == 1


@pytest.mark.parametrize(("index", "counts"), [(CUSTOM, True), (CUSTOM, False), (EXPERT, False)])
def test_games_of_ones_own_and_those_that_do_not_count_change_nothing(index, counts):
    records = Records()
    records.finished(EXPERT, True, 50, True)
    for won in (True, False):
        assert not records.finished(index, won, 1, counts)
    assert records.of(EXPERT) == (50, 1, 1, 1, 1)
    assert records.of(CUSTOM) == (0, 0, 0, 0, 0)
    assert len(lines(records)) == 3


def test_presets_do_not_mix():
    records = Records()
    for index in range(len(presets.ALL)):
        records.finished(index, True, index + 1, True)
    for index in range(len(presets.ALL)):
        assert records.of(index) == (index + 1, 1, 1, 1, 1)


def test_numbers_stop_at_their_greatest():
    records = Records()
    records.unpack_from(b"\xff" * SIZE, 0)
    assert records.finished(EXPERT, True, 70_000, True) is False
    assert records.of(EXPERT) == (65535,) * 5
    records = Records()
    assert records.finished(0, True, 70_000, True)
    assert records.of(0)[0] == 65535


@given(st.binary(min_size=SIZE, max_size=SIZE))
def test_any_bytes_come_back_as_they_were_and_can_be_shown(data):
    records = Records()
    records.unpack_from(data, 0)
    buffer = bytearray(SIZE)
    records.pack_into(buffer, 0)
    won = SIZE - 2 * len(records.days) - 2
    assert buffer[:won] + buffer[won + 2 :] == data[:won] + data[won + 2 :]
    assert all(lines(records))


def test_lines_are_a_table_and_the_last_game():
    records = Records()
    assert lines(records) == ["No game was played yet."]
    for won in (True, False, True):
        records.finished(EXPERT, won, 102, True)
    records.finished(0, False, 9, True)
    records.last = 61, 74, True
    assert lines(records) == [
        "              wins/games  best   streak",
        "guide                0/1     -      0/0",
        "expert               2/3  1:42      1/1",
        "Last game: 3BV 61 in 74 moves, efficiency 82 %.",
    ]
    records.days[days.DEALT] = 1
    days.finished(records.days, True)
    assert lines(records)[-2] == "Days in a row: 1, longest 1."
    records.last = 61, 12, False
    assert lines(records)[-1] == "Last game: 3BV 61, lost after 12 moves."


def test_the_table_fits_a_pyportals_width():
    records = Records()
    records.unpack_from(b"\x0f\x27" * (SIZE // 2), 0)
    assert max(map(len, lines(records)[:-1])) * 8 <= 320


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
