# SPDX-License-Identifier: MIT
"""The core's I2C and SPI transfers, answered by the board's buses."""

import struct

from ...board.motherboard import Motherboard
from ...clock import SECOND

# Of an I2C transfer: address, how many bytes to read after it, whether something is written.
I2C = struct.Struct("<BHB")
I2C_HZ, I2C_BITS = 100_000, 9
FREQUENCY = 4


class Buses:
    """Transfers take their time on the board's clock."""

    def __init__(self, board: Motherboard):
        self._board = board

    def i2c(self, payload: bytes) -> bytes:
        """1 and what was read, or 0 where nothing answers."""
        address, count, writes = I2C.unpack_from(payload)
        written, bus = payload[I2C.size:], self._board.i2c
        self._take((1 + len(written) + count) * I2C_BITS, I2C_HZ)
        device = bus.devices.get(address)
        if device is None:
            if written or count:
                bus.miss(address)
            return b"\0"
        if writes and written:
            device.write(written)
        return b"\1" + (device.read(count) if count else b"")

    def spi(self, payload: bytes) -> bytes:
        sent = payload[FREQUENCY:]
        self._take(len(sent) * 8, int.from_bytes(payload[:FREQUENCY], "little"))
        answer = self._board.spi.transfer(sent)
        if answer is None:
            miso = self._board.pins["MISO"].high
            answer = (b"\xff" if miso else b"\0") * len(sent)
        return answer

    def _take(self, bits: int, frequency: int) -> None:
        self._board.clock.advance(bits * SECOND // max(1, frequency))
