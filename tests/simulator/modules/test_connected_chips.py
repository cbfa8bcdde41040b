# SPDX-License-Identifier: MIT
"""The two chips that can be connected: read as Adafruit's libraries read them, byte for byte."""

from sim import PyPortal
from sim.board.soilsensor import SoilSensor
from sim.board.thermocouple import Thermocouple

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


def printed_with(write_program, address, chip, program):
    with PyPortal(write_program(READ.replace("ADDRESS", str(address)) + program)) as portal:
        portal.machine.i2c.connect(address, chip)
        portal.run(1)
        return portal.serial


def test_the_soil_sensor_tells_what_it_is_how_wet_and_how_warm(write_program):
    """Numbers of Adafruit's guide: a SAMD09, product 4026, degrees in 16.16 bits."""
    assert printed_with(write_program, 0x36, SoilSensor(moisture=812, celsius=-3.5), """
print(read([0, 1], 1), struct.unpack(">I", read([0, 2], 4))[0] >> 16)
print(int.from_bytes(read([0x0F, 0x10], 2), "big"), struct.unpack(">i", read([0, 4], 4))[0] / 65536)
""") == "b'U' 4026\n812 -3.5\n"


def test_the_thermocouple_tells_three_temperatures_and_keeps_its_settings(write_program):
    assert printed_with(write_program, 0x67, Thermocouple(hot=180.25, cold=24.5), """
print(*(struct.unpack(">h", read([register], 2))[0] / 16 for register in (0, 1, 2)))
print(read([0x20], 1), read([4], 1), read([5], 1))
with device:
    device.write(bytes([5, 0x07]))
print(read([5], 1))
""") == "180.25 155.75 24.5\nb'@' b'@' b'\\x00'\nb'\\x07'\n"
