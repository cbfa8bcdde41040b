# SPDX-License-Identifier: MIT
"""The touch panel's physics, read by the real adafruit_touchscreen on its four pins."""

import random

import pytest

from sim.clock import NEVER, SECOND
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
    for x in *range(0, 320, 58), 319:
        for y in *range(0, 240, 58), 239:
            assert read(x, y)[:2] == (x, y)


def test_pressure_is_read_and_a_lifted_or_very_light_stylus_is_not(read):
    assert read() is None
    light, firm, hard = (read(160, 120, pressure)[2] for pressure in (0.3, 1.0, 3.0))
    assert 10_000 < light < firm < hard < 65_536
    assert read() is read(160, 120, 0.02) is None
    for touch, wrong in {(0, 0, 0): "a pressure of 0 is no touch", (320, 0): "x 320 is off",
                         (-1, 0): "x -1 is off", (0, 240): "y 240 is off the screen: it goes "
                         "from 0 to 239"}.items():
        with pytest.raises(ValueError, match=f"^{wrong}"):
            read.portal.press(*touch)
    with pytest.raises(ValueError, match="takes 0 seconds or more, not -1"):
        read.portal.run(-1)


def test_a_pin_is_quiet_until_a_touch_but_for_bounce_and_flaws(read):
    panel, faults = read.portal.board.touch_panel, read.portal.faults
    quiet_until = panel.x_plate.low.quiet_until
    for owner, name, value in ((panel, "bounce_ns", SECOND), (panel, "noise", 1.0),
                               (faults, "touch_sparks", 0.1), (faults, "touch_stuck", (1, 1)),
                               (faults, "touch_readings", 1)):
        usual = getattr(owner, name)
        read(160, 120)
        setattr(owner, name, value)
        read()
        assert quiet_until() == 0, name
        setattr(owner, name, usual)
        assert quiet_until() == NEVER


def test_noise_spreads_the_readings_by_its_amount(read):
    """A pixel is some 157 of 65,535; four samples are averaged."""
    read.portal.board.touch_panel.noise = 300
    chance = random.Random(1)
    errors = []
    for _ in range(150):
        x, y = chance.randrange(20, 300), chance.randrange(20, 220)
        found = read(x, y)
        errors += [found[0] - x, found[1] - y]
    spread = (sum(error * error for error in errors) / len(errors)) ** 0.5
    assert 0.6 < spread < 1.5
    assert abs(sum(errors) / len(errors)) < 0.2


def test_a_contact_chatters_for_its_time_when_it_is_made_and_when_it_is_lost(read):
    read.portal.board.touch_panel.bounce_ns = 3 * SECOND
    for touch in (160, 120), ():
        chattering = {read(*touch) for _ in range(25)}
        read.portal.run(2)
        settled = {read(*touch) for _ in range(5)}
        assert len(chattering) > 1 == len(settled)


def test_stylus_and_noise_stay_over_a_reset(read):
    read.portal.board.touch_panel.noise = 2.0
    read.portal.press(100, 50)
    read.portal.reset()
    assert read.portal.board.touch_panel.noise == 2.0
    assert read(100, 50)[:2] == pytest.approx((100, 50), abs=1)
