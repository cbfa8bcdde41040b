# SPDX-License-Identifier: MIT
"""Every page in every theme on both displays; no word of them is cut or off the display."""

import pytest

from sim import golden
from tests.support.paths import GOLDEN
from tests.support.play import tour
from tests.support.play.seat import TITANO

# Added to the drive's own text module.
WATCH = """

import board


def _watched(self, words, write=Text.write):
    write(self, words)
    told = words.split("\\n")
    widest = max([len(line) for line in told])
    right = self.layer.x + widest * WIDTH * self._scale
    bottom = self.layer.y + len(told) * HEIGHT * self._scale
    if (len(told) > self._grid.height or widest > self._letters or self.layer.x < 0
            or right > board.DISPLAY.width or bottom > board.DISPLAY.height):
        print("cut:", words)


Text.write = _watched
"""


def drive_of(own_drive_with, theme):
    drive = own_drive_with(f'MINES_THEME = "{theme}"', 'MINES_MOTION = "off"')
    with (drive / "minesweeper" / "screen" / "text.py").open("a", encoding="utf-8") as file:
        file.write(WATCH)
    return drive


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_all_pages_in_all_themes(own_drive_with, board):
    walked = tour.Tour(drive_of(own_drive_with, "classic"), board)
    with walked.portal as portal:
        walked.walk()
        assert "cut:" not in portal.serial
    check(walked.shots, board, "classic")
    for theme in "dark", "colour-blind":
        shots = tour.repeat(drive_of(own_drive_with, theme), board, walked.steps)
        check(shots, board, theme)


def check(shots, board, theme):
    golden.check(tour.sheet(shots), GOLDEN / f"pages-{board}-{theme}.png")
