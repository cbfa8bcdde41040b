# SPDX-License-Identifier: MIT
"""The touch panel's physics, read by the real adafruit_touchscreen on its four pins."""

import random

import pytest

from sim.board import touchpanel
from tests.support.programs.programs import TOUCHSCREEN, PyPortal

READER = TOUCHSCREEN + """
while True:
    input()
    print(screen.touch_point)
"""


@pytest.fixture
def read(write_program):
    """Read the panel once with the stylus at (x, y, pressure), or lifted."""
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


def test_pixels_of_a_grid_and_the_corners_are_read_exactly(read):
    for x in *range(0, 320, 29), 319:
        for y in *range(0, 240, 29), 239:
            assert read(x, y)[:2] == (x, y)


def test_nothing_is_read_without_a_stylus(read):
    assert read() is None
    assert read(160, 120) is not None
    assert read() is None


def test_a_harder_press_reads_a_higher_pressure(read):
    light, firm, hard = (read(160, 120, pressure)[2] for pressure in (0.3, 1.0, 3.0))
    assert 10_000 < light < firm < hard < 65_536


def test_a_very_light_touch_is_not_reported(read):
    assert read(160, 120, 0.02) is None


def test_noise_spreads_the_readings_by_its_amount(read):
    """A pixel is some 157 of 65,535; four samples are averaged."""
    read.portal.board.touch_panel.noise = 300
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
    read.portal.board.touch_panel.bounce_ns = 2_000_000_000
    seen = {read(160, 120) is None for _ in range(12)}
    assert seen == {True, False}


def test_a_bouncing_contact_is_lost_in_one_reading_of_seven(write_program):
    """Without contact, the free end of the driven plate has the full voltage."""
    with PyPortal(write_program("""
import analogio, board, digitalio
digitalio.DigitalInOut(board.TOUCH_YU).switch_to_output(True)
digitalio.DigitalInOut(board.TOUCH_XL).switch_to_output(False)
free = analogio.AnalogIn(board.TOUCH_YD)
input()
print(sum(free.value == 65535 for _ in range(700)))
"""), seed=7) as portal:
        portal.board.touch_panel.bounce_ns = 2_000_000_000
        portal.press(60, 190)
        portal.type("\n")
        portal.run(1)
        assert 70 < int(portal.serial.split()[-1]) < 130


def readings(write_program, driven, read, *touch):
    """Return what `read` pins read while the `driven` ones have a level, at a touch."""
    program = f"""
import analogio, board, digitalio
for pin, level in {driven!r}.items():
    digitalio.DigitalInOut(getattr(board, pin)).switch_to_output(level)
print(*(analogio.AnalogIn(getattr(board, pin)).value for pin in {read!r}))
"""
    with PyPortal(write_program(program)) as portal:
        portal.press(*touch)
        portal.run(1)
        return [*map(int, portal.serial.split())]


# Where pixel (60, 190) is on each plate, as a fraction.
ACROSS, DOWN = (9000 + 50000 * 60.5 / 319) / 65535, (8000 + 49000 * 190.5 / 239) / 65535


@pytest.mark.parametrize("x", [10, 300])
def test_driving_one_plate_only_gives_no_position(write_program, x):
    read = readings(write_program, {"TOUCH_XR": True}, ["TOUCH_YU", "TOUCH_XL"], x, 50)
    assert read == [65535, 65535]


@pytest.mark.parametrize("pressure", [0.5, 1.0, 2.0])
@pytest.mark.parametrize(("upper", "free_upper"), [("TOUCH_YD", "TOUCH_YU"),
                                                   ("TOUCH_YU", "TOUCH_YD")])
@pytest.mark.parametrize(("lower", "free_lower"), [("TOUCH_XL", "TOUCH_XR"),
                                                   ("TOUCH_XR", "TOUCH_XL")])
def test_current_between_the_plates_flows_through_resistors_in_series(
        write_program, upper, free_upper, lower, free_lower, pressure):
    """The current flows through a part of each plate and through the contact; the free end of each
    plate has the voltage of its side of the contact.
    """
    near, far = readings(write_program, {upper: True, lower: False}, [free_upper, free_lower],
                         60, 190, pressure)
    above = touchpanel.Y_PLATE * (ACROSS if upper == "TOUCH_YD" else 1 - ACROSS)
    below = touchpanel.X_PLATE * (DOWN if lower == "TOUCH_XL" else 1 - DOWN)
    whole = above + touchpanel.CONTACT / pressure + below
    assert near == pytest.approx(65535 * (1 - above / whole), abs=40)
    assert far == pytest.approx(65535 * below / whole, abs=40)


def test_a_plate_that_is_driven_at_both_ends_feeds_the_other_through_both(write_program):
    """The contact sees the resistances to both ends in parallel."""
    (seen,) = readings(write_program, {"TOUCH_XL": False, "TOUCH_XR": True, "TOUCH_YD": False},
                       ["TOUCH_YU"], 60, 190)
    feeding = touchpanel.X_PLATE * DOWN * (1 - DOWN)
    below = touchpanel.Y_PLATE * ACROSS
    share = below / (below + touchpanel.CONTACT + feeding)
    assert seen == pytest.approx(65535 * DOWN * share, abs=10)
