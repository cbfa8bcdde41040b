# SPDX-License-Identifier: MIT
"""The boards that are simulated, read from Adafruit's own definitions."""

import pytest

from sim.board.boards import find_board


@pytest.mark.parametrize(("name", "title", "size"), [
    ("pyportal", "Adafruit PyPortal", (320, 240)),
    ("pyportal_pynt", "Adafruit PyPortal", (320, 240)),
    ("pyportal_titano", "Adafruit PyPortal Titano", (480, 320))])
def test_a_board_has_its_pins_modules_frozen_libraries_and_display(name, title, size):
    board = find_board(name)
    assert (board.title, (board.display.width, board.display.height)) == (title, size)
    assert (board.pins["D3"], board.pins["SPEAKER"], board.pins.get("D5")) == ("PA04", "PA02", None)
    assert board.modules >= {"busdisplay", "audioio", "gc", "__future__", "micropython"}
    assert "wifi" not in board.modules
    assert "neopixel" in board.frozen and "adafruit_touchscreen" not in board.frozen


def test_another_board_is_refused():
    with pytest.raises(ValueError, match=r"^board 'uno' is not simulated: choose one of pyportal, "
                                         r"pyportal_pynt, pyportal_titano$"):
        find_board("uno")
