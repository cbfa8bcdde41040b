# SPDX-License-Identifier: MIT
"""The interface of a chip on a bus: write a class with these methods to add one.

A test connects it with `portal.board.i2c.connect`; the chips of each board are in `motherboard`.
"""

from .pins import Pins

READ_AHEAD = 256


class Peripheral:
    """A chip; it lives as long as the portal, so a reset of the board does not reset it."""

    def connect(self, pins: Pins) -> None:
        """Take pins besides the bus, such as RESET; called anew after a reset of the board."""


class I2CPeripheral(Peripheral):
    """A chip on I2C; a transfer is a write, a read, or a write and then a read.

    On the firmware engine nobody knows beforehand how long a read will be: it reads `READ_AHEAD`
    bytes at once, and drops those that the program does not take. A chip whose reads take something
    away, such as a queue, sets `read_ahead` to 1.
    """

    read_ahead = READ_AHEAD

    def write(self, data: bytes) -> None:
        raise NotImplementedError

    def read(self, length: int) -> bytes:
        raise NotImplementedError


class SPIPeripheral(Peripheral):
    """A chip on SPI; its chip select is low between `select` and `deselect`."""

    def select(self) -> None:
        """Do nothing, unless a class overrides it."""

    def transfer(self, sent: bytes) -> bytes | None:
        """Return as many bytes as were sent; None if the chip does not drive MISO."""
        raise NotImplementedError

    def deselect(self) -> None:
        """Do nothing, unless a class overrides it."""
