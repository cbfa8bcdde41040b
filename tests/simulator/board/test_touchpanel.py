# SPDX-License-Identifier: MIT
"""The touch panel's physics, read by the real adafruit_touchscreen on its four pins."""

import random

import pytest

from instantly import PyPortal
from sim.board import touchpanel

READER = """
import board
from adafruit_touchscreen import Touchscreen

screen = Touchscreen(board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
                     calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
while True:
    input()
    print(screen.touch_point)
"""


@pytest.fixture
def read(write_program):
    """Reads the panel once with the stylus at (x, y, pressure), or lifted."""
    portal = PyPortal(write_program(READER), seed=7)

    def reading(*touch):
        if touch:
            portal.press(*touch)
        else:
            portal.release()
        before = len(portal.serial)
        portal.type("\n")
        portal.run(0.1)
        return eval(portal.serial[before:])

    reading.portal = portal
    yield reading
    portal.close()


def test_every_pixel_of_a_grid_is_read_exactly(read):
    for x in range(0, 320, 29):
        for y in range(0, 240, 29):
            assert read(x, y)[:2] == (x, y)


def test_the_corners_are_reached(read):
    for x, y in (0, 0), (319, 0), (0, 239), (319, 239):
        assert read(x, y)[:2] == (x, y)


def test_nothing_is_read_without_a_stylus(read):
    assert read() is None
    assert read(160, 120) is not None
    assert read() is None


def test_a_harder_press_reads_a_higher_pressure(read):
    light, firm, hard = (read(160, 120, pressure)[2] for pressure in (0.3, 1.0, 3.0))
    assert 10_000 < light < firm < hard < 65_536


def test_a_stylus_that_hardly_touches_is_not_felt(read):
    assert read(160, 120, 0.02) is None


def test_noise_blurs_the_reading_by_what_it_says(read):
    """A pixel is some 157 of 65,535; four samples are averaged."""
    read.portal.machine.touch_panel.noise = 300
    chance = random.Random(1)
    errors = []
    for _ in range(300):
        x, y = chance.randrange(20, 300), chance.randrange(20, 220)
        found = read(x, y)
        errors += [found[0] - x, found[1] - y]
    spread = (sum(error * error for error in errors) / len(errors)) ** 0.5
    assert 0.6 < spread < 1.5
    assert abs(sum(errors) / len(errors)) < 0.2


def test_a_bouncing_contact_comes_and_goes(read):
    read.portal.machine.touch_panel.bounce_ns = 2_000_000_000
    seen = {read(160, 120) is None for _ in range(12)}
    assert seen == {True, False}


def test_a_bouncing_contact_is_lost_at_one_look_in_seven(write_program):
    """Where none is felt, the free end of the driven plate has all of the voltage."""
    with PyPortal(write_program("""
import analogio, board, digitalio
digitalio.DigitalInOut(board.TOUCH_YU).switch_to_output(True)
digitalio.DigitalInOut(board.TOUCH_XL).switch_to_output(False)
free = analogio.AnalogIn(board.TOUCH_YD)
input()
print(sum(free.value == 65535 for _ in range(700)))
"""), seed=7) as portal:
        portal.machine.touch_panel.bounce_ns = 2_000_000_000
        portal.press(60, 190)
        portal.type("\n")
        portal.run(1)
        assert 70 < int(portal.serial.split()[-1]) < 130


def test_the_wrong_pins_read_no_place(write_program):
    """Physics, not a look-up: driving one plate only says nothing about the place on it."""
    program = """
import board, digitalio, analogio
with digitalio.DigitalInOut(board.TOUCH_XR) as right:
    right.switch_to_output(True)
    with analogio.AnalogIn(board.TOUCH_YU) as up, analogio.AnalogIn(board.TOUCH_XL) as left:
        print(up.value, left.value)
"""
    for x in 10, 300:
        with PyPortal(write_program(program)) as portal:
            portal.press(x, 50)
            portal.run(1)
            assert portal.serial == "65535 65535\n"


@pytest.mark.parametrize("pressure", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("upper", ["TOUCH_YD", "TOUCH_YU"])
@pytest.mark.parametrize("lower", ["TOUCH_XL", "TOUCH_XR"])
def test_between_the_plates_current_flows_as_through_resistors_in_a_row(
        write_program, upper, lower, pressure):
    """From one end of a plate to the contact, through it, and on to one end of the other plate: the
    free end of each plate has the voltage of its side of the contact.
    """
    free = {"TOUCH_YD": "TOUCH_YU", "TOUCH_YU": "TOUCH_YD", "TOUCH_XL": "TOUCH_XR",
            "TOUCH_XR": "TOUCH_XL"}
    with PyPortal(write_program(f"""
import board, digitalio, analogio
digitalio.DigitalInOut(board.{upper}).switch_to_output(True)
digitalio.DigitalInOut(board.{lower}).switch_to_output(False)
print(analogio.AnalogIn(board.{free[upper]}).value, analogio.AnalogIn(board.{free[lower]}).value)
""")) as portal:
        portal.press(60, 190, pressure)
        portal.run(1)
        near, far = map(int, portal.serial.split())
    across = (9000 + 50000 * 60.5 / 319) / 65535
    down = (8000 + 49000 * 190.5 / 239) / 65535
    above = touchpanel.Y_PLATE * (across if upper == "TOUCH_YD" else 1 - across)
    below = touchpanel.X_PLATE * (down if lower == "TOUCH_XL" else 1 - down)
    whole = above + touchpanel.CONTACT / pressure + below
    assert near == pytest.approx(65535 * (1 - above / whole), abs=40)
    assert far == pytest.approx(65535 * below / whole, abs=40)


def test_a_plate_that_is_driven_at_both_ends_feeds_the_other_through_both(write_program):
    """Its contact has the resistances to either end in parallel."""
    with PyPortal(write_program("""
import board, digitalio, analogio
for pin, level in (board.TOUCH_XL, False), (board.TOUCH_XR, True), (board.TOUCH_YD, False):
    digitalio.DigitalInOut(pin).switch_to_output(level)
print(analogio.AnalogIn(board.TOUCH_YU).value)
""")) as portal:
        portal.press(60, 190)
        portal.run(1)
        seen = int(portal.serial)
    across = (9000 + 50000 * 60.5 / 319) / 65535
    down = (8000 + 49000 * 190.5 / 239) / 65535
    feeding = touchpanel.X_PLATE * down * (1 - down)
    below = touchpanel.Y_PLATE * across
    share = below / (below + touchpanel.CONTACT + feeding)
    assert seen == pytest.approx(65535 * down * share, abs=10)
