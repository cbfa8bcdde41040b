# SPDX-License-Identifier: MIT
"""Memory: what is written comes back whole."""

import random

import pytest
from hypothesis import given

from minesweeper.board import field, presets
from minesweeper.board.controls import PLAYING
from minesweeper.memory import choices, savegame
from minesweeper.memory.memory import LIMIT, Memory
from tests.support.play.flashes import (
    BLOCK,
    PYPORTAL,
    TITANO,
    WITHOUT_GAME,
    Flash,
    game_on,
    games,
    kept,
    play,
    power_on,
    sample,
    started,
    state,
)

ELSEWHERE = "The saved game does not fit the board that the options say: a new one starts."


@given(games())
def test_a_game_in_play_comes_back_bit_for_bit(played):
    memory, game, now_ms = played
    memory.save(game, now_ms)
    back, resumed, sentences = power_on(memory._nvm.block, memory.options._size)
    assert (kept(back), sentences) == (kept(memory), [])
    if game.moves and game.outcome() == PLAYING:
        assert state(resumed) == state(game, now_ms)
    else:
        assert resumed is None


@given(games())
def test_a_resumed_game_is_played_on_as_the_one_before(played):
    memory, game, now_ms = played
    memory.save(game, now_ms)
    _, resumed, _ = power_on(memory._nvm.block, memory.options._size)
    if resumed is None or not game.field.laid:
        return
    for each in (game, resumed):
        each.stop_clock(now_ms)
        chance = random.Random(7)
        for step in range(50):
            if each.outcome() == PLAYING:
                play(each, chance, now_ms + step)
    assert state(resumed, now_ms + 60) == state(game, now_ms + 60)


def test_a_board_without_memory_plays_and_says_so():
    for nvm in (None, bytearray(100)):
        memory = Memory(nvm, PYPORTAL)
        assert memory.load() == [
            "This board has no memory: options, records and games end with its power."]
        game = game_on(memory.options)
        assert not memory.resume(game)
        game.hold(0, 0)
        memory.note_change(0)
        assert not memory.due(99_999) and not memory.save(game, 99_999)
        assert memory.finished(game, True, 99_999)


@pytest.mark.parametrize(("lines", "is_new"), [
    ({}, True), ({"MINES_PRESET": "expert"}, False), ({"MINES_CONTROLS": "dig"}, False),
    ({"MINES_SOUND": "off"}, True)])
def test_who_has_chosen_how_to_play_is_not_new_to_it(lines, is_new):
    for content, new in (b"\xff" * BLOCK, is_new), (sample()[0]._nvm.block, False):
        memory = Memory(Flash(content), PYPORTAL)
        memory.load(lines.get)
        assert memory.is_new == new


def test_settings_win_over_memory_and_a_game_on_another_board_is_told():
    memory, _ = sample()
    for preset, expected in (("expert", [ELSEWHERE]), ("beginner", [])):
        settings = {"MINES_PRESET": preset, "MINES_SOUND": "loud"}
        back = Memory(memory._nvm, PYPORTAL)
        told = back.load(settings.get)
        assert told == [
            'MINES_SOUND is "loud" and is ignored: expected off, quiet or on.', *expected]
        assert choices.word(back.options, "preset").lower() == preset
        assert back.resume(game_on(back.options)) == (not expected)


@pytest.mark.parametrize("display", [PYPORTAL, TITANO])
def test_every_board_fits_into_the_limit(display):
    chosen = Memory(None, display).options
    for name in ("custom_columns", "custom_rows"):
        for _ in range(40):
            choices.step(chosen, name)
    for board in chosen.offered():
        memory = Memory(Flash(), display)
        memory.options.set_custom(*chosen.custom()[1:4])
        memory.options.choose(board)
        game = game_on(memory.options)
        game.open(0, 0)
        game.flag(game.field.width * game.field.height - 1, 0)
        game.field.safe_left += not game.field.safe_left  # not decided, however it opened
        memory.save(game, 0)
        assert memory._saved is None and len(memory._written) <= LIMIT
        assert len(memory._written) == WITHOUT_GAME + savegame.size(board[1] * board[2])


def test_another_board_is_nothing_to_save_on_a_new_portal():
    memory, _ = started()
    memory.new_game()
    assert not any(memory.due(now_ms) for now_ms in range(0, 100_000, 1000))


@pytest.mark.parametrize("played", presets.ALL[:5], ids=lambda preset: preset[0])
def test_a_game_that_the_options_give_up_is_not_kept(played):
    for chosen in presets.ALL[:5]:
        memory, _ = started()
        memory.options.choose(played)
        game = game_on(memory.options)
        game.flag(70, 0)
        memory.options.choose(chosen)
        memory.save(game, 0)
        _, resumed, told = power_on(memory._nvm.block)
        assert (resumed is not None) == (chosen == played) and told == []


def test_a_game_that_is_decided_is_not_kept():
    memory, game = started()
    for cell in range(280):
        if not game.field.cells[cell] & field.MINE:
            game.open(cell, 0)
        elif cell != 279:
            game.flag(cell, 0)
    game.flag(279, 0)
    assert game.outcome() != PLAYING
    memory.save(game, 0)
    assert power_on(memory._nvm.block)[1:] == (None, [])


def test_many_moves_are_kept():
    memory, game = started()
    game.open(100, 0)
    game.moves = 40_000
    memory.save(game, 0)
    assert power_on(memory._nvm.block)[1].moves == 40_000
