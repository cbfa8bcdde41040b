# SPDX-License-Identifier: MIT
"""Boards' numbers and the presets."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from minesweeper.board import number, presets
from minesweeper.board.dice import SEEDS
from tests.support.paths import ROOT

CUSTOM = ("custom", 12, 9, 17, 16)
BOARDS = st.integers(0, len(presets.ALL)).map(lambda index: (index, (*presets.ALL, CUSTOM)[index]))


@given(BOARDS, st.integers(0, 3), st.integers(0, 599), st.integers(0, SEEDS - 1))
def test_what_is_written_is_read(board, rule, cell, seed):
    index, preset = board
    text = number.text(index, preset, rule, cell, seed)
    own = preset[1:4] if index == len(presets.ALL) else None
    assert number.read(text) == (index, rule, cell, seed, own)
    assert len(text) == (13 if own is None else 21)


def test_it_is_read_as_people_write_it():
    text = number.text(4, presets.ALL[4], 2, 33, 1)
    assert text == "18465-0000001"
    for words in text, "184650000001", " 184 650 000 001":
        assert number.read(words) == (4, 2, 33, 1, None)


def test_a_board_of_ones_own_tells_its_columns_rows_and_mines():
    text = number.text(7, CUSTOM, 2, 33, 1)
    assert text == f"{30 * 1024 + 33}-0000001-{(12 * 32 + 9) * 1024 + 17:07}"
    assert number.read(text) == (7, 2, 33, 1, (12, 9, 17))
    widest = ("custom", 30, 16, 1023, 16)
    assert number.read(number.text(7, widest, 2, 33, 1))[4] == (30, 16, 1023)


def test_two_boards_have_two_numbers():
    texts = {number.text(index, presets.ALL[index], rule, cell, seed) for index in (0, 6)
             for rule in range(4) for cell in (0, 1, 479) for seed in (0, 1, 31, 32, SEEDS - 1)}
    assert len(texts) == 2 * 4 * 3 * 5


@pytest.mark.parametrize("words", ["", "0", "00000-000000", "00000-00000000", "A8465-0000001",
                                   "²8465-0000001"])
def test_words_of_another_form_are_refused(words):
    with pytest.raises(ValueError, match=r"^Board numbers have 12 or 19 digits\.$"):
        number.read(words)


@pytest.mark.parametrize("words", ["18465-0000001-0000000", "32767-0000000", "99999-0000000",
                                   "99999-0000000-0000000"])
def test_a_number_of_no_preset_is_refused(words):
    with pytest.raises(ValueError, match=r"^No board has this number\.$"):
        number.read(words)


def test_the_boards_are_those_of_the_documentation():
    text = (ROOT / "docs" / "game" / "rules.md").read_text(encoding="utf-8")
    promised = re.findall(r"^\| ([A-Z][a-z ]+) \| (\d+)×(\d+) \| (\d+) \|", text, re.MULTILINE)
    assert [(name.lower(), *map(int, size)) for name, *size in promised] == [
        preset[:4] for preset in presets.ALL]


def test_there_is_a_sheet_for_each_boards_tiles():
    sizes = {Image.open(ROOT / name).height for name in ("SpriteSheet.bmp", "SpriteSheet24.bmp")}
    assert {preset[4] for preset in presets.ALL} == sizes


@pytest.mark.parametrize("display", [(320, 240), (480, 320), (240, 240)])
def test_no_board_on_a_display_has_more_cells_than_the_most(display):
    whole = [columns * rows for columns in range(1, 40) for rows in range(1, 40)
             if presets.is_whole(("", columns, rows, 1, 16), *display)]
    assert presets.most_cells(*display) == max(whole)
