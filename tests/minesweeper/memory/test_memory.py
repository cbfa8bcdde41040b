# SPDX-License-Identifier: MIT
"""Saved games: what is written comes back whole, after power cuts at any moment."""

import bisect
import random

import pytest
from hypothesis import given

from minesweeper.board import field, presets
from minesweeper.board.controls import PLAYING, WON
from minesweeper.memory import choices, savegame
from minesweeper.memory.memory import LIMIT, MOST_WRITES, Memory
from tests.support import seeds
from tests.support.play.flashes import (
    BLOCK,
    NEW,
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


WRITE_MS = 10


def session(seed, games):
    """Games by chance with pauses; yields (when, nvm, what was saved last) at every write.

    A turn of the loop is half a second; the options are visited, games given up and repeated.
    """
    chance = seeds.chance(seed)
    flash = Flash()
    memory = Memory(flash, PYPORTAL)
    memory.load()
    now_ms = 0
    yield now_ms, bytes(flash.block), (None, kept(memory)), 0

    def told(writes):
        assert len(flash.log) - writes <= 1
        playing = game.moves and game.outcome() == PLAYING and len(memory._written) > WITHOUT_GAME
        return (now_ms, bytes(flash.block),
                (state(game, now_ms) if playing else None, kept(memory)), len(flash.log))

    for number in range(games):
        for name in ("preset", "controls", "first", "theme"):
            for _ in range(chance.randrange(4)):
                choices.step(memory.options, name)
        game = game_on(memory.options, number)
        memory.new_game()
        written = len(flash.log)
        for _ in range(chance.randrange(10, 250)):
            if game.outcome() != PLAYING:
                break
            play(game, chance, now_ms)
            memory.note_change(now_ms)
            for _ in range(chance.choice([1, 1, 1, 2, 3, 30, 200])):
                now_ms += 500
                before = len(flash.log)
                if game.outcome() == PLAYING and memory.due(now_ms):
                    memory.save(game, now_ms)
                elif chance.random() < 0.002:
                    game.stop_clock(now_ms)
                    choices.step(memory.options, "light")
                    memory.save(game, now_ms)
                if len(flash.log) > before:
                    yield told(before)
        before = len(flash.log)
        if game.outcome() != PLAYING:
            memory.finished(game, game.outcome() == WON, now_ms)
            memory.save(game, now_ms)
            if len(flash.log) > before:
                yield told(before)
        assert len(flash.log) - written <= MOST_WRITES
        now_ms += chance.randrange(2, 300) * 1000


def test_after_a_cut_at_a_thousand_moments_the_last_saved_game_goes_on():
    writes = list(session(7, 60))
    chance = seeds.chance(1)
    times = [when for when, _, _, _ in writes]
    moments = [chance.uniform(0, times[-1]) for _ in range(600)]
    moments += [when + chance.uniform(-WRITE_MS, 2 * WRITE_MS)
                for when in chance.choices(times[1:], k=400)]
    seen = {"game": 0, "no game": 0, "lost": 0}
    defaults = kept(Memory(None, PYPORTAL))
    for moment in moments:
        at = max(0, bisect.bisect_right(times, moment) - 1)
        when, content, (saved, rest), count = writes[at]
        in_write = count and moment - when < WRITE_MS
        memory, resumed, sentences = power_on(b"\xff" * BLOCK if in_write else content)
        if in_write or not count:
            assert (resumed, kept(memory), sentences) == (None, defaults, [NEW])
            seen["lost"] += 1
        else:
            assert (state(resumed) if resumed else None) == saved
            assert (kept(memory), sentences) == (rest, [])
            seen["game" if saved else "no game"] += 1
    assert min(seen.values()) > 20, seen


def test_no_game_is_written_more_than_ten_times_however_it_is_played():
    """`session` counts; somewhere the limit must have been reached."""
    for seed in range(3):
        assert len(list(session(seed, 20))) > 20
