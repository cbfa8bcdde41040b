# SPDX-License-Identifier: MIT
"""Every way to play, move by move against models of the programs that the game grew from."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.board import controls, field, game, presets
from minesweeper.board.dice import Dice
from minesweeper.board.field import Field
from minesweeper.board.game import Game
from minesweeper.screen import tiles
from tests.support.play.chance import Chance
from tests.support.play.flowers_model import FlowersModel, TaggerModel
from tests.support.play.guide_model import GuideByCell

OUTCOMES = {controls.PLAYING: "playing", controls.WON: "won", controls.LOST: "lost"}


@st.composite
def plays(draw):
    """(width, height, mines, moves, questions, chords)"""
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 6))
    size = width * height
    mines = draw(st.sets(st.integers(0, size - 1), max_size=max(0, min(size - 1, size // 4))))
    move = st.tuples(st.sampled_from(["tap", "hold"]), st.integers(0, size - 1))
    moves = draw(st.lists(move, max_size=60))
    return width, height, sorted(mines), moves, draw(st.booleans()), draw(st.booleans())


def laid(width, height, mines):
    board = Field(width, height)
    board.start(len(mines))
    cells = iter(mines)
    board.lay(lambda count: next(cells))
    return board


def check(player, model, board, moves):
    """Play the moves on both; every picture, every outcome and the end must agree."""
    board.flood_questions(player.flood_questions)
    cells = [(x, y) for y in range(model.height) for x in range(model.width)]
    picture = [tiles.of(byte) for byte in board.cells]
    for name, cell in moves:
        if model.outcome() != "playing":
            break
        for at in getattr(player, name)(board, cell):
            picture[at] = tiles.of(board.cells[at])
        getattr(model, name)(cells[cell])
        assert picture == [model.tile(at) for at in cells]
        assert OUTCOMES[player.outcome(board)] == model.outcome()
    if model.outcome() != "playing":
        player.end(board)
        assert [tiles.of(byte) for byte in board.cells] == [model.final_tile(at) for at in cells]


def pairs(width, mines):
    return {(cell % width, cell // width) for cell in mines}


@given(plays())
def test_dig_plays_as_flowers(play):
    width, height, mines, moves, questions, chords = play
    model = FlowersModel(width, height, pairs(width, mines), questions, chords)
    check(controls.Dig(questions, chords), model, laid(width, height, mines), moves)


@given(plays())
def test_flag_plays_as_flowers_with_the_buttons_exchanged(play):
    width, height, mines, moves, questions, chords = play
    model = TaggerModel(width, height, pairs(width, mines), questions, chords)
    check(controls.Flag(questions, chords), model, laid(width, height, mines), moves)


@given(plays())
def test_guide_plays_as_the_guide(play):
    width, height, mines, moves, *_ = play
    model = GuideByCell(width, height, pairs(width, mines))
    check(controls.Guide(chords=False), model, laid(width, height, mines), moves)


@pytest.mark.parametrize("way", controls.ALL)
def test_a_clue_is_chorded_unless_that_is_switched_off(way):
    for player, chorded in (way(), [0]), (way(True, False), []):
        board = laid(3, 1, [2])
        board.mark(2, field.FLAG)
        board.open(1)
        assert list(player.tap(board, 1)) == chorded


def test_a_chord_never_opens_on_too_few_or_too_many_flags():
    board = laid(3, 3, [0, 8])
    player = controls.Dig()
    player.tap(board, 4)
    assert list(player.tap(board, 4)) == []
    player.hold(board, 0)
    assert list(player.tap(board, 4)) == []
    for cell in (1, 8):
        player.hold(board, cell)
    assert list(player.tap(board, 4)) == []
    player.hold(board, 1)
    player.hold(board, 1)
    assert set(player.tap(board, 4)) == {1, 2, 3, 5, 6, 7}
    assert player.outcome(board) == controls.WON


def test_what_was_won_with_flags_keeps_them():
    board, player = laid(3, 1, [2]), controls.Guide()
    player.hold(board, 0)
    for _ in range(2):
        player.tap(board, 2)
    assert player.outcome(board) == controls.WON
    assert list(player.end(board)) == []
    assert tiles.of(board.cells[2]) == tiles.FLAG


def new_game(preset, first, seed=1, player=None):
    return Game(preset, player or controls.Dig(), first, Chance(random.Random(seed).randrange))


@pytest.mark.parametrize("preset", presets.ALL, ids=lambda preset: preset[0])
@pytest.mark.parametrize(("first", "allowed"), [
    (game.ANY, {"mine", 0, 1}), (game.SAFE, {0, 1}), (game.OPENING, {0})])
def test_the_first_cell_is_as_the_rule_wants_it(preset, first, allowed):
    counts = set()
    for seed in range(60):
        table = new_game(preset, first, seed)
        cell = seed * 7 % len(table.field.cells)
        table.open(cell, 0)
        byte = table.field.cells[cell]
        counts.add("mine" if byte & field.MINE else min(byte & field.AROUND, 1))
        laid_mines = sum(bool(byte & field.MINE) for byte in table.field.cells)
        assert laid_mines == preset[3]
    assert counts <= allowed
    assert len(counts) > (first != game.OPENING)
    assert 1 in counts or 1 not in allowed


def test_marks_set_before_the_mines_are_laid_count_afterwards():
    table = new_game(presets.GUIDE, game.SAFE, player=controls.Guide())
    for cell in range(100, 160):
        table.flag(cell, 0)
    table.open(0, 0)
    wrong = sum(byte & field.STATE == field.FLAG and not byte & field.MINE
                for byte in table.field.cells)
    assert table.field.wrong_flags == wrong
    assert table.field.flags == 60


def test_the_clock_runs_from_the_first_change_to_the_last_and_not_while_it_is_stopped():
    table = new_game(presets.GUIDE, game.SAFE)
    assert table.elapsed_ms(5000) == 0
    table.flag(3, 6000)
    assert table.elapsed_ms(7500) == 1500
    table.stop_clock(8000)
    assert table.elapsed_ms(90000) == 2000
    table.flag(3, 100000)
    assert table.elapsed_ms(100500) == 2500
    mine = next(cell for cell in range(300) if cell != 3)
    table.open(mine, 101000)
    mine = next(cell for cell, byte in enumerate(table.field.cells) if byte & field.MINE)
    table.open(mine, 102000)
    assert table.elapsed_ms(999999) == 4000


def test_a_stopped_clock_starts_again_for_a_game_in_play_only():
    table = new_game(presets.GUIDE, game.SAFE)
    table.start_clock(1000)
    assert table.elapsed_ms(5000) == 0, "no move was made"
    table.flag(3, 6000)
    table.stop_clock(8000)
    table.start_clock(20000)
    assert table.elapsed_ms(20500) == 2500
    table.start_clock(21000)
    assert table.elapsed_ms(22000) == 4000, "it was running"
    table.open(4, 23000)
    mine = next(cell for cell, byte in enumerate(table.field.cells) if byte & field.MINE)
    table.open(mine, 24000)
    table.start_clock(30000)
    assert table.elapsed_ms(40000) == 6000, "the game is lost"


def test_the_same_board_again_has_the_same_mines_and_counts_as_repeated():
    table = new_game(presets.GUIDE, game.OPENING)
    table.open(150, 0)
    mines = [cell for cell, byte in enumerate(table.field.cells) if byte & field.MINE]
    table.repeat()
    assert [cell for cell, byte in enumerate(table.field.cells) if byte & field.MINE] == mines
    assert table.repeated
    assert {tiles.of(byte) for byte in table.field.cells} == {tiles.BLANK}
    assert (table.field.safe_left, table.field.undecided) == (285, 300)


def test_a_board_that_was_dealt_by_its_number_counts_as_repeated():
    table = Game(presets.GUIDE, controls.Dig(), game.SAFE, Dice())
    table.begin()
    assert not table.repeated
    table.begin_as(7, 3)
    assert table.repeated and not table.daily
