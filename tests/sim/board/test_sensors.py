# SPDX-License-Identifier: MIT
"""The thermometer and the chips to connect, read byte for byte as Adafruit's libraries do."""

import pytest

from sim.board.sensors import SoilSensor, Thermocouple
from tests.support.programs.instantly import PyPortal

READ = """
import board, struct
from adafruit_bus_device.i2c_device import I2CDevice
device = I2CDevice(board.I2C(), ADDRESS)
def read(asked, size):
    answer = bytearray(size)
    with device:
        device.write(bytes(asked))
        device.readinto(answer)
    return bytes(answer)
"""


@pytest.mark.parametrize(("celsius", "steps"), [(25.0, 25 * 16), (21.53, 344),
                                                (-10.0, 0x2000 - 10 * 16), (0.0, 0)])
def test_the_thermometer_measures_in_steps_of_a_sixteenth_degree(write_program, celsius, steps):
    """The 13 bits are those of its data sheet."""
    with PyPortal(write_program(READ.replace("ADDRESS", "0x48") + """
print(read([0x0B], 1), int.from_bytes(read([0], 2), "big") / 8)
""")) as portal:
        portal.temperature = celsius
        portal.run(1)
        assert portal.serial == f"b'\\xcb' {float(steps)}\n"


def test_adafruits_thermometer_library_runs(write_program):
    with PyPortal(write_program("""
import board, adafruit_adt7410
sensor = adafruit_adt7410.ADT7410(board.I2C())
print(sensor.temperature)
sensor.high_resolution = True
print(sensor.temperature)
""")) as portal:
        portal.temperature = 21.3
        portal.run(1)
        coarse, fine = map(float, portal.serial.split())
    assert coarse == pytest.approx(21.3, abs=1 / 16)
    assert fine == pytest.approx(21.3, abs=1 / 256)


def printed_with(write_program, address, chip, program):
    with PyPortal(write_program(READ.replace("ADDRESS", str(address)) + program)) as portal:
        portal.board.i2c.connect(address, chip)
        portal.run(1)
        return portal.serial


def test_the_soil_sensor_gives_its_identity_moisture_and_temperature(write_program):
    """The numbers are those of Adafruit's guide: SAMD09, product 4026, degrees in 16.16 bits."""
    assert printed_with(write_program, 0x36, SoilSensor(moisture=812, celsius=-3.5), """
print(read([0, 1], 1), struct.unpack(">I", read([0, 2], 4))[0] >> 16)
print(int.from_bytes(read([0x0F, 0x10], 2), "big"), struct.unpack(">i", read([0, 4], 4))[0] / 65536)
""") == "b'U' 4026\n812 -3.5\n"


def test_the_thermocouple_gives_three_temperatures_and_keeps_its_settings(write_program):
    assert printed_with(write_program, 0x67, Thermocouple(hot=180.25, cold=24.5), """
print(*(struct.unpack(">h", read([register], 2))[0] / 16 for register in (0, 1, 2)))
print(read([0x20], 1), read([4], 1), read([5], 1))
with device:
    device.write(bytes([5, 0x07]))
print(read([5], 1))
""") == "180.25 155.75 24.5\nb'@' b'@' b'\\x00'\nb'\\x07'\n"
