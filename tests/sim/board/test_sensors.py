# SPDX-License-Identifier: MIT
"""The thermometer of a PyPortal, an ADT7410, by its data sheet."""

import pytest

from sim.board.sensors import Thermometer
from tests.support.programs.programs import PyPortal

LIBRARY = """
import board, adafruit_adt7410, time
sensor = adafruit_adt7410.ADT7410(board.I2C(), address=0x48)
for fine in False, True:
    sensor.high_resolution = fine
    time.sleep(0.3)
    print(round(sensor.temperature, 3))
"""


@pytest.fixture
def chip():
    """A thermometer whose `celsius` can be set."""
    chip = Thermometer(lambda: chip.celsius)
    chip.celsius = 23.0
    return chip


def read(chip, register, count, *written):
    chip.write(bytes([register, *written]))
    return chip.read(count)


def test_adafruits_library_reads_it_coarse_and_fine(write_program):
    with PyPortal(write_program(LIBRARY)) as portal:
        portal.temperature = 25.03
        portal.run(4)
        assert portal.serial == "25.0\n25.031\n"


@pytest.mark.parametrize(("celsius", "coarse", "fine"), [
    (0, "0000", "0000"), (0.0625, "0008", "0008"), (1 / 128, "0000", "0001"),
    (-1 / 128, "fff8", "ffff"), (25.03, "0c80", "0c84"), (-55, "e480", "e480"),
    (150, "4b00", "4b00")])
def test_a_temperature_has_13_or_16_bits(chip, celsius, coarse, fine):
    chip.celsius = celsius
    assert read(chip, 0, 2).hex() == coarse
    read(chip, 3, 1, 0x80)
    assert read(chip, 0, 2).hex() == fine
