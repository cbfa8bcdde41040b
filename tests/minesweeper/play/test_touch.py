# SPDX-License-Identifier: MIT
"""Touch in play: noisy presses hit their cell once and quickly, the slip guard asks, buttons reach
to the edge, and calibration sets a panel right."""

import os

import numpy as np
import pytest

from minesweeper.screen import tiles
from tests.support import seeds
from tests.support.play import reader
from tests.support.play.player import COLUMNS, DIG, SIZE, Player

# Readings are blurred by about a pixel, and a contact chatters for so many ms at either end.
NOISE = 150
CHATTER_MS = 4, 10, 20
# Tried for each, in a soak ten thousand in all; PRESSES in the environment says another number.
PRESSES = int(os.environ.get("PRESSES", seeds.more(80, 3400)))
# How far from its cell's border a press lands, in pixels: six times the blur that is left.
MARGIN = 2
NEXT = {tiles.BLANK: tiles.QUESTION, tiles.QUESTION: tiles.FLAG, tiles.FLAG: tiles.BLANK}


@pytest.fixture
def noisy(drive_with):
    noisy = Player(drive_with('MINES_MOTION = "off"'), seed=11)
    yield noisy
    noisy.portal.close()


class Screen:
    """The expected screen, made tile by tile, to compare whole screens quickly."""

    def __init__(self, noisy):
        self._desk = noisy
        self._tiles = [tiles.BLANK] * 300
        self._expected = np.frombuffer(noisy.portal.framebuffer, ">u2").reshape(240, 320).copy()

    def tile(self, cell):
        return self._tiles[cell]

    def put(self, cell, tile):
        x, y = cell % COLUMNS * 16, cell // COLUMNS * 16
        self._expected[y : y + 16, x : x + 16] = self._desk.pictures[tile]
        self._tiles[cell] = tile

    def is_shown(self):
        return self._desk.portal.framebuffer == self._expected.tobytes()


def press_somewhere(noisy, screen, chance):
    """A tap on a blank or a ?, a hold on a flag: none of them opens a cell."""
    cell = chance.randrange(300)
    x = cell % COLUMNS * 16 + chance.uniform(MARGIN, 15 - MARGIN)
    y = cell // COLUMNS * 16 + chance.uniform(MARGIN, 15 - MARGIN)
    flagged = screen.tile(cell) == tiles.FLAG
    noisy.portal.hold(x, y, chance.uniform(0.6, 0.9) if flagged else chance.uniform(0.06, 0.3))
    noisy.portal.run(chance.uniform(0.06, 0.2))
    screen.put(cell, NEXT[screen.tile(cell)])
    return cell


@pytest.mark.parametrize("chatter_ms", CHATTER_MS)
def test_every_noisy_press_hits_its_cell_once(noisy, chatter_ms):
    noisy.portal.board.touch_panel.noise = NOISE
    noisy.portal.board.touch_panel.bounce_ns = chatter_ms * 1_000_000
    chance = seeds.chance(chatter_ms)
    screen = Screen(noisy)
    for count in range(PRESSES):
        cell = press_somewhere(noisy, screen, chance)
        assert screen.is_shown(), f"press {count} on cell {cell} did something else"


def test_from_release_to_changed_pixels_takes_50_ms_at_most(noisy):
    chance = seeds.chance(6)
    slowest = 0.0
    for cell in range(0, 300, 3):
        noisy.portal.hold(*_middle(cell), chance.uniform(0.1, 0.2))
        released = noisy.portal.now
        while noisy.tile(cell) != tiles.QUESTION:
            noisy.portal.run(0.001)
        slowest = max(slowest, noisy.portal.now - released)
        noisy.portal.run(0.1)
    assert slowest <= 0.05


def _middle(cell):
    return cell % COLUMNS * 16 + 8, cell // COLUMNS * 16 + 8


@pytest.mark.parametrize("shift", [(0, 8), (15, 8), (8, 0), (8, 15)])
def test_the_slip_guard_asks_for_a_second_tap_near_a_border(start_game, shift):
    noisy = start_game("intermediate", DIG, 'MINES_GUARD = "on"')
    left, top, _, _ = noisy.box(150)
    before = noisy.portal.framebuffer
    noisy.portal.tap(left + shift[0], top + shift[1])
    noisy.portal.run(0.3)
    assert set(noisy.tiles()) <= {tiles.BLANK, None}
    assert noisy.portal.framebuffer != before
    noisy.portal.tap(left + shift[0], top + shift[1])
    noisy.portal.run(0.3)
    assert noisy.tile(150) == 0


def test_the_slip_guard_lets_a_tap_in_the_middle_through(start_game):
    noisy = start_game("intermediate", DIG, 'MINES_GUARD = "on"')
    noisy.tap(150)
    assert noisy.tile(150) == 0


# Within this of a button's edge a finger may be on either side.
NEAR = 5
PAUSE, SWITCH, BOTTOM = 70, 148, 226


@pytest.fixture
def beginner(start_game):
    return start_game("beginner")


def changed(beginner, x, y):
    """Return how many pixels a tap there changes."""
    before = np.frombuffer(beginner.portal.framebuffer, ">u2")
    beginner.portal.tap(x, y)
    beginner.portal.run(0.5)
    return np.count_nonzero(np.frombuffer(beginner.portal.framebuffer, ">u2") != before)


@pytest.mark.parametrize("across", [0, 1])
def test_the_buttons_reach_from_the_board_to_the_edge(beginner, across):
    edge = beginner.box(beginner.columns - 1)[2] + SIZE // 2
    x = 319 if across else edge + NEAR
    assert changed(beginner, x, PAUSE - NEAR) == 0
    assert changed(beginner, x, BOTTOM + NEAR) == 0
    for y in SWITCH + NEAR, BOTTOM - NEAR:
        assert 0 < changed(beginner, x, y) < 2000
    for y in PAUSE + NEAR, SWITCH - NEAR:
        assert changed(beginner, x, y) > 5000
        beginner.tap_on("Resume")


def test_the_cells_beside_the_buttons_are_no_buttons(beginner):
    _, _, right, _ = beginner.box(beginner.columns - 1)
    y = SWITCH - NEAR
    assert changed(beginner, right - NEAR, y) > 0
    assert beginner.covered() != set(range(81))


def crosses(portal):
    display = portal.board.model.display
    width, height = display.width, display.height
    return [(x, y) for x in (24, width - 24) for y in (24, height - 24)]


def calibrate(player, touched):
    """Tap these four places when the crosses are shown."""
    player.pause()
    player.tap_on("Options")
    player.tap_on("More")
    player.tap_on("Calibrate")
    for x, y in touched:
        player.portal.hold(x, y, 0.5)
        player.run(0.3)


@pytest.mark.parametrize("board", ["pyportal", "pyportal_titano"])
def test_a_panel_whose_readings_are_off_is_set_right_at_once_and_for_good(start_game, board):
    """The finger is felt 12 pixels right of and 9 above where it is seen."""
    player = start_game("beginner", DIG, board=board)
    calibrate(player, [(x + 12, y - 9) for x, y in crosses(player.portal)])
    for words in "Done", "Resume":
        left, top, _, _ = reader.box_of(player.portal, words)
        player.portal.tap(left + 12, top - 9)
        player.run(0.5)
    assert not player.reads("Resume")
    for power in "on", "off and on":
        for cell in (0, 8, 72, 80, 40):
            x, y = player.middle(cell)
            player.portal.hold(x + 12, y - 9, 0.8)
            player.run(0.2)
            assert player.tile(cell) == tiles.FLAG, power
            for _ in range(2):
                player.portal.hold(x + 12, y - 9, 0.8)
                player.run(0.2)
        player.power_cycle()


@pytest.mark.parametrize("touched", [[(160, 120)] * 4, [(296, 216), (296, 24), (24, 216), (24, 24)],
                                     [(24, 24), (160, 216), (296, 24), (296, 216)]])
def test_taps_that_do_not_line_up_are_refused(start_game, touched):
    player = start_game("beginner", DIG)
    calibrate(player, touched)
    assert player.reads("Those taps don't line up.")
    player.run(3)
    player.tap_on("Done")
    player.tap_on("Resume")
    player.hold(40)
    assert player.tile(40) == tiles.FLAG


@pytest.mark.parametrize("touches", [0, 2])
def test_the_way_out_of_the_calibration_is_to_wait(start_game, touches):
    player = start_game("beginner", DIG)
    calibrate(player, crosses(player.portal)[:touches])
    player.run(16)
    assert player.reads("Options")
    assert player.portal.nvm_writes <= 1
