# SPDX-License-Identifier: MIT
"""The board of the day: everybody's, by the clock's date or the player's, and its days in a row."""

import calendar
from datetime import datetime
from types import SimpleNamespace

import pytest

from minesweeper.rules import field, presets
from minesweeper.rules.dice import SEEDS, Dice
from minesweeper.saved import days as dates
from minesweeper.saved.records import DECIDED, STREAK
from minesweeper.screen import text
from minesweeper.sharing import today
from minesweeper.solver.noguess import NoGuess
from minesweeper.solver.topology import Topology
from tests.support.play import games
from tests.support.play.player import DIG, STATUS, TITANO, Player, check_golden

DAY = "2026-11-22"
LAST = dates.number(2099, 12, 31)


def board_of(day):
    """(the maker of a day's board, its first cell), by the solver alone."""
    _, columns, rows, mines, _ = today.BOARD
    seed = day * 6180339 % SEEDS
    dice = Dice(seed)
    made = NoGuess(Topology(columns, rows), mines, seed % (columns * rows), dice.randrange)
    for _ in made.steps():
        pass
    return made, made.first


def mines_of(day):
    return [cell for cell, mine in enumerate(board_of(day)[0].truth) if mine]


def set_clock(player, *date):
    """Set the clock as a computer or the network does."""
    board = player.portal.board
    board.rtc_start = calendar.timegm((*date, 9, 0, 0)) - int(player.portal.now)


def solve(player, wins=True):
    """Tap a mine, or open all cells but one on the console, and tap that one 5 s later."""
    number = player.number()
    player.look_for(today.BOARD)
    board = games.dealt(number).field
    last = next(cell for cell in range(280) if not board.cells[cell] & field.MINE
                and not opens_by_itself(board, cell))
    for cell in games.safe_moves(number, player.signs()) if wins else ():
        if cell != last:
            player.portal.type(f"{cell // 20} {cell % 20}\n")
    player.run(5.02)
    player.tap(last if wins else games.mines(number)[0])
    player.run(2)


def opens_by_itself(board, cell):
    steps = [0, *board.neighbours.steps(cell)]
    return not all(board.cells[cell + step] & (field.AROUND | field.MINE) for step in steps)


def to_daily(player):
    """From a game to the calendar."""
    player.tap_face()
    player.tap_on("Title", "Daily")
    player.run(0.5)


def test_every_day_has_a_board_of_its_own_that_needs_no_guess():
    days = range(dates.number(2025, 1, 1), LAST + 1, 2003)
    boards = [board_of(day)[0] for day in days]
    assert all(made.proved for made in boards)
    assert len({bytes(made.truth) for made in boards}) == len(boards)
    assert len({day * 6180339 % SEEDS for day in range(LAST + 1)}) == LAST + 1


def test_every_portal_deals_the_same_board_whatever_its_chance(drive):
    player = Player(drive, seed=9, board=TITANO)
    portal = player.portal
    assert player.say("today") == "The date is not known: type it, as in today 2026-11-22"
    portal.type(f"today {DAY}\n")
    portal.run(3)
    number = dates.read(DAY)
    assert player.mines() == mines_of(number)
    assert player.signs()[board_of(number)[1]] == ".", "its first cell is open"
    assert f"Board of the day, {DAY}." in portal.serial
    assert player.ask("board", STATUS).endswith(", no guess needed.")
    assert player.say("today tomorrow") == "tomorrow is no date: type it as in today 2026-11-22"
    set_clock(player, 2027, 3, 1)
    assert player.say("today 2026-11-22") == "The clock says 2027-03-01: type today"
    portal.type("today\n")
    portal.hold(160, 120, 2)  # a touch does not stop the making of it
    assert player.mines() == mines_of(dates.number(2027, 3, 1))
    assert player.signs()[board_of(dates.number(2027, 3, 1))[1]] == "."


def test_the_date_is_tapped_once(start_game):
    player = start_game("beginner")
    to_daily(player)
    assert player.reads("January 2026") and player.reads("Which day is it?")
    player.tap_on(text.MORE, text.MORE, text.LESS, "12")
    check_golden(player.portal, "date")
    player.tap_on("Play")
    player.run(3)
    player.look_for(today.BOARD)
    assert player.mines() == mines_of(dates.number(2026, 2, 12))
    to_daily(player)
    assert player.reads("February 2026") and not player.reads("Which day is it?")
    player.tap_on("Play")
    player.tap_on("New game")
    player.run(3)
    assert player.mines() == mines_of(dates.number(2026, 2, 12))


def test_after_the_board_of_the_day_play_brings_the_players_own_board(start_game):
    player = start_game("classic expert")
    set_clock(player, 2026, 3, 1)
    to_daily(player)
    player.tap_on("Play")
    player.run(3)
    player.look_for(today.BOARD)
    player.hold(player.mines()[-1])
    player.tap_face()
    player.run(2)  # saved
    player.power_cycle()
    assert player.mines() == mines_of(dates.number(2026, 3, 1)), "the day's game goes on"
    solve(player, False)
    player.tap_face()
    player.run(1)
    player.tap_on("Title")
    player.run(1)
    player.portal.tap(160, 120)
    player.run(1)
    assert player.ask("board", STATUS).splitlines()[-1].startswith("99 mines, 0 flags")


@pytest.mark.parametrize(("hours", "days"), [(0, 0), (23, 0), (24, 1), (24 * 40 - 1, 39)])
def test_a_day_after_it_was_told_it_is_another(hours, days):
    device = SimpleNamespace(date=lambda: (2000, 1, 2), ticks_ms=lambda: 5000 + hours * 3_600_000)
    session = SimpleNamespace(device=device, date=(9822, 5000))
    assert today.day(session) == 9822 + days
    assert today.dated(session, 9822 + days) == (9822, 5000)
    assert today.dated(session, 9821) == (9821, device.ticks_ms())


@pytest.mark.parametrize("date", [None, (2000, 1, 1), (2024, 12, 31), (2100, 1, 1)])
def test_a_clock_that_was_never_set_tells_no_date(date):
    device = SimpleNamespace(date=lambda: date, ticks_ms=lambda: 7)
    session = SimpleNamespace(device=device, date=None)
    assert today.day(session) is None and today.dated(session, 9822) == (9822, 7)


def test_days_in_a_row_are_told_and_have_flowers(start_game):
    player = start_game("beginner")
    for date in (2026, 3, 1), (2026, 3, 2):
        set_clock(player, *date)
        to_daily(player)
        player.tap_on("Play")
        player.run(3)
        solve(player)
        player.run(2)
        player.tap_face()
        player.run(1)
    assert player.reads("Day 2 in a row!")
    check_golden(player.portal, "result-day")
    player.power_cycle()
    player.look_for(presets.BEGINNER)
    set_clock(player, 2026, 3, 3)
    to_daily(player)
    assert player.reads("2 in a row, longest 2")
    check_golden(player.portal, "calendar")
    player.tap_on("Play")
    player.run(3)
    solve(player, wins=False)
    assert games.saved_state(player.portal.nvm).records.days[STREAK] == 0


def test_with_a_date_the_calendar_asks_for_none(drive_with):
    """A window sets the board's clock to the computer's date."""
    lines = DIG, 'MINES_PRESET = "beginner"'
    player = Player(drive_with(*lines), 7, presets.BEGINNER, date=datetime(2026, 11, 28, 9))
    to_daily(player)
    assert player.reads("November 2026") and not player.reads("Which day is it?")


def test_only_the_first_game_of_a_day_counts_and_only_without_advice(drive_with):
    player = Player(drive_with(DIG), 7)
    for advice in "hint", "board":
        player.say(f"today {DAY}")
        player.say(advice)
        solve(player)
        records = games.saved_state(player.portal.nvm).records
        assert (records.days[DECIDED], records.days[STREAK]) == (dates.read(DAY), 0)
