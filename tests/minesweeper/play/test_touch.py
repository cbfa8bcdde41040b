# SPDX-License-Identifier: MIT
"""Touch in play: noisy presses hit their cell once and quickly, the slip guard asks, and
calibration sets a panel right."""

import numpy as np
import pytest

from minesweeper.pages.calibrate import solve
from minesweeper.screen import tiles
from sim import PyPortal
from tests.support import seeds
from tests.support.play import reader
from tests.support.play.player import DIG, FIRST, Player
from tests.support.play.reader import screen_of

# Readings are blurred by about a pixel, and a contact chatters for so many ms at either end.
NOISE = 150
CHATTER_MS = 4, 20
PRESSES = int(seeds.more(12, 3400))
# How far from its cell's border a press lands, in pixels: six times the blur that is left.
MARGIN = 2
# Where a tap on the title begins a game.
TITLE = 160, 220
NEXT = {tiles.BLANK: tiles.QUESTION, tiles.QUESTION: tiles.FLAG, tiles.FLAG: tiles.BLANK}


def press_somewhere(player, shown, chance):
    """A tap on a blank or a ?, a hold on a flag: none of them opens a cell."""
    cell = chance.randrange(300)
    left, top, _, _ = player.box(cell)
    flagged = shown[cell] == tiles.FLAG
    player.portal.hold(left + chance.uniform(MARGIN, 15 - MARGIN),
                       top + chance.uniform(MARGIN, 15 - MARGIN),
                       chance.uniform(0.6, 0.9) if flagged else chance.uniform(0.06, 0.3))
    player.run(chance.uniform(0.06, 0.2))
    shown[cell] = NEXT[shown[cell]]
    return cell


@pytest.mark.parametrize("chatter_ms", CHATTER_MS)
def test_every_noisy_press_hits_its_cell_once(drive_with, chatter_ms):
    """The expected screen is made tile by tile, to compare whole screens quickly."""
    player = Player(drive_with('MINES_MOTION = "off"'), seed=11)
    panel = player.portal.board.touch_panel
    panel.noise, panel.bounce_ns = NOISE, chatter_ms * 1_000_000
    chance, shown = seeds.chance(chatter_ms), [tiles.BLANK] * 300
    screen = screen_of(player.portal).copy()
    for count in range(PRESSES):
        cell = press_somewhere(player, shown, chance)
        left, top, right, bottom = player.box(cell)
        screen[top:bottom, left:right] = player.pictures[shown[cell]]
        assert np.array_equal(screen_of(player.portal), screen), f"press {count} on cell {cell}"


def test_from_release_to_changed_pixels_takes_50_ms_at_most(drive_with):
    player, chance = Player(drive_with('MINES_MOTION = "off"'), seed=11), seeds.chance(6)
    for cell in range(0, 300, 29):
        player.portal.hold(*player.middle(cell), chance.uniform(0.1, 0.2))
        released = player.portal.now
        while player.tile(cell) != tiles.QUESTION:
            player.run(0.001)
        assert player.portal.now - released <= 0.05
        player.run(0.1)


def test_a_page_without_a_finger_keeps_the_pins_that_measure_pressure(drive_with):
    """The library takes and releases them at each look, which takes three times as long."""
    portal = PyPortal(drive_with())
    portal.run(8)
    pin = portal.board.pins["TOUCH_XR"]
    looks = []
    for _ in range(200):
        portal.run(0.001)
        looks.append(pin.level)
    assert looks.count(0) > 150


def test_the_slip_guard_asks_for_a_second_tap_near_a_border_and_not_in_the_middle(start_game):
    player = start_game("intermediate", DIG, 'MINES_GUARD = "on"')
    left, top, _, _ = player.box(150)
    for across, down in (0, 8), (15, 8), (8, 0), (8, 15):
        for asked in True, False:
            before = player.portal.framebuffer
            player.portal.tap(left + across, top + down)
            player.run(0.3)
            assert (set(player.tiles()) <= {tiles.BLANK, None}) == asked
            assert player.portal.framebuffer != before
        assert player.tile(150) == 0
        player.say("new", 0.5)
    player.tap(150)
    assert player.tile(150) == 0


@pytest.mark.parametrize("late_s", [0, 0.1])
def test_the_first_tap_counts_however_soon_after_the_board_is_seen_it_comes(drive, late_s):
    with PyPortal(drive, seed=1) as portal:
        portal.run(7)  # the board compiles the modules itself
        portal.tap(*TITLE)
        while not reader.sees(portal, FIRST):
            portal.run(0.01)
        portal.run(late_s)
        before = portal.framebuffer
        portal.tap(100, 100)
        portal.run(1)
        portal.type("board\n")
        portal.run(1)
        assert "71 safe cells" not in portal.serial and portal.framebuffer != before


@pytest.mark.parametrize(("words", "above", "then"), [("Daily", 0, "Back"), ("Play", 8, FIRST)])
@pytest.mark.parametrize("late_s", [0, 0.8, 2])
def test_a_touch_of_the_title_counts_where_it_is_while_the_game_still_loads(
        drive, late_s, words, above, then):
    with PyPortal(drive, seed=1) as portal:
        while not reader.sees(portal, words):
            portal.run(0.01)
        portal.run(late_s)
        left, top, right, bottom = reader.box_of(portal, words)
        portal.hold((left + right) // 2, (top + bottom) // 2 - above, 0.6)
        portal.run(6)
        assert reader.sees(portal, then)


def crosses(portal):
    display = portal.board.model.display
    width, height = display.width, display.height
    return [(x, y) for x in (24, width - 24) for y in (24, height - 24)]


def calibrate(player, touched):
    """Tap these four places when the crosses are shown."""
    player.open_menu()
    player.tap_on("Title", "Options", "More", "Calibrate")
    for x, y in touched:
        player.portal.hold(x, y, 0.12)
        player.run(0.3)


def test_readings_at_the_crosses_tell_those_at_the_edges():
    readings = [(9000 + 156 * x, 8000 + 204 * y) for x in (24, 296) for y in (24, 216)]
    assert solve(readings, 320, 240) == ((9000, 9000 + 156 * 320), (8000, 8000 + 204 * 240))


def test_a_panel_whose_readings_are_off_is_set_right_at_once_and_for_good(start_game):
    """The finger is felt 12 pixels right of and 9 above where it is seen."""
    player = start_game("beginner", DIG)
    calibrate(player, [(x + 12, y - 9) for x, y in crosses(player.portal)])
    for words in "Done", "Play":
        left, top, _, _ = reader.box_of(player.portal, words)
        player.portal.tap(left + 12, top - 9)
        player.run(0.5)
    assert not player.reads("Learn")
    for power in "on", "off and on":
        for cell in (0, 80):
            x, y = player.middle(cell)
            player.portal.hold(x + 12, y - 9, 0.8)
            player.run(0.2)
            assert player.tile(cell) == tiles.FLAG, power
        player.power_cycle()


def test_the_crosses_are_counted_and_a_hold_leaves_them(start_game):
    player = start_game("beginner", DIG)
    calibrate(player, [])
    for number, (x, y) in enumerate(crosses(player.portal)):
        assert player.reads(f"Cross {number + 1} of 4: tap it with the stylus.")
        assert player.reads("Hold to leave.")
        player.portal.hold(x, y, 0.12 if number < 3 else 1.8)
        player.run(0.3)
    assert player.reads("Calibrate touch")


def test_taps_that_do_not_line_up_are_refused_and_the_way_out_is_to_wait(start_game):
    player = start_game("beginner", DIG)
    for touched in [(160, 120)] * 4, [(24, 24), (160, 216), (296, 24), (296, 216)], []:
        calibrate(player, touched)
        assert player.reads("Those taps don't line up.") == (len(touched) == 4)
        player.run(3 if len(touched) == 4 else 16)
        player.tap_on("Done", "Play")
    player.hold(40)
    assert player.tile(40) == tiles.FLAG
    assert player.portal.nvm_writes <= 1
