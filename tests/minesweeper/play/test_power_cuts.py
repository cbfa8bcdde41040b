# SPDX-License-Identifier: MIT
"""Power that fails at any moment of play, and what is saved before the player sees it."""

import re

import pytest

from minesweeper.memory.memory import MOST_WRITES, SETTLE_MS
from minesweeper.screen import tiles
from sim.board.faults import MOMENTS
from tests.support.play import games, reader
from tests.support.play.desk import Desk
from tests.support.play.seat import BEGINNER, DIG, begin, pause, win


def state(desk):
    return desk.signs(), desk.mines(), desk.tiles()


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_cut_within_a_write_leaves_the_former_game_the_new_one_or_the_defaults(sit_down, moment):
    desk = sit_down("intermediate")
    desk.tap(150)
    desk.portal.run(11)
    former = state(desk)
    desk.hold(desk.mines()[0])
    following = state(desk)
    assert desk.portal.nvm_writes == 1 and former != following
    desk.portal.faults.cut_power_at_write(1, moment)
    desk.portal.run(11)
    assert not desk.portal.running
    desk.power_cycle()
    if moment in ("before", "after"):
        assert state(desk) == (former if moment == "before" else following)
        assert desk.portal.serial.count("starting with defaults") == 1
    else:
        assert set(desk.tiles()) == {tiles.BLANK}
        assert desk.portal.serial.count("starting with defaults") == 2


def test_a_long_game_with_a_rest_after_every_third_move_writes_nvm_ten_times_at_most(sit_down):
    desk = sit_down("expert")
    desk.tap(150)
    mines = desk.mines()
    for cell in range(desk.columns * desk.rows):
        if cell not in mines and desk.tile(cell) == tiles.BLANK:
            desk.tap(cell)
            desk.portal.run(0.2 if cell % 3 else 10.5)
    assert reader.sees(desk.portal, "New best: ")
    desk.portal.run(60)
    assert 3 <= desk.portal.nvm_writes <= MOST_WRITES


def test_the_clock_of_a_resumed_game_goes_on_from_where_it_was_saved(sit_down):
    desk = sit_down("expert")
    desk.tap(150)
    desk.portal.run(50)
    desk.power_cycle()
    assert reader.sees(desk.portal, "0:10")
    desk.portal.run(30)
    desk.hold(desk.mines()[0])
    desk.portal.run(3)
    assert reader.sees(desk.portal, "0:13")


@pytest.fixture
def desk(sit_down):
    desk = sit_down("beginner")
    begin(desk)
    return desk


def ask_for(desk, choice):
    pause(desk)
    desk.tap_on(choice)


def test_a_hint_that_is_asked_and_followed_leaves_the_clock_right(desk):
    desk.portal.run(15)
    ask_for(desk, "Hint")
    ask_for(desk, "Hint")
    desk.portal.run(12)
    assert 20_000 < games.saved_game(desk.portal.nvm).played_ms < 40_000


def test_hints_on_the_console_write_once_and_then_when_the_game_rests(desk):
    for _ in range(8):
        assert desk.say("hint")
    assert desk.portal.nvm_writes == 1
    desk.portal.run(11)
    assert desk.portal.nvm_writes == 2


@pytest.mark.parametrize("advice", ["hint", "odds"])
def test_a_game_that_was_helped_stays_so_though_it_is_reset_at_once(desk, advice):
    desk.portal.run(12)
    desk.say(advice)
    assert games.saved_game(desk.portal.nvm).hinted
    desk.power_cycle()
    win(desk)
    assert reader.sees(desk.portal, "You have won in 0:1") and desk.portal.nvm_writes
    assert "No game" not in desk.say("stats") and "beginner" not in desk.say("stats")


def test_help_counts_from_the_moment_that_it_is_seen(desk):
    """However soon after power-on it is asked, and whenever the power fails."""
    desk.portal.run(12)
    image = bytes(desk.portal.nvm)
    for seconds in (0.3, 1.0, 2.2, 4.0):
        woken = Desk(desk.drive, 3, BEGINNER, nvm=image)
        woken.portal.type("hint\r")
        woken.portal.run(seconds)
        told = re.search(r"\((safe|mines): ", woken.portal.serial)
        assert bool(told) == (woken.portal.now * 1000 > SETTLE_MS)
        assert games.saved_game(woken.portal.nvm).hinted or not told
        woken.portal.close()


def test_nothing_is_written_just_after_power_on(desk):
    desk.portal.run(12)
    desk.power_cycle()
    writes = desk.portal.nvm_writes
    desk.portal.type("hint\r")
    desk.portal.run(SETTLE_MS / 1000 - desk.portal.now)
    assert desk.portal.nvm_writes == writes
    desk.portal.run(0.1)
    assert desk.portal.nvm_writes == writes + 1


def test_a_game_that_is_repeated_does_not_come_back_as_it_was_before(desk):
    desk.portal.run(12)
    ask_for(desk, "Same board")
    desk.tap(0)
    desk.power_cycle()
    assert len(desk.covered()) == BEGINNER[1] * BEGINNER[2]


BOARDS = "Expert", "Beginner"


def change(desk, name):
    """Another board or value of an option; returns whether the player is asked about it."""
    if name in BOARDS:
        ask_for(desk, "Board")
        desk.tap_on(name)
        return reader.sees(desk.portal, "Another board?")
    ask_for(desk, "Options")
    if not reader.sees(desk.portal, name):
        desk.tap_on("More")
    desk.tap_on(name)
    desk.tap_on("Done")
    return reader.sees(desk.portal, "Another board?")


@pytest.mark.parametrize("words", ["First tap", "No guessing", "Expert"])
def test_a_board_that_changes_in_the_options_is_asked_about(desk, words):
    board = desk.tiles()
    assert not change(desk, "Hold")
    desk.tap_on("Resume")
    before = vars(games.saved_memory(desk.portal.nvm).options)
    assert change(desk, words)
    desk.tap_on("Go on with")
    desk.tap_on("Resume")
    assert desk.tiles() == board
    assert vars(games.saved_memory(desk.portal.nvm).options) == before
    assert change(desk, words)
    desk.tap_on("New game")
    assert not reader.sees(desk.portal, "Pause")
    assert set(desk.signs()) == {"-"}


def test_without_a_game_in_play_nothing_is_asked(sit_down):
    desk = sit_down("beginner", DIG)
    assert not change(desk, "First tap")
