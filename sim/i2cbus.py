# SPDX-License-Identifier: MIT
"""The board's I2C lines: pulled up, with what is soldered to them.

To connect a device, put an object with `write(bytes)` and `read(length) -> bytes` into `devices`
under its address.
"""

from typing import Protocol

from .pins import Pins
from .thermometer import Thermometer

THERMOMETER_ADDRESS = 0x48


class Device(Protocol):
    """A transfer is a write, a read, or a write and then a read."""

    def write(self, data: bytes) -> None: ...

    def read(self, length: int) -> bytes: ...


class I2CBus:
    """SDA and SCL of the board; a first PyPortal has a thermometer on them, later ones nothing."""

    def __init__(self, pins: Pins, board: str):
        self.devices: dict[int, Device] = {}
        self.lines = frozenset([pins["SDA"], pins["SCL"]])
        self.thermometer = Thermometer()
        for line in self.lines:
            line.outside = lambda: 1.0
        if board == "pyportal":
            self.devices[THERMOMETER_ADDRESS] = self.thermometer

    def take_over(self, old: "I2CBus") -> None:
        """After a reset: what is on the lines does not notice it."""
        self.devices, self.thermometer = old.devices, old.thermometer
