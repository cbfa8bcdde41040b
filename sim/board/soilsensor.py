# SPDX-License-Identifier: MIT
"""Adafruit's STEMMA soil sensor (4026): a seesaw chip for moisture and temperature.

An example of a chip to connect: `portal.machine.i2c.connect(0x36, SoilSensor())`. A write selects a
module and a function of it, the read that follows returns the value. Source: Adafruit's seesaw
guide.
"""

from .peripheral import I2CPeripheral

STATUS, TOUCH = 0x00, 0x0F
HARDWARE, VERSION, OPTIONS, TEMPERATURE, RESET = 0x01, 0x02, 0x03, 0x04, 0x7F
MOISTURE = 0x10
SAMD09, PRODUCT = 0x55, 4026
STEPS_A_DEGREE = 1 << 16


class SoilSensor(I2CPeripheral):
    """`moisture` is some 200 in dry air and 2000 under water; both can be set at any time."""

    def __init__(self, moisture: int = 500, celsius: float = 21.0):
        self.moisture = moisture
        self.celsius = celsius
        self._asked = STATUS, HARDWARE

    def write(self, data: bytes) -> None:
        if len(data) >= 2:
            self._asked = data[0], data[1]

    def read(self, length: int) -> bytes:
        return self._answer().ljust(length, b"\0")[:length]

    def _answer(self) -> bytes:
        if self._asked == (TOUCH, MOISTURE):
            return self.moisture.to_bytes(2)
        if self._asked == (STATUS, TEMPERATURE):
            return round(self.celsius * STEPS_A_DEGREE).to_bytes(4, signed=True)
        return {(STATUS, HARDWARE): bytes([SAMD09]),
                (STATUS, VERSION): (PRODUCT << 16).to_bytes(4),
                (STATUS, OPTIONS): (1 << STATUS | 1 << TOUCH).to_bytes(4)}.get(self._asked, b"")
