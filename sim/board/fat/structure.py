# SPDX-License-Identifier: MIT
"""The structure of a FAT file system: blocks, the boot sector, the allocation table, formatting.

Source: Microsoft's "FAT: General Overview of On-Disk Format", 1.03.
"""

import errno
import struct
from dataclasses import dataclass
from itertools import chain
from typing import Any, BinaryIO, Protocol

import numpy as np

from ..drive.filesystem import failure

BLOCK = 512
SIGNATURE = b"\x55\xaa"
JUMPS = (0xEB, 0xE9, 0xE8)
# The entry of a file or folder, in bytes.
ENTRY = 32
# File systems with fewer clusters have a table of 12 or of 16 bits.
MOST_12, MOST_16 = 4_085, 65_525
FREE = 0
# The blocks that are read at once to count free clusters; entries of 12 bits fill them wholly.
PIECE = 3_072
# FAT32 leaves the upper four bits of an entry as they are.
MASKS = {12: 0xFFF, 16: 0xFFFF, 32: 0x0FFF_FFFF}

# A formatted card: the partition's first block, and the geometry that all modern cards state.
START = 2_048
SECTORS_PER_TRACK, HEADS = 63, 255
FATS, ROOT_ENTRIES = 2, 512
ROOT_BLOCKS = ROOT_ENTRIES * ENTRY // BLOCK
RESERVED_16, RESERVED_32 = 1, 32
ROOT_CLUSTER = 2
INFORMATION, BACKUP = 1, 6
TYPES = {16: 0x06, 32: 0x0C}
MEDIUM = 0xF8
SERIAL = 0x5044_5350


class Blocks(Protocol):
    """A device of blocks of 512 bytes. Its methods raise the device's OSError."""

    def read(self, first: int, count: int) -> bytes: ...

    def write(self, first: int, data: bytes) -> None: ...

    def sync(self) -> None:
        """Wait until everything is written."""


class Store:
    """Blocks in a file on the host; those beyond its end read zero.

    `written` holds the numbers of the blocks written since it was last emptied.
    """

    def __init__(self, file: BinaryIO):
        self._file = file
        self.written: set[int] = set()

    def read(self, first: int, count: int) -> bytes:
        self._file.seek(first * BLOCK)
        return self._file.read(count * BLOCK).ljust(count * BLOCK, b"\0")

    def write(self, first: int, data: bytes) -> None:
        self._file.seek(first * BLOCK)
        self._file.write(data)
        self.written.update(range(first, first + len(data) // BLOCK))

    def sync(self) -> None:
        self._file.flush()

    def close(self) -> None:
        self._file.close()


class Window:
    """One block in memory, through which tables and folders are read and changed.

    As in FatFs, a changed block is written when another one is needed. `copied` holds the first
    blocks of the copies of the allocation table, and its size in blocks: a change to the first copy
    is written to the others too.
    """

    def __init__(self, blocks: Blocks):
        self.blocks = blocks
        self.copied: tuple[tuple[int, ...], int] = ((), 0)
        self._at = -1
        self._data = bytearray(BLOCK)
        self._changed = False

    def read(self, block: int, at: int, size: int) -> bytes:
        """Return `size` bytes from byte `at` of a block; they may reach into the following ones."""
        block, at = block + at // BLOCK, at % BLOCK
        self._look_at(block)
        found = bytes(self._data[at : at + size])
        if len(found) < size:
            found += self.read(block + 1, 0, size - len(found))
        return found

    def write(self, block: int, at: int, data: bytes) -> None:
        """Change the bytes from byte `at` of a block on, as `read` counts them."""
        block, at = block + at // BLOCK, at % BLOCK
        self._look_at(block)
        fitting = data[: BLOCK - at]
        self._data[at : at + len(fitting)] = fitting
        self._changed = True
        if len(fitting) < len(data):
            self.write(block + 1, 0, data[len(fitting) :])

    def flush(self) -> None:
        if self._changed:
            self._changed = False
            for block in self._places():
                self.blocks.write(block, bytes(self._data))

    def forget(self, first: int, count: int) -> None:
        """Drop the window if it is one of these blocks, which the caller overwrites."""
        if first <= self._at < first + count:
            self._at, self._changed = -1, False

    def sync(self) -> None:
        self.flush()
        self.blocks.sync()

    def _places(self) -> list[int]:
        """Return the numbers of the blocks to which the window is written."""
        starts, size = self.copied
        if starts and starts[0] <= self._at < starts[0] + size:
            return [start + self._at - starts[0] for start in starts]
        return [self._at]

    def _look_at(self, block: int) -> None:
        if block != self._at:
            self.flush()
            self._at = -1
            self._data[:] = self.blocks.read(block, 1)
            self._at = block


@dataclass(frozen=True)
class Layout:
    """The parts of a file system; places are block numbers on the device.

    `bits` is the size of a table entry: 12, 16 or 32. The root folder is `root_blocks` blocks from
    `root` on, or on FAT32 a chain from the cluster `root`.
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
        """The size of a cluster in bytes."""
        return self.cluster_blocks * BLOCK

    def block(self, cluster: int) -> int:
        """Return the first block of a cluster; clusters count from 2."""
        return self.data + (cluster - 2) * self.cluster_blocks

    def holds(self, cluster: int) -> bool:
        return 2 <= cluster < self.clusters + 2


def find_layout(window: Window) -> Layout:
    """Read the layout at block 0 or in the first FAT partition. Raises OSError ENODEV."""
    for start in (0, *_partitions(window)):
        sector = window.read(start, 0, BLOCK)
        if _is_boot_sector(sector):
            return _layout(sector, start)
    raise failure(errno.ENODEV)


def _partitions(window: Window) -> list[int]:
    """Return the first blocks of the partitions in a master boot record."""
    record = window.read(0, 0, BLOCK)
    if record[510:] != SIGNATURE:
        return []
    entries = [record[446 + at : 462 + at] for at in range(0, 64, 16)]
    return [struct.unpack_from("<I", entry, 8)[0] for entry in entries if entry[4]]


def _is_boot_sector(sector: bytes) -> bool:
    size, cluster, reserved, fats = struct.unpack_from("<HBHB", sector, 11)
    return (sector[510:] == SIGNATURE and sector[0] in JUMPS and size == BLOCK
            and bool(cluster) and not cluster & (cluster - 1) and bool(reserved) and fats in (1, 2))


def _layout(sector: bytes, start: int) -> Layout:
    cluster, reserved, fats, entries, few = struct.unpack_from("<BHBHH", sector, 13)
    fat_blocks = struct.unpack_from("<H", sector, 22)[0] or struct.unpack_from("<I", sector, 36)[0]
    blocks = few or struct.unpack_from("<I", sector, 32)[0]
    root_blocks = -(-entries * ENTRY // BLOCK)
    after_fats = reserved + fats * fat_blocks
    clusters = (blocks - after_fats - root_blocks) // cluster
    bits = 12 if clusters < MOST_12 else 16 if clusters < MOST_16 else 32
    root = start + after_fats if bits < 32 else struct.unpack_from("<I", sector, 44)[0]
    return Layout(bits, fats, start + reserved, fat_blocks, root, root_blocks,
                 start + after_fats + root_blocks, cluster, clusters)


class Table:
    """The file allocation table: which cluster follows which, and which are free."""

    def __init__(self, window: Window, layout: Layout):
        self._window = window
        self._layout = layout
        self._mask = MASKS[layout.bits]
        self._searched = 2
        copies = (layout.fat + copy * layout.fat_blocks for copy in range(layout.fats))
        window.copied = (tuple(copies), layout.fat_blocks)

    def next(self, cluster: int) -> int:
        """Return the entry of a cluster: 0 if it is free, its successor, or an end mark."""
        at, shift, size = self._place(cluster)
        raw = self._window.read(self._layout.fat, at, size)
        return int.from_bytes(raw, "little") >> shift & self._mask

    def chain(self, first: int) -> list[int]:
        """Return the clusters from `first` on, none for 0. Raises OSError EIO if it is broken."""
        found: list[int] = []
        cluster = first
        while self._layout.holds(cluster) and len(found) <= self._layout.clusters:
            found.append(cluster)
            cluster = self.next(cluster)
        if first and cluster < self._mask & ~7:
            raise failure(errno.EIO)
        return found

    def extend(self, clusters: list[int]) -> None:
        """Append a free cluster to a chain. Raises OSError ENOSPC when there is none."""
        cluster = self._find_free()
        self._set(cluster, self._mask)
        if clusters:
            self._set(clusters[-1], cluster)
        clusters.append(cluster)

    def cut(self, clusters: list[int], length: int) -> None:
        """Free all clusters of a chain but the first `length`."""
        for cluster in clusters[length:]:
            self._set(cluster, FREE)
        del clusters[length:]
        if clusters:
            self._set(clusters[-1], self._mask)

    def count_free(self) -> int:
        """Count the free clusters; read in pieces, since a damaged table may state any size."""
        self._window.flush()
        bits, end = self._layout.bits, self._layout.clusters + 2
        size = min(-(-end * bits // 8 // BLOCK) + 1, self._layout.fat_blocks)
        free = 0
        for piece in range(0, size, PIECE):
            raw = self._window.blocks.read(self._layout.fat + piece, min(PIECE, size - piece))
            first = piece * BLOCK * 8 // bits
            entries = self._entries(raw)[max(0, 2 - first) : max(0, end - first)]
            free += int(np.count_nonzero(entries == FREE))
        return free

    def _entries(self, raw: bytes) -> Any:
        """Return the entries in a part of the table as an array."""
        if self._layout.bits != 12:
            return np.frombuffer(raw, f"<u{self._layout.bits // 8}") & self._mask
        pairs = np.frombuffer(raw[: len(raw) // 3 * 3], np.uint8).reshape(-1, 3).astype(np.uint16)
        low = pairs[:, 0] | (pairs[:, 1] & 15) << 8
        return np.stack([low, pairs[:, 1] >> 4 | pairs[:, 2] << 4], 1).reshape(-1)

    def _place(self, cluster: int) -> tuple[int, int, int]:
        """Return the first byte of a cluster's entry, the bits to skip, and its size in bytes."""
        if self._layout.bits == 12:
            return cluster * 3 // 2, cluster % 2 * 4, 2
        size = self._layout.bits // 8
        return cluster * size, 0, size

    def _set(self, cluster: int, value: int) -> None:
        at, shift, size = self._place(cluster)
        raw = int.from_bytes(self._window.read(self._layout.fat, at, size), "little")
        raw = raw & ~(self._mask << shift) | (value & self._mask) << shift
        self._window.write(self._layout.fat, at, raw.to_bytes(size, "little"))

    def _find_free(self) -> int:
        """Search from the last free cluster on, and around."""
        end = self._layout.clusters + 2
        for cluster in chain(range(self._searched, end), range(2, self._searched)):
            if self.next(cluster) == FREE:
                self._searched = cluster + 1
                return cluster
        raise failure(errno.ENOSPC)


def format_card(blocks: Blocks, count: int, cluster: int, label: str) -> None:
    """Format as the SD Association's formatter does: one partition with FAT16 or FAT32.

    `count` is the size in blocks, `cluster` the bytes of a cluster. The blocks must read zero.
    """
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


def format_flash(blocks: Blocks, count: int, label: str) -> None:
    """Format as CircuitPython does a board's flash: FAT16 without partitions, one table.

    `count` is the size in blocks; small ones get FAT12. The blocks must read zero.
    """
    cluster = 2 if count > MOST_12 else 1
    bits = 16 if (count - 1 - ROOT_BLOCKS) // cluster > MOST_12 + BLOCK else 12
    fat_blocks = -(-((count - 1 - ROOT_BLOCKS) // cluster + 2) * bits // 8 // BLOCK)
    common = struct.pack("<3s8sHBHBHHBHHHII", b"\xeb\xfe\x90", b"MSDOS5.0", BLOCK, cluster, 1, 1,
                         ROOT_ENTRIES, count, MEDIUM, fat_blocks, SECTORS_PER_TRACK, HEADS, 0, 0)
    identity = struct.pack("<BBBI11s8s", 0x80, 0, 0x29, SERIAL, b"NO NAME    ", b"FAT     ")
    blocks.write(0, _signed(common + identity))
    blocks.write(1, _padded(bytes([MEDIUM]) + b"\xff" * (bits // 4 - 1)))
    blocks.write(1 + fat_blocks, _padded(label.upper().encode().ljust(11) + b"\x08"))


def _fat_blocks(size: int, cluster: int, bits: int) -> int:
    """Return a size of the table that is enough for the clusters."""
    return -(-(size * BLOCK // cluster + 2) * bits // 8 // BLOCK)


def _padded(data: bytes) -> bytes:
    return data.ljust(BLOCK, b"\0")


def _signed(data: bytes) -> bytes:
    return data.ljust(BLOCK - 2, b"\0") + SIGNATURE


def _record(size: int, bits: int) -> bytes:
    """Return the master boot record; places by head and track are marked as out of range."""
    nowhere = b"\xfe\xff\xff"
    entry = b"\0" + nowhere + bytes([TYPES[bits]]) + nowhere + struct.pack("<II", START, size)
    return _signed(bytes(446) + entry)


def _boot_sector(size: int, cluster: int, bits: int, reserved: int, fat_blocks: int,
                 label: str) -> bytes:
    narrow = bits == 16
    few = size if size < 1 << 16 else 0
    common = struct.pack("<3s8sHBHBHHBHHHII", b"\xeb\x58\x90", b"PYPORTAL", BLOCK, cluster,
                         reserved, FATS, ROOT_ENTRIES * narrow, few, MEDIUM, fat_blocks * narrow,
                         SECTORS_PER_TRACK, HEADS, START, 0 if few else size)
    wide = struct.pack("<IHHIHH12x", fat_blocks, 0, 0, ROOT_CLUSTER, INFORMATION, BACKUP)
    name = f"FAT{bits}".encode().ljust(8)
    identity = struct.pack("<BBBI11s8s", 0x80, 0, 0x29, SERIAL, label.upper().encode().ljust(11),
                           name)
    return _signed(common + (b"" if narrow else wide) + identity)


def _first_entries(bits: int) -> bytes:
    """Return the table's start: the medium, its flags, and on FAT32 the root's only cluster."""
    if bits == 16:
        return _padded(struct.pack("<HH", 0xFF00 | MEDIUM, 0xFFFF))
    return _padded(struct.pack("<III", 0x0FFF_FF00 | MEDIUM, 0x0FFF_FFFF, 0x0FFF_FFFF))


def _information() -> bytes:
    """Return FAT32's FSInfo sector, which states that the free clusters are not known."""
    unknown = 0xFFFF_FFFF
    return _signed(struct.pack("<4s480x4sII", b"RRaA", b"rrAa", unknown, unknown))
