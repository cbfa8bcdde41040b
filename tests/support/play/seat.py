# SPDX-License-Identifier: MIT
"""A player's moves on any board: begin, pause, win. Boards by name, and a seed for them."""

from minesweeper.board import presets
from minesweeper.screen import tiles
from tests.support.play import reader

SEED = 4
CUSTOM = (presets.CUSTOM, 10, 10, 12, 16)
BY_NAME = {preset[0]: preset for preset in [*presets.ALL, CUSTOM]}
BEGINNER = BY_NAME["beginner"]
TITANO = "pyportal_titano"
# How the sentence after a lost game may begin.
LOST = "You have lost after ", "A slip. ", "Missed: ", "A fair guess: ", "A guess: "
DIG = 'MINES_CONTROLS = "dig"'


def begin(desk):
    """Open in the middle and put a flag on a mine; returns where the mines are."""
    desk.tap(desk.columns * (desk.rows // 2) + desk.columns // 2)
    mines = desk.mines()
    desk.hold(mines[0])
    return mines


def pause(desk):
    """On the full-screen board by a hold on an open cell, else by the face."""
    if desk.corner == (0, 0):
        desk.hold(next(cell for cell, tile in enumerate(desk.tiles()) if tile == 0))
        desk.portal.run(0.2)
    else:
        desk.tap_face()
    assert reader.sees(desk.portal, "Pause")


def win(desk, mines=None):
    """Open all cells without a mine."""
    mines = mines or desk.mines()
    for cell in range(desk.columns * desk.rows):
        if cell not in mines and desk.tile(cell) == tiles.BLANK:
            desk.tap(cell)
    desk.portal.run(1)
