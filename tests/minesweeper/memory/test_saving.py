# SPDX-License-Identifier: MIT
"""When memory is written: seldom, and never too late."""

import sys
from array import array
from itertools import pairwise

import pytest

from minesweeper.board import controls, dice, field
from minesweeper.board.controls import WON
from minesweeper.memory import choices, days
from minesweeper.memory.memory import MOST_WRITES, REST_MS
from tests.support import vm
from tests.support.play.flashes import WEEK_MS, kept, power_on, started

VM_STEPS = """
import random
from minesweeper.memory import statistics
from minesweeper.memory.memory import Memory
from minesweeper.board.dice import Dice
from minesweeper.board.game import Game
def show(nvm, size):
    memory = Memory(nvm, size)
    print(memory.load({'MINES_SOUND': 'loud', 'MINES_LIGHT': 50, 'MINES_CUSTOM': '8x7/9'}.get))
    chosen = memory.options
    game = Game(chosen.board(), chosen.make_controls(), chosen.first, Dice())
    print(memory.resume(game), list(game.field.cells), game.moves, game.played_ms)
    return memory, game
def session(size):
    random.seed(9)
    nvm = bytearray(b'\\xff' * 8192)
    memory, game = show(nvm, size)
    for at in range(12):
        game.flag(at, at * 100)
    for at in (150, 77, 20, 200):
        game.open(at, 5000)
    print(memory.save(game, 9000), game.outcome(), list(nvm[:400]))
    memory, game = show(nvm, size)
    print(memory.finished(game, True, 9000), memory.save(game, 9000), list(nvm[:400]))
    print(statistics.lines(memory.records))
    show(nvm, size)
"""


def rest_and_save(memory, game, now_ms):
    """One change, rested."""
    unopened = next(at for at in range(280) if not game.field.is_open(at))
    game.flag(unopened, now_ms)
    memory.note_change(now_ms)
    assert not memory.due(now_ms + REST_MS - 1)
    return memory.due(now_ms + REST_MS) and memory.save(game, now_ms + REST_MS)


@pytest.mark.parametrize("now_ms", [20_000, WEEK_MS])
def test_a_game_is_due_when_it_has_rested_with_something_new(now_ms):
    memory, game = started()
    assert not memory.due(now_ms)
    assert rest_and_save(memory, game, now_ms)
    assert not memory.due(now_ms + REST_MS * 3)
    assert len(memory._nvm.log) == 1


def test_a_moment_from_before_a_change_makes_no_game_due_and_no_clock_run():
    memory, game = started()
    game.open(100, 50_000)
    memory.note_change(50_000)
    assert not memory.due(49_999)
    assert game.elapsed_ms(49_999) == 0


def test_what_found_no_memory_is_due_again_after_a_rest(monkeypatch):
    """Also a choice, which says nothing of it."""
    memory, game = started()
    memory.save(game, 20_000)
    memory.options.theme = 1
    with monkeypatch.context() as narrow, pytest.raises(MemoryError):
        narrow.setattr(memory.records, "pack_into", exhausted)
        memory.save(game, 40_000)
    assert not memory.due(40_000)
    assert memory.due(40_000 + REST_MS) and memory.save(game, 40_000 + REST_MS)
    assert power_on(memory._nvm.block)[0].options.theme == 1


def exhausted(*_):
    raise MemoryError


def test_nothing_is_written_when_nothing_has_changed():
    memory, game = started()
    assert memory.save(game, 0) and not memory.save(game, 5_000)
    game.open(100, 6_000)
    game.stop_clock(7_000)
    assert memory.save(game, 8_000) and not memory.save(game, 9_000)
    game.flag(0, 10_000), game.flag(0, 10_000)
    game.moves, game.moved = game.moves - 2, 100
    game.stop_clock(10_000)
    memory.note_change(10_000)
    assert not memory.save(game, 30_000)
    memory.finished(game, False, 40_000)
    memory.save(game, 40_000)
    game.begin()
    memory.new_game()
    assert not memory.save(game, 50_000)
    assert len(memory._nvm.log) == 3


def test_a_long_game_is_saved_often_at_first_then_seldom_and_at_its_end():
    memory, game = started()
    written = [at for at in range(0, 7_200_000, 20_000) if rest_and_save(memory, game, at)]
    apart = [b - a for a, b in pairwise(written)]
    assert apart == [20_000] * 4 + [60_000, 240_000, 960_000]
    assert not memory.save(game, 7_300_000)
    game.hinted = True
    assert memory.save(game, 7_300_000) and not memory.save(game, 7_310_000)
    memory.finished(game, False, 7_320_000)
    assert memory.save(game, 7_320_000)
    assert len(memory._nvm.log) == MOST_WRITES
    assert not memory.save(game, 7_400_000)


def test_what_a_game_may_not_write_any_more_is_written_in_the_next():
    memory, game = started()
    for at in range(0, 3_000_000, 20_000):
        rest_and_save(memory, game, at)
    memory.finished(game, False, 3_000_000)
    memory.save(game, 3_000_000)
    choices.step(memory.options, "theme")
    assert not memory.save(game, 3_000_100)
    game.begin()
    memory.new_game()
    assert not memory.due(3_000_200) and memory.due(3_000_200 + REST_MS)
    assert memory.save(game, 3_020_000)
    assert power_on(memory._nvm.block)[0].options.theme == 1


def test_a_games_writes_are_counted_on_after_a_power_cut():
    memory, game = started()
    for at in range(0, 3_000_000, 20_000):
        rest_and_save(memory, game, at)
    back, resumed, _ = power_on(memory._nvm.block)
    choices.step(back.options, "theme")
    assert not back.save(resumed, 0)
    resumed.hinted = True
    assert back.save(resumed, 0) and not back.save(resumed, 9)
    back.finished(resumed, True, 10)
    assert back.save(resumed, 10)
    assert len(memory._nvm.log) + len(back._nvm.log) == MOST_WRITES


@pytest.mark.parametrize("moved", [False, True])
def test_a_game_that_was_given_up_does_not_come_back(moved):
    memory, game = started()
    rest_and_save(memory, game, 0)
    if moved:
        memory.note_change(20_000)
    game.begin()
    memory.new_game()
    assert not memory.due(30_000) and memory.due(30_000 + REST_MS)
    memory.save(game, 50_000)
    assert power_on(memory._nvm.block)[1] is None


def test_the_end_of_a_game_is_noted_and_written():
    memory, game = started()
    rest_and_save(memory, game, 0)
    for cell in range(280):
        if not game.field.cells[cell] & field.MINE:
            game.open(cell, 42_000)
    won = game.outcome() == WON
    assert memory.finished(game, won, 42_000) == won
    memory.save(game, 42_000)
    game.end()
    memory.options.controls = controls.DIG  # by which it is not decided, once it is shown
    memory.save(game, 50_000)
    back, resumed, sentences = power_on(memory._nvm.block)
    assert (resumed, sentences, kept(back)) == (None, [], kept(memory))
    assert back.records.of(4)[1] == 1


@pytest.mark.parametrize("mark", ["hinted", "repeated"])
def test_hinted_and_repeated_games_set_no_best(mark):
    memory, game = started()
    game.open(0, 0)
    setattr(game, mark, True)
    assert not memory.finished(game, True, 5_000)
    assert memory.records.of(4) == (0, 0, 0, 0, 0)
    assert memory.records.last[1:] == (1, True)


@pytest.mark.parametrize(("won", "hinted", "streak"), [
    (True, False, 5), (True, True, 0), (False, False, 0)])
def test_a_day_goes_on_a_streak_if_it_was_won_without_a_hint(won, hinted, streak):
    memory, game = started()
    memory.records.days[:] = array("H", [101, 100, 4, 4])
    game.open(0, 0)
    game.daily, game.hinted = True, hinted
    memory.finished(game, won, 5_000)
    assert game.daily and list(memory.records.days) == [101, 101, streak, max(4, streak)]
    memory.finished(game, True, 6_000)
    assert not game.daily and memory.records.days[days.STREAK] == streak


def test_the_device_writes_and_reads_the_same_bytes(capsys, monkeypatch):
    """Run by a MicroPython VM and here, with the same chance."""
    vm.require()
    from sim.engines.python.modules import BuiltIns

    device_random = BuiltIns(None)("random")
    calls = ["session((320, 240))", "session((480, 320))"]
    theirs = vm.run(vm.drive_files(), [VM_STEPS, *calls])
    names = {}
    monkeypatch.setattr(dice, "random", device_random)
    here = sys.modules["random"]
    sys.modules["random"] = device_random
    try:
        exec(VM_STEPS, names)
        capsys.readouterr()
        for call in calls:
            exec(call, names)
    finally:
        sys.modules["random"] = here
    ours = capsys.readouterr().out
    assert theirs.splitlines() == ours.splitlines()
    assert "True" in ours
