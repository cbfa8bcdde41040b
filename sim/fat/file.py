# SPDX-License-Identifier: MIT
"""An open file: its bytes are in a chain of clusters, its size in its entry.

As with FatFs, the entry is written when the file is flushed or closed.
"""

import errno
import io
import os
from collections.abc import Callable
from typing import Any

from ..drive.writing import Bounded, bounded
from .blocks import BLOCK, Window
from .entry import Entry
from .shape import Shape
from .table import Table


class RawFile(io.RawIOBase):
    """`update` writes the entry, with a new date. Blocks are read and written whole."""

    def __init__(self, window: Window, shape: Shape, table: Table, entry: Entry,
                 update: Callable[[Entry], None], writing: bool):
        self._window = window
        self._shape = shape
        self._table = table
        self._update = update
        self._writing = writing
        self.entry = entry
        self._chain = table.chain(entry.cluster)
        self._at = 0
        self._changed = False

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return self._writing

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self.entry.size}[whence]
        self._at = max(0, start + offset)
        return self._at

    def readinto(self, buffer: Any, /) -> int:
        view = memoryview(buffer).cast("B")
        size = max(0, min(len(view), self.entry.size - self._at))
        view[:size] = self._read(self._at, size)
        self._at += size
        return size

    def write(self, data: Any, /) -> int:
        """All of it; the room for it has been reserved, or is now."""
        view = bytes(memoryview(data).cast("B"))
        if view:
            self.reserve(self._at + len(view))
            self._write(self._at, view)
            self._at += len(view)
            self.entry.size = max(self.entry.size, self._at)
            self._changed = True
        return len(view)

    def truncate(self, size: int | None = None, /) -> int:
        wanted = self._at if size is None else size
        if wanted > self.entry.size:
            self.reserve(wanted)
        self._cut(min(wanted, len(self._chain) * self._shape.cluster))
        return self.entry.size

    def reserve(self, wanted: int) -> int:
        """Take clusters for so many bytes; returns how many there is room for."""
        try:
            while len(self._chain) * self._shape.cluster < wanted:
                self._table.extend(self._chain)
                self._changed = True
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            wanted = len(self._chain) * self._shape.cluster
        return wanted

    def sync(self) -> None:
        if self._changed:
            self._changed = False
            self.entry.cluster = self._chain[0] if self._chain else 0
            self._update(self.entry)
            self._window.sync()

    def close(self) -> None:
        if not self.closed:
            self.sync()
            super().close()

    def _cut(self, size: int) -> None:
        self._table.cut(self._chain, -(-size // self._shape.cluster))
        self.entry.size = size
        self._changed = True

    def _read(self, at: int, size: int) -> bytes:
        first, last = at // BLOCK, -(-(at + size) // BLOCK)
        data = b"".join(self._window.blocks.read(start, count)
                        for start, count in self._runs(first, last))
        return data[at - first * BLOCK :][:size]

    def _write(self, at: int, data: bytes) -> None:
        first, end = at // BLOCK, at + len(data)
        last = -(-end // BLOCK)
        before = self._read(first * BLOCK, at % BLOCK) if at % BLOCK else b""
        after = self._read(end, -end % BLOCK) if end % BLOCK and end < self.entry.size else b""
        whole = (before + data + after).ljust((last - first) * BLOCK, b"\0")
        for start, count in self._runs(first, last):
            self._window.forget(start, count)
            self._window.blocks.write(start, whole[: count * BLOCK])
            whole = whole[count * BLOCK :]

    def _runs(self, first: int, last: int) -> list[tuple[int, int]]:
        """(place on the device, count) of the file's blocks from `first` up to `last`, each as long
        as the blocks follow one another.
        """
        runs: list[tuple[int, int]] = []
        for number in range(first, last):
            link, within = divmod(number, self._shape.cluster_blocks)
            block = self._shape.block(self._chain[link]) + within
            if runs and sum(runs[-1]) == block:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((block, 1))
        return runs


class _Flushing(Bounded):
    """What is flushed is on the device, its entry too; closing flushes."""

    raw: RawFile

    def flush(self) -> None:
        super().flush()  # type: ignore[misc]
        self.raw.sync()


class _Writer(_Flushing, io.BufferedWriter):  # type: ignore[misc]
    """A file that is written."""


class _ReaderWriter(_Flushing, io.BufferedRandom):  # type: ignore[misc]
    """A file that is read and written."""


def buffered(raw: RawFile, mode: str) -> Any:
    """As `open` returns it: a block is kept between two calls, as by FatFs."""
    if not raw.writable():
        file = io.BufferedReader(raw, BLOCK)
        return file if "b" in mode else io.TextIOWrapper(file, "utf-8", newline="\n")
    writer = (_ReaderWriter if "+" in mode else _Writer)(raw, BLOCK)
    writer.seek(0, os.SEEK_END if "a" in mode else os.SEEK_SET)
    return bounded(writer, raw.entry.size, mode, lambda _, wanted: raw.reserve(wanted))
