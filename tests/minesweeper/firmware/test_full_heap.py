# SPDX-License-Identifier: MIT
"""Pages open, and a game goes on, on CircuitPython's core with hardly any memory left."""

import pytest

from tests.support import core
from tools import firmware

# A PyPortal's is 194,560, the core's own share of its RAM included.
RAM_BYTES = 166_000
RESUME, SOLVE = (55, 90), (160, 150)
BOARD, OPTIONS, STATISTICS = (55, 210), (160, 210), (265, 210)
LESSONS, PATTERNS, PATTERN, LEAVE = (265, 150), (160, 210), (112, 66), (80, 216)
MORE, DONE, CALIBRATE, ONLY = (80, 212), (240, 212), (240, 155), (160, 212)
BEGINNER, NEW_GAME = (95, 75), (80, 210)
CELL, FACE_OF_BEGINNER = (152, 120), (270, 130)
GIVEN_UP_S = 16


@pytest.fixture(scope="module")
def flash(drive, tmp_path_factory):
    core.require()
    folder = tmp_path_factory.mktemp("board")
    firmware.write(firmware.files(drive), folder / "drive")
    return core.image(folder / "drive", folder / "flash.img")


def touch(real, point, seconds=0.12):
    real.hold(*point, seconds)
    real.run(0.5)


def begin(real):
    real.run(3)
    touch(real, CELL)
    touch(real, CELL, 0.8)


def tour(real):
    """Over all that the pause sheet leads to, and back to the game."""
    touch(real, CELL, 0.8)
    for point in (OPTIONS, MORE, DONE, STATISTICS, ONLY, SOLVE, ONLY, BOARD, DONE,
                  LESSONS, PATTERNS, PATTERN, LEAVE, OPTIONS, MORE, CALIBRATE):
        touch(real, point)
    real.run(GIVEN_UP_S)
    for point in DONE, RESUME:
        touch(real, point)


def test_every_page_opens_in_a_heap_that_is_nearly_full(flash):
    with core.power_on(flash, ram=RAM_BYTES) as narrow:
        begin(narrow)
        game = narrow.framebuffer
        for _ in range(4):
            tour(narrow)
        assert narrow.framebuffer == game and not narrow.ended
        touch(narrow, CELL, 0.8)
        for point in BOARD, BEGINNER, NEW_GAME, FACE_OF_BEGINNER:
            touch(narrow, point)
        assert narrow.serial.count("\n") == 1 and not narrow.ended
        assert narrow.heap()["lowblock"] < 3000
