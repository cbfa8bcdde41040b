# SPDX-License-Identifier: MIT
"""Figures over cells, as they look: every one is read off the screen."""

import numpy as np
import pytest

from sim.engines.python.display import font
from tests.support.drives import linked
from tests.support.play.desk import power_on
from tests.support.play.reader import rgb565, screen_of

COLUMNS, NONE = 10, 255
INK, PAPER, SAFE, BARE = (rgb565(color) for color in (0x5A0810, 0xF7F7EF, 0x84DB94, 0x000000))
PROGRAM = """
import board, displayio
from minesweeper.screen import overlay

class View:
    width, height, size = {columns}, 11, {size}

    def lay(self, grid):
        board.DISPLAY.root_group = displayio.Group()
        board.DISPLAY.root_group.append(grid)

overlay.lay(View(), bytes(list(range(101)) + [255] * 9))
while True:
    pass
"""


@pytest.fixture(params=[16, 24])
def pictures(drive, tmp_path, request):
    """What is seen of each figure from 0 to 100, and of cells that have none."""
    size = request.param
    linked(drive, tmp_path / "drive", "code.py")
    (tmp_path / "drive" / "code.py").write_text(PROGRAM.format(columns=COLUMNS, size=size))
    with power_on(tmp_path / "drive", board="pyportal_titano") as portal:
        portal.run(1)
        screen = screen_of(portal)
    return [screen[cell // COLUMNS * size :, cell % COLUMNS * size :][:size, :size]
            for cell in range(110)]


def written(text):
    """Where its ink lies."""
    letters = [ord(letter) - font.FIRST for letter in text]
    return np.hstack([font.sheet()[:, at * font.WIDTH : (at + 1) * font.WIDTH] for at in letters])


def middle(picture, columns, rows):
    left, top = (picture.shape[1] - columns + 1) // 2, (picture.shape[0] - rows) // 2
    return picture[top : top + rows, left : left + columns]


def test_every_number_of_per_cents_stands_on_its_plate(pictures):
    for figure in range(100):
        shape = written(str(figure) if figure == 0 else f"{figure:2}")
        plate = np.where(shape, INK, SAFE if figure == 0 else PAPER)
        rows, columns = shape.shape
        assert np.array_equal(middle(pictures[figure], columns, rows), plate), figure


def test_a_certain_mine_is_crossed_out(pictures):
    cross = middle(pictures[100], 8, 8)
    assert np.array_equal(cross == PAPER, np.eye(8, dtype=bool) | np.eye(8, dtype=bool)[::-1])
    assert np.array_equal(np.unique(pictures[100]), sorted((BARE, INK, PAPER)))


def test_what_has_no_figure_is_seen_as_it_was(pictures):
    assert all((picture == BARE).all() for picture in pictures[101:])


def test_a_plate_leaves_its_cells_border_free(pictures):
    for picture in pictures[:101]:
        border = np.concatenate((picture[0], picture[-1], picture[:, 0], picture[:, -1]))
        assert (border == BARE).all()
