# SPDX-License-Identifier: MIT
"""Evenings of games by chance: power that fails at any moment loses nothing that was saved."""

import bisect

from minesweeper.board.controls import PLAYING, WON
from minesweeper.memory import choices
from minesweeper.memory.memory import MOST_WRITES, Memory
from tests.support import seeds
from tests.support.play.flashes import (
    BLOCK,
    NEW,
    PYPORTAL,
    WITHOUT_GAME,
    Flash,
    game_on,
    kept,
    play,
    power_on,
    state,
)

WRITE_MS = 10


def evening(seed, games):
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
    writes = list(evening(7, 60))
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
    """`evening` counts; somewhere the limit must have been reached."""
    for seed in range(3):
        assert len(list(evening(seed, 20))) > 20
