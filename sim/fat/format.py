# SPDX-License-Identifier: MIT
"""Formats a card as the SD Association's formatter does: one partition with a FAT of 16 or 32 bits.

Source: Microsoft's "FAT: General Overview of On-Disk Format", 1.03, for the boot sector's fields.
"""

import struct

from .blocks import BLOCK, Blocks
from .shape import MOST_16, SIGNATURE

# The partition's first block, and what its sector's geometry says of all modern cards.
START = 2_048
SECTORS_A_TRACK, HEADS = 63, 255
FATS, ROOT_ENTRIES = 2, 512
ROOT_BLOCKS = ROOT_ENTRIES * 32 // BLOCK
RESERVED_16, RESERVED_32 = 1, 32
ROOT_CLUSTER = 2
INFORMATION, BACKUP = 1, 6
TYPES = {16: 0x06, 32: 0x0C}
MEDIUM = 0xF8
SERIAL = 0x5044_5350


def format_card(blocks: Blocks, count: int, cluster: int, label: str) -> None:
    """`count` blocks in clusters of `cluster` bytes. The blocks must read zero before."""
    size = count - START
    bits = 16 if (size - ROOT_BLOCKS) * BLOCK // cluster < MOST_16 else 32
    fat_blocks = _fat_blocks(size, cluster, bits)
    reserved = RESERVED_16 if bits == 16 else RESERVED_32
    blocks.write(0, _record(size, bits))
    boot = _boot_sector(size, cluster // BLOCK, bits, reserved, fat_blocks, label)
    blocks.write(START, boot)
    for copy in range(FATS):
        blocks.write(START + reserved + copy * fat_blocks, _first_entries(bits))
    root = START + reserved + FATS * fat_blocks
    blocks.write(root, _padded(label.upper().encode().ljust(11) + b"\x08"))
    if bits == 32:
        blocks.write(START + INFORMATION, _information())
        blocks.write(START + BACKUP, boot + _information())


def _fat_blocks(size: int, cluster: int, bits: int) -> int:
    """Enough for all clusters that there would be without a table."""
    return -(-(size * BLOCK // cluster + 2) * bits // 8 // BLOCK)


def _padded(data: bytes) -> bytes:
    return data.ljust(BLOCK, b"\0")


def _signed(data: bytes) -> bytes:
    return data.ljust(BLOCK - 2, b"\0") + SIGNATURE


def _record(size: int, bits: int) -> bytes:
    """The master boot record; places on heads and tracks are given as out of reach."""
    nowhere = b"\xfe\xff\xff"
    entry = b"\0" + nowhere + bytes([TYPES[bits]]) + nowhere + struct.pack("<II", START, size)
    return _signed(bytes(446) + entry)


def _boot_sector(size: int, cluster: int, bits: int, reserved: int, fat_blocks: int,
                 label: str) -> bytes:
    narrow = bits == 16
    few = size if size < 1 << 16 else 0
    common = struct.pack("<3s8sHBHBHHBHHHII", b"\xeb\x58\x90", b"PYPORTAL", BLOCK, cluster,
                         reserved, FATS, ROOT_ENTRIES * narrow, few, MEDIUM, fat_blocks * narrow,
                         SECTORS_A_TRACK, HEADS, START, 0 if few else size)
    wide = struct.pack("<IHHIHH12x", fat_blocks, 0, 0, ROOT_CLUSTER, INFORMATION, BACKUP)
    name = f"FAT{bits}".encode().ljust(8)
    identity = struct.pack("<BBBI11s8s", 0x80, 0, 0x29, SERIAL, label.upper().encode().ljust(11),
                           name)
    return _signed(common + (b"" if narrow else wide) + identity)


def _first_entries(bits: int) -> bytes:
    """The medium, the flags of a table in order, and on FAT32 the root's only cluster."""
    if bits == 16:
        return _padded(struct.pack("<HH", 0xFF00 | MEDIUM, 0xFFFF))
    return _padded(struct.pack("<III", 0x0FFF_FF00 | MEDIUM, 0x0FFF_FFFF, 0x0FFF_FFFF))


def _information() -> bytes:
    """FAT32's FSInfo, which says that nothing is known of the free clusters."""
    unknown = 0xFFFF_FFFF
    return _signed(struct.pack("<4s480x4sII", b"RRaA", b"rrAa", unknown, unknown))
