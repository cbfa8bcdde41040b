# SPDX-License-Identifier: MIT
"""What a chip on a bus is to the board: a few methods, which its class fills in.

To add a chip, write such a class in a file of its own and put it into the list in `connections`.
"""

from .pins import Pins


class Peripheral:
    """Lives as long as the portal: a reset of the board does not reset it."""

    def connect(self, pins: Pins) -> None:
        """Take pins besides the bus, as BUSY or RESET; called anew after a reset of the board."""


class I2CPeripheral(Peripheral):
    """A transfer is a write, a read, or a write and then a read."""

    def write(self, data: bytes) -> None:
        raise NotImplementedError

    def read(self, length: int) -> bytes:
        raise NotImplementedError


class SPIPeripheral(Peripheral):
    """Between `select` and `deselect` its chip select is driven low."""

    def select(self) -> None:
        """Nothing to do, unless a class knows better."""

    def transfer(self, sent: bytes) -> bytes | None:
        """As many bytes as were sent, which come back meanwhile; None leaves MISO alone."""
        raise NotImplementedError

    def deselect(self) -> None:
        """Nothing to do, unless a class knows better."""
