# SPDX-License-Identifier: MIT
"""Touch in the real game: noisy presses hit their cell once, and quickly; the slip guard asks."""

import os

import numpy as np
import pytest

from minesweeper.screen import tiles
from tests.support import seeds
from tests.support.play.desk import COLUMNS, Desk
from tests.support.play.seat import DIG

# Readings are blurred by about a pixel, and a contact chatters for so many ms at either end.
NOISE = 150
CHATTER_MS = 4, 10, 20
# Tried for each, in a soak ten thousand in all; PRESSES in the environment says another number.
PRESSES = int(os.environ.get("PRESSES", seeds.more(80, 3400)))
# How far from its cell's border a press lands, in pixels: six times the blur that is left.
MARGIN = 2
NEXT = {tiles.BLANK: tiles.QUESTION, tiles.QUESTION: tiles.FLAG, tiles.FLAG: tiles.BLANK}


@pytest.fixture
def desk(drive_with):
    desk = Desk(drive_with('MINES_MOTION = "off"'), seed=11)
    yield desk
    desk.portal.close()


class Screen:
    """What the screen must show, tile by tile, to compare whole screens quickly."""

    def __init__(self, desk):
        self._desk = desk
        self._tiles = [tiles.BLANK] * 300
        self._expected = np.frombuffer(desk.portal.framebuffer, ">u2").reshape(240, 320).copy()

    def tile(self, cell):
        return self._tiles[cell]

    def put(self, cell, tile):
        x, y = cell % COLUMNS * 16, cell // COLUMNS * 16
        self._expected[y : y + 16, x : x + 16] = self._desk.pictures[tile]
        self._tiles[cell] = tile

    def is_shown(self):
        return self._desk.portal.framebuffer == self._expected.tobytes()


def press_somewhere(desk, screen, chance):
    """A tap on a blank or a ?, a hold on a flag: none of them opens a cell."""
    cell = chance.randrange(300)
    x = cell % COLUMNS * 16 + chance.uniform(MARGIN, 15 - MARGIN)
    y = cell // COLUMNS * 16 + chance.uniform(MARGIN, 15 - MARGIN)
    flagged = screen.tile(cell) == tiles.FLAG
    desk.portal.hold(x, y, chance.uniform(0.6, 0.9) if flagged else chance.uniform(0.06, 0.3))
    desk.portal.run(chance.uniform(0.06, 0.2))
    screen.put(cell, NEXT[screen.tile(cell)])
    return cell


@pytest.mark.parametrize("chatter_ms", CHATTER_MS)
def test_every_noisy_press_hits_its_cell_once(desk, chatter_ms):
    desk.portal.board.touch_panel.noise = NOISE
    desk.portal.board.touch_panel.bounce_ns = chatter_ms * 1_000_000
    chance = seeds.chance(chatter_ms)
    screen = Screen(desk)
    for count in range(PRESSES):
        cell = press_somewhere(desk, screen, chance)
        assert screen.is_shown(), f"press {count} on cell {cell} did something else"


def test_from_release_to_changed_pixels_takes_50_ms_at_most(desk):
    chance = seeds.chance(6)
    slowest = 0.0
    for cell in range(0, 300, 3):
        desk.portal.hold(*_middle(cell), chance.uniform(0.1, 0.2))
        released = desk.portal.now
        while desk.tile(cell) != tiles.QUESTION:
            desk.portal.run(0.001)
        slowest = max(slowest, desk.portal.now - released)
        desk.portal.run(0.1)
    assert slowest <= 0.05


def _middle(cell):
    return cell % COLUMNS * 16 + 8, cell // COLUMNS * 16 + 8


@pytest.mark.parametrize("shift", [(0, 8), (15, 8), (8, 0), (8, 15)])
def test_the_slip_guard_asks_for_a_second_tap_near_a_border(sit_down, shift):
    desk = sit_down("intermediate", DIG, 'MINES_GUARD = "on"')
    left, top, _, _ = desk.box(150)
    before = desk.portal.framebuffer
    desk.portal.tap(left + shift[0], top + shift[1])
    desk.portal.run(0.3)
    assert set(desk.tiles()) <= {tiles.BLANK, None}
    assert desk.portal.framebuffer != before
    desk.portal.tap(left + shift[0], top + shift[1])
    desk.portal.run(0.3)
    assert desk.tile(150) == 0


def test_the_slip_guard_lets_a_tap_in_the_middle_through(sit_down):
    desk = sit_down("intermediate", DIG, 'MINES_GUARD = "on"')
    desk.tap(150)
    assert desk.tile(150) == 0
