# SPDX-License-Identifier: MIT
"""A folder: entries of 32 bytes, in a chain of clusters or in the root's own blocks."""

import errno
from collections.abc import Iterator

from ..drive.words import failure
from . import names
from .blocks import BLOCK, Window
from .entry import END, FOLDER, REMOVED, SIZE, Entry, unpack
from .shape import Shape
from .table import Table

ROOT = 0
IN_A_BLOCK = BLOCK // SIZE


class Folder:
    """`first` is its first cluster, 0 for the root."""

    def __init__(self, window: Window, shape: Shape, table: Table, first: int = ROOT):
        self._window = window
        self._shape = shape
        self._table = table
        self.first = first
        start = shape.root if first == ROOT and shape.bits == 32 else first
        self._chain = table.chain(start) if start else []

    def entries(self) -> Iterator[Entry]:
        """Files, folders and the label; not `.` and `..`."""
        long_name, parts = b"", 0
        for at, raw in self._raw():
            if raw[11] == names.LONG and raw[0] != REMOVED:
                long_name = names.units_of(raw) + (b"" if raw[0] & names.LAST else long_name)
                parts = parts + 1 if not raw[0] & names.LAST else 1
                checked = raw[13]
                continue
            if raw[0] not in (REMOVED, ord(".")):
                whole = parts and checked == names.checksum(raw[:11])
                entry = unpack(raw, long_name if whole else b"", self._shape.bits == 32)
                entry.folder, entry.at, entry.parts = self.first, at, parts if whole else 0
                yield entry
            long_name, parts = b"", 0

    def find(self, name: str) -> Entry | None:
        """In any letters; the short name of one that has a long one counts too."""
        wanted = name.upper()
        for entry in self.entries():
            own = (entry.name.upper(), names.shown(entry.raw, 0))
            if wanted in own and not entry.is_label:
                return entry
        return None

    def add(self, entry: Entry) -> Entry:
        """Give it a place and the names that FAT keeps. Raises OSError where there is none."""
        plain = names.short(entry.name)
        entry.raw, entry.bits = plain or (names.numbered(entry.name, self._short_names()), 0)
        parts = [] if plain else names.parts(entry.name, entry.raw)
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
        """A new folder's first entries, `.` and `..`, in a cluster of zeros."""
        for at, (name, cluster) in enumerate(((b".", self.first), (b"..", parent))):
            self._write(at, Entry("", name.ljust(11), 0, FOLDER, cluster, 0, stamp).pack())

    def adopt(self, parent: int) -> None:
        """It has moved into another folder."""
        stamp = unpack(self._read(1), b"", True).stamp
        self._write(1, Entry("", b"..".ljust(11), 0, FOLDER, parent, 0, stamp).pack())

    def clear(self, cluster: int) -> None:
        start, count = self._shape.block(cluster), self._shape.cluster_blocks
        self._window.forget(start, count)
        self._window.blocks.write(start, bytes(self._shape.cluster))

    @property
    def _places(self) -> int:
        """How many entries fit."""
        blocks = len(self._chain) * self._shape.cluster_blocks or self._shape.root_blocks
        return blocks * IN_A_BLOCK

    def _block(self, at: int) -> int:
        number = at // IN_A_BLOCK
        if not self._chain:
            return self._shape.root + number
        link, within = divmod(number, self._shape.cluster_blocks)
        return self._shape.block(self._chain[link]) + within

    def _read(self, at: int) -> bytes:
        return self._window.read(self._block(at), at % IN_A_BLOCK * SIZE, SIZE)

    def _write(self, at: int, raw: bytes) -> None:
        self._window.write(self._block(at), at % IN_A_BLOCK * SIZE, raw)

    def _raw(self) -> Iterator[tuple[int, bytes]]:
        """Each entry's number and bytes, up to the end."""
        for first in range(0, self._places, IN_A_BLOCK):
            block = self._window.read(self._block(first), 0, BLOCK)
            for at in range(IN_A_BLOCK):
                raw = block[at * SIZE : (at + 1) * SIZE]
                if raw[0] == END:
                    return
                yield first + at, raw

    def _find_room(self, wanted: int) -> int:
        """The first of so many entries in a row that are free, behind the last if need be."""
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
        """Raises OSError EACCES for the root of FAT12 and FAT16, which cannot."""
        if not self._chain:
            raise failure(errno.EACCES)
        self._table.extend(self._chain)
        self.clear(self._chain[-1])
