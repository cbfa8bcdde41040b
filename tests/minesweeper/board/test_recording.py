# SPDX-License-Identifier: MIT
"""Recordings keep a game's moves."""

from array import array
from itertools import pairwise

from minesweeper.board.controls import LOST, WON, Dig, Guide
from minesweeper.board.game import ANY, Game
from minesweeper.board.recording import (
    CHORDED,
    FLAGGED,
    MOST,
    OPENED,
    QUESTIONED,
    UNFLAGGED,
    UNQUESTIONED,
    Recording,
    told,
)
from tests.support.play.games import Chance


def test_moves_come_back_with_their_times():
    recording = Recording()
    moves = [(OPENED, 0, 0), (UNFLAGGED, 1023 - 1, 5), (OPENED, 479, 65_540),
             (OPENED, 3, 65_540), (UNFLAGGED, 7, 100_000_000)]
    for move in moves[:4]:
        recording.add(*move)
    assert list(recording.moves()) == moves[:4]
    assert recording.whole


def test_what_is_packed_tells_the_same():
    recording = Recording()
    for move in ((OPENED, 0, 0), (FLAGGED, 7, 65_536), (CHORDED, 479, 70_000)):
        recording.add(*move)
    packed = recording.packed()
    middle = len(packed) // 2
    waits, moves = array("H", packed[:middle]), array("H", packed[middle:])
    assert list(told(waits, moves, len(waits))) == list(recording.moves())


def test_what_was_done_has_the_number_that_players_of_replays_know():
    kinds = OPENED, CHORDED, FLAGGED, UNFLAGGED, QUESTIONED, UNQUESTIONED
    assert kinds == (0, 1, 2, 3, 4, 5)


def test_a_day_of_thinking_between_two_moves_is_kept_while_there_is_room():
    recording = Recording()
    recording.add(OPENED, 1, 0)
    recording.add(OPENED, 2, 3_600_000)
    assert list(recording.moves()) == [(OPENED, 1, 0), (OPENED, 2, 3_600_000)]


def test_more_moves_than_there_is_room_for_are_told():
    assert MOST == 384  # as docs/game/scoreboard.md says
    recording = Recording()
    for ms in range(MOST):
        recording.add(OPENED, ms % 300, ms)
    assert recording.whole
    recording.add(OPENED, 1, MOST)
    assert not recording.whole
    times = [ms for _, _, ms in recording.moves()]
    assert len(times) == MOST and all(one < other for one, other in pairwise(times))


def test_a_week_between_two_moves_fills_it_and_is_told():
    recording = Recording()
    recording.add(OPENED, 1, 7 * 86_400_000)
    assert not recording.whole


def test_the_next_game_begins_anew():
    recording = Recording()
    recording.add(OPENED, 1, 5)
    recording.begin(True)
    assert list(recording.moves()) == []
    recording.begin(False)
    assert not recording.whole


def test_a_game_keeps_what_became_of_each_cell():
    """The last of three cells has the mine."""
    game = Game(("", 3, 1, 1), Guide(), ANY, Chance(lambda count: 2))
    game.open(1, 1000)
    game.tap(0, 1100)
    for now_ms in (1200, 1300, 1400):
        game.flag(2, now_ms)
    game.chord(1, 1500)
    assert list(game.recording.moves()) == [
        (OPENED, 1, 0), (QUESTIONED, 0, 100), (FLAGGED, 2, 200), (UNFLAGGED, 2, 300),
        (FLAGGED, 2, 400), (CHORDED, 1, 500)]


def test_the_mines_left_are_as_the_flags_have_it():
    game = Game(("", 3, 1, 1), Dig(), ANY, Chance(lambda count: 2))
    left = [game.mines_left()]
    for cell in 1, 2, 1:
        game.flag(cell, 100)
        left.append(game.mines_left())
    assert left == [1, 0, -1, 0]
    game.flag(2, 200)
    assert game.mines_left() == 1
    game.open(0, 300)
    assert (game.outcome(), game.mines_left()) == (WON, 0)
    lost = Game(("", 3, 1, 1), Dig(), ANY, Chance(lambda count: 2))
    lost.open(2, 100)
    assert (lost.outcome(), lost.mines_left()) == (LOST, 1)


def test_a_flag_that_becomes_a_question_mark_is_taken_off_first():
    game = Game(("", 3, 1, 1), Dig(), ANY, Chance(lambda count: 2))
    for now_ms in (100, 200, 300):
        game.hold(2, now_ms)
    assert list(game.recording.moves()) == [
        (FLAGGED, 2, 0), (UNFLAGGED, 2, 100), (QUESTIONED, 2, 100), (UNQUESTIONED, 2, 200)]
