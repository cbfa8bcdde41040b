# SPDX-License-Identifier: MIT
"""What a card says of itself (source: SD Physical Layer Simplified Specification 6.00, chapter 5).

A register is a number whose fields are named by their lowest bit, as the specification's tables do.
"""

from collections.abc import Mapping

from ..fat.blocks import BLOCK

# Up to this, a card counts bytes in its addresses (SDSC); larger ones count blocks.
STANDARD = (1 << 30) // BLOCK
# The units of the sizes that the two kinds can state, in blocks.
UNIT_STANDARD, UNIT_HIGH = 512, 1_024
OCR_READY, OCR_HIGH_CAPACITY, OCR_VOLTAGES = 1 << 31, 1 << 30, 0x00FF_8000


def is_high_capacity(count: int) -> bool:
    return count > STANDARD


def whole_blocks(count: int) -> int:
    """The next size that a card can state."""
    unit = UNIT_HIGH if is_high_capacity(count) else UNIT_STANDARD
    return -(-count // unit) * unit


def crc7(data: bytes) -> int:
    """Of a command or a register, with the end bit that follows it."""
    crc = 0
    for byte in data:
        for bit in range(7, -1, -1):
            crc = crc << 1 & 0x7F ^ (0x09 if (crc >> 6 ^ byte >> bit) & 1 else 0)
    return crc << 1 | 1


def csd(count: int, read_only: bool) -> bytes:
    """How large it is and how it can be used, in 16 bytes."""
    high = is_high_capacity(count)
    size = {48: count // UNIT_HIGH - 1} if high else {62: count // UNIT_STANDARD - 1, 47: 7}
    return _closed({
        126: int(high),
        112: 0x0E,             # reads take 1 ms at most
        96: 0x32,              # 25 MHz
        84: 0x5B5,             # classes of commands: 0, 2, 4, 5, 7, 8, 10
        80: 9,                 # blocks of 512 bytes are read
        46: 1, 39: 0x7F,       # and erased
        26: 2, 22: 9,          # and written
        12: 3 * read_only,
        **size,
    })


def size_of(csd: bytes) -> int:
    """In blocks, as the drivers work it out: the core's, and Adafruit's, lose the last two bits of
    a small card's size.
    """
    register = int.from_bytes(csd, "big")
    if csd[0] >> 6:
        return ((register >> 48 & 0xFFFF) + 1) * UNIT_HIGH
    factor = 1 << (register >> 47 & 7) + 2
    return ((register >> 62 & 0xFFC) + 1) * factor * (1 << (csd[5] & 15)) // BLOCK


def cid() -> bytes:
    """Who made it: nobody."""
    name = int.from_bytes(b"SIM  ", "big")
    return _closed({120: 0x00, 104: int.from_bytes(b"PP", "big"), 64: name, 56: 0x10, 24: 1})


def scr() -> bytes:
    """Version 2.00 of the specification, erased blocks read 0, one data line or four."""
    return bytes([0x02, 0x25, 0, 0, 0, 0, 0, 0])


def ocr(count: int, ready: bool) -> bytes:
    """Its voltages, whether it has started, and how it counts in addresses."""
    state = OCR_READY | OCR_HIGH_CAPACITY * is_high_capacity(count) if ready else 0
    return (OCR_VOLTAGES | state).to_bytes(4, "big")


def _closed(fields: Mapping[int, int]) -> bytes:
    register = sum(value << bit for bit, value in fields.items()).to_bytes(16, "big")[:15]
    return register + bytes([crc7(register)])
