# SPDX-License-Identifier: MIT
"""The boards that docs/game/rules.md promises, on tiles of the sheets that there are."""

import re

import pytest
from PIL import Image

from minesweeper.board import controls, presets
from tests.support.paths import ROOT


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


def test_the_ways_to_play_have_numbers():
    numbers = controls.GUIDE, controls.DIG, controls.FLAGS
    assert [controls.ALL[number] for number in numbers] == [
        controls.Guide, controls.Dig, controls.Flag]
    assert len(set(numbers)) == len(controls.ALL)
