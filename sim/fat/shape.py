# SPDX-License-Identifier: MIT
"""Where the parts of a FAT file system are, from its boot sector.

Source: Microsoft's "FAT: General Overview of On-Disk Format", 1.03.
"""

import errno
import struct
from dataclasses import dataclass

from ..drive.words import failure
from .blocks import BLOCK, Window

SIGNATURE = b"\x55\xaa"
JUMPS = (0xEB, 0xE9, 0xE8)
# A file system of fewer clusters has entries of 12 or of 16 bits.
MOST_12, MOST_16 = 4_085, 65_525
ENTRY = 32


@dataclass(frozen=True)
class Shape:
    """Places are block numbers on the device. `bits` of an entry: 12, 16 or 32. The root folder is
    `root_blocks` from `root` on, or on FAT32 a chain from the cluster `root`.
    """

    bits: int
    fats: int
    fat: int
    fat_blocks: int
    root: int
    root_blocks: int
    data: int
    cluster_blocks: int
    clusters: int

    @property
    def cluster(self) -> int:
        """In bytes."""
        return self.cluster_blocks * BLOCK

    def block(self, cluster: int) -> int:
        """The first of a cluster; clusters count from 2."""
        return self.data + (cluster - 2) * self.cluster_blocks

    def holds(self, cluster: int) -> bool:
        return 2 <= cluster < self.clusters + 2


def find(window: Window) -> Shape:
    """From block 0 or the first partition that has a FAT. Raises OSError ENODEV without one."""
    for start in (0, *_partitions(window)):
        sector = window.read(start, 0, BLOCK)
        if _is_boot_sector(sector):
            return _shape(sector, start)
    raise failure(errno.ENODEV)


def _partitions(window: Window) -> list[int]:
    """Their first blocks, from the four entries of a master boot record."""
    record = window.read(0, 0, BLOCK)
    if record[510:] != SIGNATURE:
        return []
    entries = [record[446 + at : 462 + at] for at in range(0, 64, 16)]
    return [struct.unpack_from("<I", entry, 8)[0] for entry in entries if entry[4]]


def _is_boot_sector(sector: bytes) -> bool:
    size, cluster, reserved, fats = struct.unpack_from("<HBHB", sector, 11)
    return (sector[510:] == SIGNATURE and sector[0] in JUMPS and size == BLOCK
            and bool(cluster) and not cluster & (cluster - 1) and bool(reserved) and fats in (1, 2))


def _shape(sector: bytes, start: int) -> Shape:
    cluster, reserved, fats, entries, few = struct.unpack_from("<BHBHH", sector, 13)
    fat_blocks = struct.unpack_from("<H", sector, 22)[0] or struct.unpack_from("<I", sector, 36)[0]
    blocks = few or struct.unpack_from("<I", sector, 32)[0]
    root_blocks = -(-entries * ENTRY // BLOCK)
    after_fats = reserved + fats * fat_blocks
    clusters = (blocks - after_fats - root_blocks) // cluster
    bits = 12 if clusters < MOST_12 else 16 if clusters < MOST_16 else 32
    root = start + after_fats if bits < 32 else struct.unpack_from("<I", sector, 44)[0]
    return Shape(bits, fats, start + reserved, fat_blocks, root, root_blocks,
                 start + after_fats + root_blocks, cluster, clusters)
