# SPDX-License-Identifier: MIT
"""The bytes around commands and blocks (source: SD Physical Layer Simplified Specification 6.00,
7.3: SPI bus protocol).
"""

import binascii

from ..fat.blocks import BLOCK

COMMAND_BYTES, DATA_BYTES = 6, BLOCK + 2
# The first byte of an answer.
FINE, IDLE, ILLEGAL, BAD_CHECKSUM, MISPLACED, OUT_OF_RANGE = 0x00, 0x01, 0x04, 0x08, 0x20, 0x40
# Before a block, before one of several to be written, and after the last of them.
ONE, ONE_OF_SEVERAL, STOP = 0xFE, 0xFC, 0xFD
NOTHING = 0xFF
# Between a command and its answer, and thrown away after a stop.
GAP = STUFF = b"\xff"
BUSY = bytes(4)
# Instead of a block that is out of range.
NO_DATA = b"\x08"
WRITTEN, SPOILED, NOT_WRITTEN = b"\x05" + BUSY, b"\x0b", b"\x0d"


def is_command(byte: int) -> bool:
    return byte & 0xC0 == 0x40


def crc16(data: bytes) -> bytes:
    return binascii.crc_hqx(data, 0).to_bytes(2, "big")


def block(data: bytes) -> bytes:
    """As the card sends it: a gap, its token, the data and the checksum."""
    return GAP + bytes([ONE]) + data + crc16(data)
