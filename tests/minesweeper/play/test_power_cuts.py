# SPDX-License-Identifier: MIT
"""Power that fails at any moment of play, and what is saved before the player sees it."""

import re

import pytest

from minesweeper.memory.memory import MOST_WRITES, SETTLE_MS
from minesweeper.screen import tiles
from sim.board.faults import MOMENTS
from tests.support.play import games
from tests.support.play.player import BEGINNER, DIG, Player


def state(player):
    return player.signs(), player.mines(), player.tiles()


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_cut_within_a_write_leaves_either_game_or_the_defaults(start_game, moment):
    player = start_game("intermediate")
    player.tap(150)
    player.run(11)
    former = state(player)
    player.hold(player.mines()[0])
    following = state(player)
    assert player.portal.nvm_writes == 1 and former != following
    player.portal.faults.cut_power_at_write(1, moment)
    player.run(11)
    assert not player.portal.running
    player.power_cycle()
    if moment in ("before", "after"):
        assert state(player) == (former if moment == "before" else following)
        assert player.portal.serial.count("starting with defaults") == 1
    else:
        assert set(player.tiles()) == {tiles.BLANK}
        assert player.portal.serial.count("starting with defaults") == 2


def test_a_long_game_with_a_rest_after_every_third_move_writes_nvm_ten_times_at_most(start_game):
    player = start_game("expert")
    player.tap(150)
    mines = player.mines()
    for cell in range(player.columns * player.rows):
        if cell not in mines and player.tile(cell) == tiles.BLANK:
            player.tap(cell)
            player.run(0.2 if cell % 3 else 10.5)
    assert player.reads("New best: ")
    player.run(60)
    assert 3 <= player.portal.nvm_writes <= MOST_WRITES


def test_the_clock_of_a_resumed_game_goes_on_from_where_it_was_saved(start_game):
    player = start_game("expert")
    player.tap(150)
    player.run(50)
    player.power_cycle()
    assert player.reads("0:10")
    player.run(30)
    player.hold(player.mines()[0])
    player.run(3)
    assert player.reads("0:13")


@pytest.fixture
def player(start_game):
    player = start_game("beginner")
    player.begin()
    return player


def ask_for(player, choice):
    player.pause()
    player.tap_on(choice)


def test_a_hint_that_is_asked_and_followed_leaves_the_clock_right(player):
    player.run(15)
    ask_for(player, "Hint")
    ask_for(player, "Hint")
    player.run(12)
    assert 20_000 < games.saved_game(player.portal.nvm).played_ms < 40_000


def test_hints_on_the_console_write_once_and_then_when_the_game_rests(player):
    for _ in range(8):
        assert player.say("hint")
    assert player.portal.nvm_writes == 1
    player.run(11)
    assert player.portal.nvm_writes == 2


@pytest.mark.parametrize("advice", ["hint", "odds"])
def test_a_game_that_was_helped_stays_so_though_it_is_reset_at_once(player, advice):
    player.run(12)
    player.say(advice)
    assert games.saved_game(player.portal.nvm).hinted
    player.power_cycle()
    player.win()
    assert player.reads("You have won in 0:1") and player.portal.nvm_writes
    assert "No game" not in player.say("stats") and "beginner" not in player.say("stats")


def test_help_counts_from_the_moment_that_it_is_seen(player):
    """However soon after power-on it is asked, and whenever the power fails."""
    player.run(12)
    image = bytes(player.portal.nvm)
    for seconds in (0.3, 1.0, 2.2, 4.0):
        woken = Player(player.drive, 3, BEGINNER, nvm=image)
        woken.portal.type("hint\r")
        woken.run(seconds)
        told = re.search(r"\((safe|mines): ", woken.portal.serial)
        assert bool(told) == (woken.portal.now * 1000 > SETTLE_MS)
        assert games.saved_game(woken.portal.nvm).hinted or not told
        woken.portal.close()


def test_nothing_is_written_just_after_power_on(player):
    player.run(12)
    player.power_cycle()
    writes = player.portal.nvm_writes
    player.portal.type("hint\r")
    player.run(SETTLE_MS / 1000 - player.portal.now)
    assert player.portal.nvm_writes == writes
    player.run(0.1)
    assert player.portal.nvm_writes == writes + 1


def test_a_game_that_is_repeated_does_not_come_back_as_it_was_before(player):
    player.run(12)
    ask_for(player, "Same board")
    player.tap(0)
    player.power_cycle()
    assert len(player.covered()) == BEGINNER[1] * BEGINNER[2]


BOARDS = "Expert", "Beginner"


def change(player, name):
    """Another board or value of an option; returns whether the player is asked about it."""
    if name in BOARDS:
        ask_for(player, "Board")
        player.tap_on(name)
        return player.reads("Another board?")
    ask_for(player, "Options")
    if not player.reads(name):
        player.tap_on("More")
    player.tap_on(name)
    player.tap_on("Done")
    return player.reads("Another board?")


@pytest.mark.parametrize("words", ["First tap", "No guessing", "Expert"])
def test_a_board_that_changes_in_the_options_is_asked_about(player, words):
    board = player.tiles()
    assert not change(player, "Hold")
    player.tap_on("Resume")
    before = vars(games.saved_memory(player.portal.nvm).options)
    assert change(player, words)
    player.tap_on("Go on with")
    player.tap_on("Resume")
    assert player.tiles() == board
    assert vars(games.saved_memory(player.portal.nvm).options) == before
    assert change(player, words)
    player.tap_on("New game")
    assert not player.reads("Pause")
    assert set(player.signs()) == {"-"}


def test_without_a_game_in_play_nothing_is_asked(start_game):
    player = start_game("beginner", DIG)
    assert not change(player, "First tap")
