# SPDX-License-Identifier: MIT
"""The MCP9600, a thermocouple amplifier (source: Microchip's data sheet DS20005426)."""

from typing import Any

from .part import Choice, I2CPart, Setting

HOT, DIFFERENCE, COLD, STATUS, IDENTITY = 0x00, 0x01, 0x02, 0x04, 0x20
UPDATED = 0x40
MODEL, REVISION = 0x40, 0x12
FIXED = {STATUS: bytes([UPDATED]), IDENTITY: bytes([MODEL, REVISION])}


class MCP9600(I2CPart):
    """A write selects a register and may fill it; each of the three temperatures is two bytes, in
    steps of 1/16 °C. `hot` is the probe's temperature, `cold` the chip's.
    """

    address = Choice(*range(0x67, 0x5F, -1))
    hot = Setting(21.0, -200, 1800, "°C")
    cold = Setting(21.0, -40, 125, "°C")

    def __init__(self, /, **values: Any):
        super().__init__(**values)
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
            value = round(degrees[self._register] * 16).to_bytes(2, signed=True)
        else:
            value = self._settings.get(self._register, FIXED.get(self._register, b""))
        return value.ljust(length, b"\0")[:length]
