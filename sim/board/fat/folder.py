# SPDX-License-Identifier: MIT
"""Folders: chains of entries of 32 bytes, each with a short name of 8.3 and perhaps a long one.

As in FatFs, a name of 8.3 in letters of one case needs no long name; two bits keep the case.
"""

import calendar
import errno
import struct
import time
from collections.abc import Iterator, Set
from dataclasses import dataclass

from ..drive.filesystem import failure
from .structure import BLOCK, ENTRY, Layout, Table, Window

ROOT = 0
ENTRIES_PER_BLOCK = BLOCK // ENTRY
# Attributes of an entry.
READ_ONLY, LABEL, DIRECTORY, ARCHIVE = 0x01, 0x08, 0x10, 0x20
# First bytes of an entry: no entry follows, the entry was removed, the name begins with 0xE5.
END, REMOVED, LETTER_E5 = 0x00, 0xE5, 0x05
FIRST_YEAR, LAST_YEAR = 1980, 2107

# The case bits of a short name.
LOWER_BODY, LOWER_EXTENSION = 0x08, 0x10
# Entries with this attribute hold PART UTF-16 units of a long name, in these bytes.
LONG, LAST = 0x0F, 0x40
PART = 13
SPANS = ((1, 11), (14, 26), (28, 32))
FORBIDDEN = frozenset('"*:<>?|\\/\x7f') | {chr(code) for code in range(32)}
NOT_SHORT = frozenset("+,;=[] ")
CODE_PAGE = "cp437"
LONGEST = 255


@dataclass
class Entry:
    """A file, folder or label in a folder.

    `raw` is the short name and `bits` its case; `stamp` the date and time, 16 bits each. `folder`
    is the first cluster of the folder that holds the entry, `at` the entry's number there; the
    `parts` entries before it hold its long name.
    """

    name: str
    raw: bytes
    bits: int = 0
    attributes: int = ARCHIVE
    cluster: int = 0
    size: int = 0
    stamp: int = 0
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
        date, clock = divmod(self.stamp, 1 << 16)
        month = min(max(1, date >> 5 & 15), 12)
        return calendar.timegm((FIRST_YEAR + (date >> 9), month, max(1, date & 31), clock >> 11,
                                clock >> 5 & 63, clock % 32 * 2, 0, 0, 0))

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
                long_name = long_name_units(raw) + (b"" if raw[0] & LAST else long_name)
                parts = parts + 1 if not raw[0] & LAST else 1
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
        wanted = name.upper()
        for entry in self.entries():
            own = (entry.name.upper(), decode_short_name(entry.raw, 0))
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
            self._write(at, Entry("", name.ljust(11), 0, DIRECTORY, cluster, 0, stamp).pack())

    def adopt(self, parent: int) -> None:
        """Set the parent of a folder that was moved."""
        stamp = unpack(self._read(1), b"", True).stamp
        self._write(1, Entry("", b"..".ljust(11), 0, DIRECTORY, parent, 0, stamp).pack())

    def clear(self, cluster: int) -> None:
        start, count = self._layout.block(cluster), self._layout.cluster_blocks
        self._window.forget(start, count)
        self._window.blocks.write(start, bytes(self._layout.cluster))

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

    def _read(self, at: int) -> bytes:
        return self._window.read(self._block(at), at % ENTRIES_PER_BLOCK * ENTRY, ENTRY)

    def _write(self, at: int, raw: bytes) -> None:
        self._window.write(self._block(at), at % ENTRIES_PER_BLOCK * ENTRY, raw)

    def _raw(self) -> Iterator[tuple[int, bytes]]:
        """Yield each entry's number and bytes, up to the end."""
        for first in range(0, self._places, ENTRIES_PER_BLOCK):
            block = self._window.read(self._block(first), 0, BLOCK)
            for at in range(ENTRIES_PER_BLOCK):
                raw = block[at * ENTRY : (at + 1) * ENTRY]
                if raw[0] == END:
                    return
                yield first + at, raw

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
    return Entry(name, raw, bits, attributes, high * wide << 16 | low, size, stamp)


def pack_time(seconds: int) -> int:
    """Pack seconds since 1970; years out of range become the nearest one in range."""
    year, month, day, hour, minute, second, *_ = time.gmtime(seconds)
    if year < FIRST_YEAR:
        return 1 << 21 | 1 << 16
    date = min(year, LAST_YEAR) - FIRST_YEAR << 9 | month << 5 | day
    return date << 16 | hour << 11 | minute << 5 | second // 2


def valid_name(name: str) -> str:
    """Return a name without dots and blanks at its end. Raises OSError EINVAL if it is invalid."""
    kept = name.rstrip(". ")
    if not is_valid(kept):
        raise failure(errno.EINVAL)
    return kept


def is_valid(name: str) -> bool:
    """Say whether FatFs could have written this name; a damaged card may hold others."""
    return (0 < len(name) <= LONGEST and name[-1] not in ". " and not FORBIDDEN.intersection(name))


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
    for number in range(1, 1_000_000):
        tail = f"~{number}"
        made = _packed(body[: 8 - len(tail)] + tail, extension[:3])
        if made not in taken:
            return made
    raise failure(errno.EACCES)


def _plain(part: str) -> str:
    kept = "".join("_" if letter in NOT_SHORT - {" "} else letter
                   for letter in part if letter not in " .")
    return kept.encode("ascii", "replace").decode().replace("?", "_")


def _packed(body: str, extension: str) -> bytes:
    return body.ljust(8).encode("ascii") + extension.ljust(3).encode("ascii")


def decode_short_name(raw: bytes, bits: int) -> str:
    """Return the name that 11 bytes and their case bits stand for."""
    body, extension = raw[:8].decode(CODE_PAGE).rstrip(), raw[8:11].decode(CODE_PAGE).rstrip()
    body = body.lower() if bits & LOWER_BODY else body
    extension = extension.lower() if bits & LOWER_EXTENSION else extension
    return f"{body}.{extension}" if extension else body


def checksum(raw: bytes) -> int:
    """Return the checksum of a short name, which the entries of its long name hold."""
    total = 0
    for byte in raw:
        total = (total >> 1 | (total & 1) << 7) + byte & 0xFF
    return total


def long_name_entries(name: str, raw: bytes) -> list[bytes]:
    """Return the entries of a long name, in the order in which they precede the short one."""
    units = name.encode("utf-16-le")
    count = -(-len(units) // (2 * PART))
    if len(units) < count * 2 * PART:
        units = (units + b"\0\0").ljust(count * 2 * PART, b"\xff")
    return [_part(number, units[(number - 1) * 2 * PART : number * 2 * PART], number == count,
                  checksum(raw)) for number in range(count, 0, -1)]


def _part(number: int, units: bytes, last: bool, check: int) -> bytes:
    entry = bytearray(32)
    entry[0], entry[11], entry[13] = number | LAST * last, LONG, check
    for start, end in SPANS:
        entry[start:end], units = units[: end - start], units[end - start :]
    return bytes(entry)


def long_name_units(entry: bytes) -> bytes:
    """Return the part of a long name that an entry holds."""
    return b"".join(entry[start:end] for start, end in SPANS)


def decode_long_name(units: bytes) -> str:
    text = units.decode("utf-16-le", "replace")
    return text.partition("\0")[0]
