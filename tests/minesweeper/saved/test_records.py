# SPDX-License-Identifier: MIT
"""Records and days in a row by their rules; dates and 3BV against independent counts."""

import datetime
import struct
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.pages import result
from minesweeper.rules import presets
from minesweeper.rules.controls import LOST, WON
from minesweeper.rules.field import Field
from minesweeper.saved import days
from minesweeper.saved.days import in_a_row
from minesweeper.saved.records import LEAST, LONGEST, STREAK, Records
from minesweeper.saved.statistics import lines
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
        field = laid(width, height, mines)
        assert field.three_bv() == expected
        for cell in range(0, width * height, 3):
            field.open(cell) if cell % 2 else field.mark(cell, 0x40)
        assert field.three_bv() == expected, "whatever was played"
    unlaid = Field(4, 4)
    unlaid.start(2)
    assert unlaid.three_bv() == 0


@pytest.mark.parametrize(("games", "bests", "record"), [
    ([(True, 102), (True, 102), (True, 103), (True, 90)], [True, False, False, True],
     (90, 4, 4, 4, 4)),
    ([(True, 60)] * 3 + [(False, 60), (True, 60)], [True] + [False] * 4, (60, 5, 4, 1, 3)),
    ([(False, 1)], [False], (0, 1, 0, 0, 0)),
    ([(True, 0)], [True], (1, 1, 1, 1, 1)),
])
def test_the_first_and_every_faster_win_is_a_best_and_a_loss_ends_the_streak(games, bests, record):
    boards = [presets.id_of(board) for board in presets.ALL]
    for preset in boards:
        records = Records()
        assert [records.finished(preset, *game, True) for game in games] == bests
        assert [records.of(board) for board in boards] == [
            record if board == preset else (0, 0, 0, 0, 0) for board in boards]


@pytest.mark.parametrize(("index", "counts"), [
    (presets.CUSTOM_ID, True), (presets.CUSTOM_ID, False), (EXPERT, False)])
def test_games_of_ones_own_and_those_that_do_not_count_change_nothing(index, counts):
    records = Records()
    records.finished(EXPERT, True, 50, True)
    for won in (True, False):
        assert not records.finished(index, won, 1, counts)
    assert records.of(EXPERT) == (50, 1, 1, 1, 1)
    assert records.of(presets.CUSTOM_ID) == (0, 0, 0, 0, 0)
    assert len(lines(records, 7)[:-1]) == 3


def test_only_presets_that_were_played_take_room_and_unknown_ids_are_left():
    records = Records()
    assert records.size() == LEAST
    records.finished(EXPERT, True, 40, True)
    records.finished(0, False, 9, True)
    buffer = bytearray(records.size())
    records.pack_into(buffer, 0)
    assert records.size() == LEAST + 2 * 11
    buffer[LEAST] = 99
    back = Records()
    assert back.unpack_from(buffer, 0) == len(buffer)
    assert back.of(EXPERT) == (40, 1, 1, 1, 1) and back.of(0) == (0, 0, 0, 0, 0)


def test_a_memory_with_more_wins_than_games_is_made_possible():
    buffer = bytearray(LEAST + 22)
    buffer[LEAST - 1] = 2
    struct.pack_into("<B5HB5H", buffer, LEAST, 0, 9, 3, 7, 60000, 500, 1, 0, 0, 1, 1, 1)
    records = Records()
    records.unpack_from(buffer, 0)
    assert records.of(0) == (9, 3, 3, 3, 3)
    assert records.of(1) == (0, 0, 0, 0, 0)


def test_lines_are_a_table_and_the_last_game():
    records = Records()
    assert lines(records, 1) == lines(records, 10) == [
        "You have not played a game yet.", "Flash used: 0.1 % of its life."]
    assert lines(records, 12_341)[-1] == "Flash used: 123.5 % of its life."
    for won in (True, False, True):
        records.finished(EXPERT, won, 102, True)
    records.finished(0, False, 9, True)
    records.last = 65, 104, True
    assert lines(records, 7)[:-1] == [
        "              wins/games  best   streak",
        "Guide                0/1     -      0/0",
        "Compact hard         2/3  1:42      1/1",
        "Last game: 104 taps, 65 needed: 63 %.",
    ]
    records.dealt(1)
    records.finished_day(True)
    assert lines(records, 7)[:-1][-2] == "Days in a row: 1, longest 1."
    records.last = 61, 12, False
    assert lines(records, 7)[:-1][-1] == "Last game: lost after 12 taps; 61 would win."


def session(outcome, preset=presets.BEGINNER, best=0, before=0, **how):
    game = SimpleNamespace(outcome=lambda: outcome, preset=preset, solved=False, hinted=False,
                           repeated=False, daily=False, played_ms=52_900)
    game.__dict__.update(how)
    kept = SimpleNamespace(best=lambda board: best, records=SimpleNamespace(days=[0, 0, 3, 5]))
    return SimpleNamespace(game=game, saved=kept, best_before=before, verdict="Missed!",
                           poster=None)


@pytest.mark.parametrize(("expected", "of"), [
    ("Missed!", session(LOST)), ("The solver finished this game.", session(WON, solved=True)),
    ("With help, a game sets no record.", session(WON, hinted=True)),
    ("On a known board, a game sets no record.", session(WON, repeated=True)),
    ("Day 3 in a row!", session(WON, daily=True, repeated=True)),
    ("Your first win!", session(WON, best=40)),
    ("New best, 5 s faster!", session(WON, best=35, before=40)),
    ("12 s over your best.", session(WON, best=40, before=40)),
    ("As fast as your best.", session(WON, best=52, before=52)),
    ("", session(WON, ("custom", 9, 9, 9, 16)))])
def test_a_result_has_one_line_that_is_true(expected, of):
    assert result.sentence(of) == expected


FIRST = datetime.date(2000, 1, 1)


def test_each_day_of_the_century_has_its_number():
    last = (datetime.date(2100, 1, 1) - FIRST).days
    for number in (*range(1500), *range(last - 1500, last)):
        day = FIRST + datetime.timedelta(number)
        date = day.year, day.month, day.day
        assert days.date(number) == date and days.number(*date) == number
        assert days.written(number) == day.isoformat()
        assert days.read(day.isoformat()) == number


@pytest.mark.parametrize("words", [
    "", "-", "2026", "2026-11", "2026-11-31", "2026-02-29", "2026-13-01", "2026-0-1", "2026-01-00",
    "1999-12-31", "2100-01-01", "2026-11-22-1", "2026--11-22", "a-b-c", "22 11 2026",
    "+2026-11-22"])
def test_what_is_no_date_is_not_read(words):
    assert days.read(words) is None


@given(st.lists(st.tuples(st.integers(1, 12), st.booleans()), max_size=30))
def test_a_streak_is_the_days_up_to_the_last_one_that_were_won_at_once(games):
    """Games on the boards of days, which never go back; the first of a day decides."""
    records, firsts = Records(), {}
    days = records.days
    for day, won in sorted(games, key=lambda game: game[0]):
        records.dealt(day)
        assert records.finished_day(won) == (day not in firsts)
        firsts.setdefault(day, won)
        streak = 0
        while firsts.get(day - streak):
            streak += 1
        assert days[STREAK] == in_a_row(days, day) == in_a_row(days, day + 1) == streak
        assert in_a_row(days, day + 2) == 0 and days[LONGEST] >= streak
        assert all(records.was_won(each) == firsts.get(each, False) for each in range(1, day + 1))
    runs = "".join("w" if firsts.get(day) else " " for day in range(1, 13)).split()
    assert days[LONGEST] == max(map(len, runs), default=0)


def test_a_clock_that_was_set_back_begins_a_new_streak():
    records = Records()
    for day, streak in (100, 1), (101, 2), (50, 1), (51, 2), (101, 1):
        records.dealt(day)
        assert records.finished_day(True) and records.days[STREAK] == streak
    assert records.days[LONGEST] == 2
