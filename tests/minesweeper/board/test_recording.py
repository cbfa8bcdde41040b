# SPDX-License-Identifier: MIT
"""Recordings of games, boards' numbers, and the presets."""

import re
from array import array
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.board import number, presets
from minesweeper.board.controls import LOST, WON, Dig, Guide
from minesweeper.board.dice import SEEDS
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
from tests.support.paths import ROOT
from tests.support.play.games import Chance


def test_moves_come_back_with_their_times():
    recording = Recording()
    moves = [(OPENED, 0, 0), (UNFLAGGED, 1023 - 1, 5), (OPENED, 479, 65_540),
             (OPENED, 3, 65_540), (UNFLAGGED, 7, 3_665_540)]
    for move in moves:
        recording.add(*move)
    assert list(recording.moves()) == moves
    assert recording.whole
    packed = recording.packed()
    middle = len(packed) // 2
    waits, found = array("H", packed[:middle]), array("H", packed[middle:])
    assert list(told(waits, found, len(waits))) == moves
    recording.begin(True)
    assert list(recording.moves()) == []
    recording.add(OPENED, 1, 7 * 86_400_000)
    assert not recording.whole, "a week between two moves fills it"
    recording.begin(False)
    assert not recording.whole


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


def test_a_game_keeps_what_became_of_each_cell():
    """Three cells, the last with the mine; players of replays know the numbers."""
    assert (*range(6),) == (OPENED, CHORDED, FLAGGED, UNFLAGGED, QUESTIONED, UNQUESTIONED)
    game = Game(("", 3, 1, 1), Guide(), ANY, Chance(lambda count: 2))
    game.open(1, 1000)
    game.tap(0, 1100)
    for now_ms in (1200, 1300, 1400):
        game.flag(2, now_ms)
    game.chord(1, 1500)
    assert list(game.recording.moves()) == [
        (OPENED, 1, 0), (QUESTIONED, 0, 100), (FLAGGED, 2, 200), (UNFLAGGED, 2, 300),
        (FLAGGED, 2, 400), (CHORDED, 1, 500)]
    game = Game(("", 3, 1, 1), Dig(), ANY, Chance(lambda count: 2))
    for now_ms in (100, 200, 300):
        game.hold(2, now_ms)
    assert list(game.recording.moves()) == [
        (FLAGGED, 2, 0), (UNFLAGGED, 2, 100), (QUESTIONED, 2, 100), (UNQUESTIONED, 2, 200)]


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


CUSTOM = ("custom", 12, 9, 17, 16)
BOARDS = st.integers(0, len(presets.ALL)).map(lambda index: (index, (*presets.ALL, CUSTOM)[index]))


@given(BOARDS, st.integers(0, 3), st.integers(0, 599), st.integers(0, SEEDS - 1))
def test_what_is_written_is_read(board, rule, cell, seed):
    index, preset = board
    text = number.text(index, preset, rule, cell, seed)
    own = preset[1:4] if index == len(presets.ALL) else None
    for words in text, text.replace("-", ""), text.replace("-", " "):
        assert number.read(words) == (index, rule, cell, seed, own)
    assert len(text) == (13 if own is None else 21)


def test_a_number_tells_preset_rule_cell_and_seed_or_ones_own_columns_rows_and_mines():
    assert number.text(4, presets.ALL[4], 2, 33, 1) == "18465-0000001"
    text = number.text(7, CUSTOM, 2, 33, 1)
    assert text == f"{30 * 1024 + 33}-0000001-{(12 * 32 + 9) * 1024 + 17:07}"
    assert number.read(text) == (7, 2, 33, 1, (12, 9, 17))
    widest = ("custom", 30, 16, 1023, 16)
    assert number.read(number.text(7, widest, 2, 33, 1))[4] == (30, 16, 1023)


def test_the_boards_are_those_of_the_documentation():
    text = (ROOT / "docs" / "game" / "rules.md").read_text(encoding="utf-8")
    promised = re.findall(r"^\| ([A-Z][a-z ]+) \| (\d+)×(\d+) \| (\d+) \|", text, re.MULTILINE)
    assert [(name.lower(), *map(int, size)) for name, *size in promised] == [
        preset[:4] for preset in presets.ALL]
    assert [presets.find(name) for name, *_ in presets.ALL] == [*presets.ALL]
    assert presets.find("chess") is None


@pytest.mark.parametrize("display", [(320, 240), (480, 320), (240, 240)])
def test_no_board_on_a_display_has_more_cells_than_the_most(display):
    whole = [columns * rows for columns in range(1, 40) for rows in range(1, 40)
             if presets.is_whole(("", columns, rows, 1, 16), *display)]
    assert presets.most_cells(*display) == max(whole)


@pytest.mark.parametrize(("words", "why"), [
    *((words, r"^Board numbers have 12 or 19 digits\.$") for words in (
        "", "0", "00000-000000", "00000-00000000", "A8465-0000001", "²8465-0000001")),
    *((words, r"^No board has this number\.$") for words in (
        "18465-0000001-0000000", "32767-0000000", "99999-0000000", "99999-0000000-0000000"))])
def test_other_numbers_are_refused(words, why):
    with pytest.raises(ValueError, match=why):
        number.read(words)
