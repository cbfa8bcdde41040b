# SPDX-License-Identifier: MIT
"""The MCP9600, a thermocouple amplifier (source: Microchip's data sheet DS20005426).

An example of a chip to connect: `portal.machine.i2c.connect(0x67, Thermocouple())`. A write selects
a register and may fill it; the three temperatures are two bytes each, in steps of 1/16 °C.
"""

from .peripheral import I2CPeripheral

HOT, DIFFERENCE, COLD, STATUS, IDENTITY = 0x00, 0x01, 0x02, 0x04, 0x20
UPDATED = 0x40
MCP9600, REVISION = 0x40, 0x12
FIXED = {STATUS: bytes([UPDATED]), IDENTITY: bytes([MCP9600, REVISION])}
STEPS_A_DEGREE = 16


class Thermocouple(I2CPeripheral):
    """`hot` is the probe's temperature in °C, `cold` the chip's; both can be set at any time."""

    def __init__(self, hot: float = 21.0, cold: float = 21.0):
        self.hot = hot
        self.cold = cold
        self._register = HOT
        self._settings: dict[int, bytes] = {}

    def write(self, data: bytes) -> None:
        if data:
            self._register = data[0]
        if len(data) > 1:
            self._settings[data[0]] = data[1:]

    def read(self, length: int) -> bytes:
        degrees = {HOT: self.hot, DIFFERENCE: self.hot - self.cold, COLD: self.cold}
        if self._register in degrees:
            value = round(degrees[self._register] * STEPS_A_DEGREE).to_bytes(2, signed=True)
        else:
            value = self._settings.get(self._register, FIXED.get(self._register, b""))
        return value.ljust(length, b"\0")[:length]
