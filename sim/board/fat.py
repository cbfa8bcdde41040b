# SPDX-License-Identifier: MIT
"""A FAT file system on a device of blocks, as `storage` and `os` use it.

`FatVolume` has the interface of `drive.FileSystem` and works as FatFs does in
CircuitPython. Below it are the blocks, the boot sector and the allocation table, then folders:
chains of entries of 32 bytes, each with a short name of 8.3 and perhaps a long one. A name of
8.3 in letters of one case needs no long name: two bits keep the case, as in FatFs.

Source: Microsoft's "FAT: General Overview of On-Disk Format", 1.03.
"""

import errno
import io
import itertools
import os
import struct
import time
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

import numpy as np

from .failures import failure
from .files import FILE, FOLDER, opened, sought
from .names import LONGEST, folded, is_valid, parts

BLOCK = 512
SIGNATURE = b"\x55\xaa"
JUMPS = (0xEB, 0xE9, 0xE8)
# The entry of a file or folder, in bytes.
ENTRY = 32
# File systems with up to so many clusters have a table of 12 or of 16 bits, as in FatFs.
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
RESERVED = {16: 1, 32: 32}
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

    Like FatFs, it writes a changed block when another one is needed. `copied` holds the numbers
    of the blocks of each copy of the allocation table: a change to the first copy is written to the
    others too.
    """

    def __init__(self, blocks: Blocks):
        self.blocks = blocks
        self.copied: tuple[range, ...] = ()
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

    def sync(self) -> None:
        self.flush()
        self.blocks.sync()

    def _places(self) -> list[int]:
        """Return the numbers of the blocks to which the window is written."""
        if not self.copied or self._at not in self.copied[0]:
            return [self._at]
        number = self.copied[0].index(self._at)
        return [copy[number] for copy in self.copied]

    def _look_at(self, block: int) -> None:
        if block != self._at:
            self.flush()
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
    table = struct.iter_unpack("<4xB3xI4x", record[446:510])
    return [start for kind, start in table if kind]


def _is_boot_sector(sector: bytes) -> bool:
    size, cluster, reserved, fats = struct.unpack_from("<HBHB", sector, 11)
    return (sector[510:] == SIGNATURE and sector[0] in JUMPS and size == BLOCK
            and bool(cluster) and not cluster & (cluster - 1) and bool(reserved) and fats in (1, 2))


def _layout(sector: bytes, start: int) -> Layout:
    cluster, reserved, fats, entries, few, narrow, many, wide, root_cluster = struct.unpack_from(
        "<BHBHHxH8xII4xI", sector, 13)
    fat_blocks = narrow or wide
    blocks = few or many
    root_blocks = -(-entries * ENTRY // BLOCK)
    after_fats = reserved + fats * fat_blocks
    clusters = (blocks - after_fats - root_blocks) // cluster
    bits = 12 if clusters <= MOST_12 else 16 if clusters <= MOST_16 else 32
    root = root_cluster if bits == 32 else start + after_fats
    return Layout(bits, fats, start + reserved, fat_blocks, root, root_blocks,
                 start + after_fats + root_blocks, cluster, clusters)


class Table:
    """The file allocation table: which cluster follows which, and which are free."""

    def __init__(self, window: Window, layout: Layout):
        self._window = window
        self._layout = layout
        self._mask = MASKS[layout.bits]
        self._searched = 2
        starts = (layout.fat + copy * layout.fat_blocks for copy in range(layout.fats))
        window.copied = tuple(range(start, start + layout.fat_blocks) for start in starts)

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
        size = min(-(-end * bits // 8 // BLOCK), self._layout.fat_blocks)
        free = 0
        for piece in range(0, size, PIECE):
            raw = self._window.blocks.read(self._layout.fat + piece, min(PIECE, size - piece))
            first = piece * BLOCK * 8 // bits
            used = self._used(raw)[max(0, 2 - first) : end - first]
            free += int(np.count_nonzero(used == FREE))
        return free

    def _used(self, raw: bytes) -> Any:
        """Return an array of the entries in a part of the table, FREE for a free cluster."""
        if self._layout.bits != 12:
            return np.frombuffer(raw, f"<u{self._layout.bits // 8}") & self._mask
        pairs = np.frombuffer(raw + bytes(-len(raw) % 3), np.uint8)
        first, middle, last = (pairs[at::3] for at in range(3))
        return np.stack([first | middle & 15, middle >> 4 | last], 1).ravel()

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
        for cluster in itertools.chain(range(self._searched, end), range(2, self._searched)):
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
    reserved = RESERVED[bits]
    blocks.write(0, _record(size, bits))
    boot = _boot_sector(size, cluster // BLOCK, bits, reserved, fat_blocks, label)
    blocks.write(START, boot)
    for copy in range(FATS):
        blocks.write(START + reserved + copy * fat_blocks, _first_entries(bits))
    root = START + reserved + FATS * fat_blocks
    blocks.write(root, _padded(_raw_label(label) + b"\x08"))
    if bits == 32:
        blocks.write(START + INFORMATION, _information())
        blocks.write(START + BACKUP, boot + _information())


@dataclass(frozen=True)
class FlashShape:
    """The drive in a board's flash: `bits` of a table's entry, clusters, and blocks."""

    bits: int
    cluster_blocks: int
    fat_blocks: int
    clusters: int


def flash_shape(count: int) -> FlashShape:
    """Return what CircuitPython makes of a flash of `count` blocks; small ones get FAT12."""
    cluster = 2 if count > MOST_12 else 1
    most = (count - 1 - ROOT_BLOCKS) // cluster
    bits = 16 if most > MOST_12 + BLOCK else 12
    fat_blocks = -(-(most + 2) * bits // 8 // BLOCK)
    return FlashShape(bits, cluster, fat_blocks, (count - 1 - ROOT_BLOCKS - fat_blocks) // cluster)


def format_flash(blocks: Blocks, count: int, label: str) -> None:
    """Format as CircuitPython does a board's flash: FAT without partitions, one table.

    `count` is the size in blocks. The blocks must read zero.
    """
    shape = flash_shape(count)
    common = struct.pack("<3s8sHBHBHHBHHHII", b"\xeb\xfe\x90", b"MSDOS5.0", BLOCK,
                         shape.cluster_blocks, 1, 1, ROOT_ENTRIES, count, MEDIUM,
                         shape.fat_blocks, SECTORS_PER_TRACK, HEADS, 0, 0)
    identity = struct.pack("<BBBI11s8s", 0x80, 0, 0x29, SERIAL, b"NO NAME    ", b"FAT     ")
    blocks.write(0, _signed(common + identity))
    blocks.write(1, _padded(bytes([MEDIUM]) + b"\xff" * (shape.bits // 4 - 1)))
    blocks.write(1 + shape.fat_blocks, _padded(_raw_label(label) + b"\x08"))


def _fat_blocks(size: int, cluster: int, bits: int) -> int:
    """Return a size of the table that is enough for the clusters."""
    return -(-(size * BLOCK // cluster + 2) * bits // 8 // BLOCK)


def _raw_label(label: str) -> bytes:
    return f"{label.upper():11}".encode()


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
    name = f"FAT{bits:<5}".encode()
    identity = struct.pack("<BBBI11s8s", 0x80, 0, 0x29, SERIAL, _raw_label(label), name)
    return _signed(common + (b"" if narrow else wide) + identity)


def _first_entries(bits: int) -> bytes:
    """Return the table's start: the medium, its flags, and on FAT32 the root's only cluster."""
    if bits == 16:
        return _padded(bytes([MEDIUM]) + b"\xff" * 3)
    return _padded(bytes([MEDIUM]) + b"\xff\xff\x0f" + b"\xff\xff\xff\x0f" * 2)


def _information() -> bytes:
    """Return FAT32's FSInfo sector, which states that the free clusters are not known."""
    unknown = 0xFFFF_FFFF
    return _signed(struct.pack("<4s480x4sII", b"RRaA", b"rrAa", unknown, unknown))


ROOT = 0
ENTRIES_PER_BLOCK = BLOCK // ENTRY
# Attributes of an entry.
READ_ONLY, LABEL, DIRECTORY, ARCHIVE = 0x01, 0x08, 0x10, 0x20
# First bytes of an entry: no entry follows, the entry was removed, the name begins with 0xE5.
END, REMOVED, LETTER_E5 = 0x00, 0xE5, 0x05
FIRST_YEAR, LAST_YEAR = 1980, 2107
# 1980-01-01, packed.
EARLIEST = 0x0021_0000

# The case bits of a short name.
LOWER_BODY, LOWER_EXTENSION = 0x08, 0x10
# Entries with this attribute hold PART bytes of a long name in UTF-16, in these bytes.
LONG, LAST = 0x0F, 0x40
PART = 26
SPANS = ((1, 11), (14, 26), (28, 32))
NOT_SHORT = frozenset("+,;=[] ")
CODE_PAGE = "cp437"


@dataclass
class Entry:
    """A file, folder or label in a folder.

    `raw` is the short name and `bits` its case; `stamp` the date and time, 16 bits each. `folder`
    is the first cluster of the folder that holds the entry, `at` the entry's number there; the
    `parts` entries before it hold its long name.
    """

    name: str
    raw: bytes
    stamp: int
    bits: int = 0
    attributes: int = ARCHIVE
    cluster: int = 0
    size: int = 0
    folder: int = 0
    at: int = 0
    parts: int = 0

    @property
    def is_folder(self) -> bool:
        return bool(self.attributes & DIRECTORY)

    @property
    def is_label(self) -> bool:
        return bool(self.attributes & LABEL)

    @property
    def modified(self) -> int:
        """The date and time, in seconds since 1970."""
        import calendar  # without such a card, the simulator starts sooner without it

        date, clock = divmod(self.stamp, 1 << 16)
        month = min(max(1, date >> 5 & 15), 12)
        return calendar.timegm((FIRST_YEAR + (date >> 9), month, max(1, date & 31), clock >> 11,
                                clock >> 5 & 63, clock % 32 * 2))

    def pack(self) -> bytes:
        first = bytes([LETTER_E5]) if self.raw[0] == REMOVED else self.raw[:1]
        return first + self.raw[1:] + struct.pack(
            "<BBBIHHIHI", self.attributes, self.bits, 0, self.stamp, self.stamp >> 16,
            self.cluster >> 16, self.stamp, self.cluster & 0xFFFF, self.size)


class Folder:
    """A folder, in a chain of clusters or in the root's own blocks.

    `first` is its first cluster, ROOT for the root.
    """

    def __init__(self, window: Window, layout: Layout, table: Table, first: int = ROOT):
        self._window = window
        self._layout = layout
        self._table = table
        self.first = first
        start = layout.root if first == ROOT and layout.bits == 32 else first
        self._chain = table.chain(start) if start else []

    def entries(self) -> Iterator[Entry]:
        """Yield files, folders and the label, but not `.` and `..`."""
        long_name, parts = b"", 0
        for at, raw in self._raw():
            if raw[11] == LONG and raw[0] != REMOVED:
                if raw[0] & LAST:
                    long_name, parts = b"", 0
                long_name, parts = long_name_units(raw) + long_name, parts + 1
                checked = raw[13]
                continue
            if raw[0] not in (REMOVED, ord(".")):
                whole = parts and checked == checksum(raw[:11])
                entry = unpack(raw, long_name if whole else b"", self._layout.bits == 32)
                entry.folder, entry.at, entry.parts = self.first, at, parts if whole else 0
                yield entry
            long_name, parts = b"", 0

    def find(self, name: str) -> Entry | None:
        """Return the entry with this long or short name, in any case; None without one."""
        wanted = folded(name)
        for entry in self.entries():
            own = (folded(entry.name), decode_short_name(entry.raw, 0))
            if wanted in own and not entry.is_label:
                return entry
        return None

    def add(self, entry: Entry) -> Entry:
        """Add an entry under its name; sets its place and short name. Raises OSError if full."""
        plain = short_name(entry.name)
        entry.raw, entry.bits = plain or (numbered_name(entry.name, self._short_names()), 0)
        parts = [] if plain else long_name_entries(entry.name, entry.raw)
        start = self._find_room(len(parts) + 1)
        for number, raw in enumerate(parts):
            self._write(start + number, raw)
        entry.folder, entry.at, entry.parts = self.first, start + len(parts), len(parts)
        self.update(entry)
        return entry

    def _short_names(self) -> set[bytes]:
        return {entry.raw for entry in self.entries()}

    def add_label(self, entry: Entry) -> None:
        entry.at = self._find_room(1)
        self.update(entry)

    def update(self, entry: Entry) -> None:
        self._write(entry.at, entry.pack())

    def remove(self, entry: Entry) -> None:
        for at in range(entry.at - entry.parts, entry.at + 1):
            self._write(at, bytes([REMOVED]))

    def begin(self, parent: int, stamp: int) -> None:
        """Write the first entries of a new folder, `.` and `..`, to a cluster of zeros."""
        for at, (name, cluster) in enumerate(((b".", self.first), (b"..", parent))):
            self._write(at, Entry("", name.ljust(11), stamp, 0, DIRECTORY, cluster).pack())

    def adopt(self, parent: int) -> None:
        """Set the parent of a folder that was moved."""
        up = self._window.read(self._layout.block(self.first), ENTRY, ENTRY)
        (stamp,) = struct.unpack_from("<I", up, 22)
        self._write(1, Entry("", b"..".ljust(11), stamp, 0, DIRECTORY, parent).pack())

    def clear(self, cluster: int) -> None:
        self._window.blocks.write(self._layout.block(cluster), bytes(self._layout.cluster))

    @property
    def _places(self) -> int:
        """The number of entries that fit."""
        blocks = len(self._chain) * self._layout.cluster_blocks or self._layout.root_blocks
        return blocks * ENTRIES_PER_BLOCK

    def _block(self, at: int) -> int:
        number = at // ENTRIES_PER_BLOCK
        if not self._chain:
            return self._layout.root + number
        link, within = divmod(number, self._layout.cluster_blocks)
        return self._layout.block(self._chain[link]) + within

    def _write(self, at: int, raw: bytes) -> None:
        self._window.write(self._block(at), at % ENTRIES_PER_BLOCK * ENTRY, raw)

    def _raw(self) -> Iterator[tuple[int, bytes]]:
        """Yield each entry's number and bytes, up to the end."""
        for first in range(0, self._places, ENTRIES_PER_BLOCK):
            block = self._window.read(self._block(first), 0, BLOCK)
            for at, (raw,) in enumerate(struct.iter_unpack("32s", block), first):
                if raw[0] == END:
                    return
                yield at, raw

    def _find_room(self, wanted: int) -> int:
        """Return the first of so many free entries in a row; enlarge the folder if needed."""
        start = end = 0
        for at, raw in self._raw():
            end = at + 1
            if raw[0] != REMOVED:
                start = end
            elif end - start == wanted:
                return start
        while start + wanted > self._places:
            self._grow()
        return start

    def _grow(self) -> None:
        """Enlarge the folder. Raises OSError EACCES for the root of FAT12 and FAT16."""
        if not self._chain:
            raise failure(errno.EACCES)
        self._table.extend(self._chain)
        self.clear(self._chain[-1])


def unpack(data: bytes, long_name: bytes, wide: bool) -> Entry:
    """Unpack an entry; `long_name` holds its units, and FAT32 has `wide` cluster numbers."""
    attributes, bits, _, _, _, high, stamp, low, size = struct.unpack_from("<BBBIHHIHI", data, 11)
    raw = bytes([REMOVED]) + data[1:11] if data[0] == LETTER_E5 else data[:11]
    name = decode_long_name(long_name) if long_name else decode_short_name(raw, bits)
    cluster = high << 16 | low if wide else low
    return Entry(name, raw, stamp, bits, attributes, cluster, size)


def pack_time(seconds: int) -> int:
    """Pack seconds since 1970; years out of range become the nearest one in range."""
    year, month, day, hour, minute, second, *_ = time.gmtime(seconds)
    if year < FIRST_YEAR:
        return EARLIEST
    date = min(year, LAST_YEAR) - FIRST_YEAR << 9 | month << 5 | day
    return date << 16 | hour << 11 | minute << 5 | second // 2


def short_name(name: str) -> tuple[bytes, int] | None:
    """Return 11 bytes and the case bits; None for a name that needs a long name too."""
    body, dot, extension = name.rpartition(".") if "." in name else (name, "", "")
    fits = 1 <= len(body) <= 8 and len(extension) <= 3 and bool(extension) == bool(dot)
    if not fits or "." in body or NOT_SHORT.intersection(name) or not name.isascii():
        return None
    if any(part not in (part.lower(), part.upper()) for part in (body, extension)):
        return None
    bits = LOWER_BODY * (body != body.upper()) | LOWER_EXTENSION * (extension != extension.upper())
    return _packed(body.upper(), extension.upper()), bits


def numbered_name(name: str, taken: Set[bytes]) -> bytes:
    """Return a short name for a long one, `LONGNA~1.TXT`, that is not taken."""
    body, _, extension = name.lstrip(".").upper().rpartition(".")
    if not body:
        body, extension = extension, ""
    body, extension = (_plain(part) for part in (body, extension))
    tails = (f"~{number}" for number in itertools.count(1))
    names = (_packed(body[: 8 - len(tail)] + tail, extension[:3]) for tail in tails)
    return next(name for name in names if name not in taken)


def _plain(part: str) -> str:
    kept = "".join("_" if letter in NOT_SHORT else letter for letter in part if letter not in " .")
    return kept.encode("ascii", "replace").decode().replace("?", "_")


def _packed(body: str, extension: str) -> bytes:
    return body.ljust(8).encode("ascii") + extension.ljust(3).encode("ascii")


def decode_short_name(raw: bytes, bits: int) -> str:
    """Return the name that 11 bytes and their case bits stand for."""
    body, extension = raw[:8].decode(CODE_PAGE).rstrip(), raw[8:].decode(CODE_PAGE).rstrip()
    body = body.lower() if bits & LOWER_BODY else body
    extension = extension.lower() if bits & LOWER_EXTENSION else extension
    return f"{body}.{extension}" if extension else body


def checksum(raw: bytes) -> int:
    """Return the checksum of a short name, which the entries of its long name hold."""
    total = 0
    for byte in raw:
        total = (total >> 1 | total << 7) + byte & 0xFF
    return total


def long_name_entries(name: str, raw: bytes) -> list[bytes]:
    """Return the entries of a long name, in the order in which they precede the short one."""
    units = name.encode("utf-16-le")
    entries = [_part(number, units[at : at + PART], checksum(raw))
               for number, at in enumerate(range(0, len(units), PART), 1)]
    entries[-1][0] |= LAST
    return [bytes(entry) for entry in reversed(entries)]


def _part(number: int, units: bytes, check: int) -> bytearray:
    entry = bytearray(ENTRY)
    entry[0], entry[11], entry[13] = number, LONG, check
    rest = (units + b"\0\0").ljust(PART, b"\xff")
    for start, end in SPANS:
        entry[start:end], rest = rest[: end - start], rest[end - start :]
    return entry


def long_name_units(entry: bytes) -> bytes:
    """Return the part of a long name that an entry holds."""
    return b"".join(entry[start:end] for start, end in SPANS)


def decode_long_name(units: bytes) -> str:
    text = units.decode("utf-16-le", "replace")
    return text.partition("\0")[0]


# `stat` gives the root, which has no date, 2000-01-01.
ROOT_DATE = 946_684_800
LABEL_LENGTH = 11


class FatVolume:
    """The file system on `blocks`. Raises OSError ENODEV for blocks without a FAT.

    `now` returns the time of what is written, in seconds since 1970.
    """

    def __init__(self, blocks: Blocks, now: Callable[[], int]):
        self.blocks = blocks
        self._window = Window(blocks)
        self._now = now
        self.layout = find_layout(self._window)
        self.table = Table(self._window, self.layout)
        self.read_only = False

    @property
    def label(self) -> str:
        found = self._label()
        return found.raw.decode(CODE_PAGE).rstrip() if found else ""

    @label.setter
    def label(self, label: str) -> None:
        self.require_writable()
        raw = label.upper()[:LABEL_LENGTH].ljust(LABEL_LENGTH).encode(CODE_PAGE, "replace")
        found = self._label()
        if found:
            found.raw = raw
            self._folder().update(found)
        else:
            new = Entry("", raw, self._stamp(), attributes=LABEL)
            self._folder().add_label(new)
        self._window.sync()

    def listdir(self, path: str) -> list[str]:
        return [entry.name for entry in self.entries(path)]

    def ilistdir(self, path: str) -> Iterator[tuple[str, int, int, int]]:
        """Yield (name, type, 0, size) of each entry."""
        for entry in self.entries(path):
            yield entry.name, FOLDER if entry.is_folder else FILE, 0, entry.size

    def entries(self, path: str) -> list[Entry]:
        return self._entries(self._folder_at(path))

    def _entries(self, folder: Folder) -> list[Entry]:
        return [entry for entry in folder.entries() if not entry.is_label]

    def tree(self) -> Iterator[tuple[str, Entry]]:
        """Yield (path, entry) of everything whose name is valid, a folder first.

        A folder that a damaged card has in several places, or in itself, is opened once.
        """
        opened: set[int] = set()
        places = [("", self.entries(""))]
        while places:
            inside, entries = places.pop()
            for entry in filter(lambda entry: is_valid(entry.name), entries):
                path = f"{inside}/{entry.name}".lstrip("/")
                yield path, entry
                if entry.is_folder and entry.cluster not in opened:
                    opened.add(entry.cluster)
                    places.append((path, self._entries(self._folder(entry.cluster))))

    def has_block_of(self, entry: Entry, blocks: set[int]) -> bool:
        """Say whether one of the blocks holds a part of a file."""
        count = self.layout.cluster_blocks
        return not entry.is_folder and any(
            not blocks.isdisjoint(range(start, start + count))
            for start in map(self.layout.block, self.table.chain(entry.cluster)))

    def stat(self, path: str) -> tuple[int, ...]:
        found = self._existing(path) if path else None
        kind = FILE if found and not found.is_folder else FOLDER
        size, date = (found.size, found.modified) if found else (0, ROOT_DATE)
        return (kind, 0, 0, 0, 0, 0, size, date, date, date)

    def statvfs(self) -> tuple[int, ...]:
        size, free = self.layout.cluster, self.table.count_free()
        return (size, size, self.layout.clusters, free, free, 0, 0, 0, 0, LONGEST)

    def is_file(self, path: str) -> bool:
        found = self._looked_up(path)
        return bool(found and not found.is_folder)

    def has_folder(self, path: str) -> bool:
        found = self._looked_up(path)
        return not path or bool(found and found.is_folder)

    def read(self, path: str) -> bytes | None:
        """Return the file's bytes, None if there is no such file."""
        if not self.is_file(path):
            return None
        with self.open(path, "rb") as file:
            return bytes(file.read())

    def name_of(self, file: Any) -> str | None:
        """Return the path of an open file, None for a file of another volume."""
        raw = getattr(getattr(file, "buffer", file), "raw", None)
        return raw.name if isinstance(raw, RawFile) and raw.volume is self else None

    def mkdir(self, path: str) -> None:
        self.require_writable()
        parent, name = self._parent(path)
        if parent.find(name):
            raise failure(errno.EEXIST)
        chain: list[int] = []
        try:
            self.table.extend(chain)
        except OSError as error:
            raise failure(errno.EACCES if error.errno == errno.ENOSPC else errno.EIO) from None
        (first,) = chain
        made = self._folder(first)
        made.clear(first)
        made.begin(parent.first, self._stamp())
        parent.add(Entry(name, b"", self._stamp(), attributes=DIRECTORY, cluster=first))
        self._window.sync()

    def remove(self, path: str) -> None:
        entry = self._writable(path)
        if entry.is_folder:
            raise failure(errno.EISDIR)
        self._unlink(entry)

    def rmdir(self, path: str) -> None:
        """Remove a folder; raises OSError EACCES if it is not empty."""
        entry = self._writable(path)
        if not entry.is_folder:
            raise failure(errno.ENOTDIR)
        if any(True for _ in self._folder(entry.cluster).entries()):
            raise failure(errno.EACCES)
        self._unlink(entry)

    def rename(self, old: str, new: str) -> None:
        """Rename a file or folder; a file at the new path is replaced, a folder is not."""
        entry = self._writable(old)
        above, below = parts(old.lower()), parts(new.lower())
        if above == below[:len(above)] != below:
            raise failure(errno.EINVAL)
        parent, name = self._parent(new)
        target = parent.find(name)
        if target and (target.folder, target.at) != (entry.folder, entry.at):
            if target.is_folder:
                raise failure(errno.EISDIR)
            self._unlink(target)
        self._folder(entry.folder).remove(entry)
        entry.name, origin = name, entry.folder
        parent.add(entry)
        if entry.is_folder and origin != parent.first:
            self._folder(entry.cluster).adopt(parent.first)
        self._window.sync()

    def utime(self, path: str, times: tuple[int, int]) -> None:
        entry = self._writable(path)
        entry.stamp = pack_time(times[0])
        self._folder(entry.folder).update(entry)
        self._window.sync()

    def open(self, path: str, mode: str) -> Any:
        """Open a file, which buffers one block as in FatFs."""
        writing = bool(set(mode) & set("wax+"))
        if writing:
            self.require_writable()
        entry = self._entry_to_open(path, mode)
        raw = RawFile(self, "/".join(parts(path)), entry, writing)
        if "w" in mode:
            raw.truncate(0)
            raw.sync()
        return opened(raw, mode, BLOCK)

    def require_writable(self) -> None:
        if self.read_only:
            raise failure(errno.EROFS)

    def _entry_to_open(self, path: str, mode: str) -> Entry:
        found = self._found(path)
        if not path:
            raise failure(errno.EPERM)
        if found and found.is_folder:
            raise failure(errno.ENOENT, path)
        if found and "x" in mode:
            raise failure(errno.EEXIST)
        if found and (found.attributes & READ_ONLY) and set(mode) & set("wa+"):
            raise failure(errno.EACCES)
        if not found and not set(mode) & set("wax"):
            raise failure(errno.ENOENT)
        return found or self._make(path)

    def _make(self, path: str) -> Entry:
        parent, name = self._parent(path)
        return parent.add(Entry(name, b"", self._stamp()))

    def update(self, entry: Entry) -> None:
        """Write a file's entry, with the time of now."""
        entry.stamp = self._stamp()
        self._folder(entry.folder).update(entry)
        self._window.sync()

    def _unlink(self, entry: Entry) -> None:
        self.table.cut(self.table.chain(entry.cluster), 0)
        self._folder(entry.folder).remove(entry)
        self._window.sync()

    def _stamp(self) -> int:
        return pack_time(self._now())

    def _label(self) -> Entry | None:
        return next((entry for entry in self._folder().entries() if entry.is_label), None)

    def _folder(self, first: int = ROOT) -> Folder:
        return Folder(self._window, self.layout, self.table, first)

    def _folder_at(self, path: str) -> Folder:
        if not path:
            return self._folder()
        found = self._existing(path)
        if not found.is_folder:
            raise failure(errno.ENOENT)
        return self._folder(found.cluster)

    def _parent(self, path: str) -> tuple[Folder, str]:
        """Return the folder of a new path, and the name as FAT keeps it."""
        *above, name = parts(path) or [""]
        if not name:
            raise failure(errno.EEXIST)
        return self._folder_at("/".join(above)), name

    def _found(self, path: str) -> Entry | None:
        """Return the entry at a path, None if there is none, and for the root."""
        folder, found = self._folder(), None
        for name in parts(path):
            if found:
                if not found.is_folder:
                    return None
                folder = self._folder(found.cluster)
            found = folder.find(name)
            if found is None:
                return None
        return found

    def _looked_up(self, path: str) -> Entry | None:
        """Return the entry at a path; None for a name that no file can have, too."""
        try:
            return self._found(path)
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            return None

    def _existing(self, path: str) -> Entry:
        found = self._found(path)
        if found is None:
            raise failure(errno.ENOENT)
        return found

    def _writable(self, path: str) -> Entry:
        self.require_writable()
        return self._existing(path)


class RawFile(io.RawIOBase):
    """An open file: its bytes are in a chain of clusters, its size in its entry.

    Like FatFs, it writes its entry, with a new date, when it is flushed or closed.
    Blocks are read and written whole.
    """

    def __init__(self, volume: FatVolume, path: str, entry: Entry, writing: bool):
        self.volume = volume
        self.name = path
        self.entry = entry
        self._writing = writing
        self._chain = volume.table.chain(entry.cluster)
        self._at = 0
        self._changed = False

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return self._writing

    def seekable(self) -> bool:
        return True

    @property
    def size(self) -> int:
        return self.entry.size

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        self._at = sought(self, self._at, offset, whence)
        return self._at

    def readinto(self, buffer: Any, /) -> int:
        view = memoryview(buffer).cast("B")
        size = max(0, min(len(view), self.entry.size - self._at))
        view[:size] = self._read(self._at, size)
        self._at += size
        return size

    def write(self, data: Any, /) -> int:
        """Write all of the data to clusters that are reserved."""
        view = bytes(data)
        self._write(self._at, view)
        self._at += len(view)
        self.entry.size = max(self.entry.size, self._at)
        self._changed = True
        return len(view)

    def truncate(self, size: int, /) -> int:  # type: ignore[override]
        """Set the size; clusters for a larger one have been reserved."""
        self.volume.table.cut(self._chain, -(-size // self.volume.layout.cluster))
        self.entry.size = size
        self._changed = True
        return size

    def reserve(self, wanted: int) -> int:
        """Take clusters for so many bytes; return how many fit."""
        try:
            while len(self._chain) * self.volume.layout.cluster < wanted:
                self.volume.table.extend(self._chain)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            wanted = len(self._chain) * self.volume.layout.cluster
        return wanted

    def sync(self) -> None:
        if self._changed:
            self._changed = False
            self.entry.cluster = self._chain[0] if self._chain else 0
            self.volume.update(self.entry)

    def _read(self, at: int, size: int) -> bytes:
        if not size:
            return b""  # the place may be beyond the chain's end
        if at + size > len(self._chain) * self.volume.layout.cluster:
            raise failure(errno.EIO)
        first, last = at // BLOCK, -(-(at + size) // BLOCK)
        data = b"".join(self.volume.blocks.read(start, count)
                        for start, count in self._runs(first, last))
        return data[at % BLOCK :][:size]

    def _write(self, at: int, data: bytes) -> None:
        first, end = at // BLOCK, at + len(data)
        rest = -end % BLOCK
        before = self._read(first * BLOCK, at % BLOCK)
        after = self._read(end, rest) if end < self.entry.size else b""
        whole = before + data + after.ljust(rest, b"\0")
        for start, count in self._runs(first, -(-end // BLOCK)):
            self.volume.blocks.write(start, whole[: count * BLOCK])
            whole = whole[count * BLOCK :]

    def _runs(self, first: int, last: int) -> list[tuple[int, int]]:
        """Return (block on the device, count) for the file's blocks from `first` to before `last`,
        joined where they follow one another.
        """
        runs: list[tuple[int, int]] = []
        for number in range(first, last):
            link, within = divmod(number, self.volume.layout.cluster_blocks)
            block = self.volume.layout.block(self._chain[link]) + within
            if runs and sum(runs[-1]) == block:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((block, 1))
        return runs
