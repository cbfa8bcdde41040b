# SPDX-License-Identifier: MIT
"""tools.instructions: counts of a scene, and the moves that win a board of this number."""

import pytest

from minesweeper.board.field import MINE
from sim import PyPortal
from tests.support import firmware
from tools import instructions
from tools.instructions import Count

# A line typed changes the picture after 0.1 s and again after 0.3 s.
PROGRAM = """
import board, displayio, time
palette = displayio.Palette(3)
palette[1], palette[2] = 0xFF0000, 0x00FF00
picture = displayio.Bitmap(8, 8, 3)
group = displayio.Group()
group.append(displayio.TileGrid(picture, pixel_shader=palette, x=100, y=100))
board.DISPLAY.root_group = group
while True:
    input()
    for color in 1, 2:
        time.sleep(0.1 * color)
        picture.fill(color)
"""


def test_a_scene_is_counted_to_its_first_and_last_pixel(write_program):
    firmware.require()
    with PyPortal(write_program(PROGRAM), engine="firmware") as portal:
        portal.run(1)
        scenes = instructions.Scenes(portal)
        scenes._scene("line", lambda: portal.type("go\n"))
        executed, first_ms, ms = scenes.counts["line"]
        assert first_ms == pytest.approx(100, abs=40) and ms == pytest.approx(300, abs=60)
        assert 50_000 < executed < portal.engine.instructions


def test_the_moves_open_every_cell_without_a_mine():
    game = instructions.dealt("185821234567")  # expert, an opening at cell 150
    moves = instructions.moves_of(game)
    hidden = {cell for cell in range(280) if not game.field.is_open(cell)}
    assert len(hidden) == 58 and len(moves) > 20
    assert hidden == {cell for cell, byte in enumerate(game.field.cells) if byte & MINE}


def test_the_table_has_the_median_and_the_worst():
    found = [{"hint": Count(number * 1_000_000, number, 2 * number)} for number in (1, 5, 30)]
    _, line = instructions.table(found)
    assert line.split() == ["hint", "5.0", "30.0", "5", "30", "10", "60"]
