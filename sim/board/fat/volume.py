# SPDX-License-Identifier: MIT
"""A FAT file system on a device of blocks, as `storage` and `os` use it.

It has the interface of `drive.filesystem.FileSystem` and works as FatFs does in CircuitPython.
"""

import errno
import io
import os
from collections.abc import Callable, Iterator
from typing import Any

from ..drive.filesystem import FILE, FOLDER, Bounded, bounded, failure
from .folder import (
    CODE_PAGE,
    DIRECTORY,
    LABEL,
    LONGEST,
    READ_ONLY,
    ROOT,
    Entry,
    Folder,
    is_valid,
    pack_time,
    valid_name,
)
from .structure import BLOCK, Blocks, Layout, Table, Window, find_layout

# `stat` gives the root, which has no date, 2000-01-01.
ROOT_DATE = 946_684_800
LABEL_LENGTH = 11


class FatVolume:
    """The file system on `blocks`. Raises OSError ENODEV for blocks without a FAT.

    `now` returns the time of what is written, in seconds since 1970.
    """

    def __init__(self, blocks: Blocks, now: Callable[[], int]):
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
            new = Entry("", raw, attributes=LABEL, stamp=self._stamp())
            self._folder().add_label(new)
        self._window.sync()

    def listdir(self, path: str) -> list[str]:
        return [entry.name for entry in self.entries(path)]

    def ilistdir(self, path: str) -> Iterator[tuple[str, int, int, int]]:
        """Yield (name, type, 0, size) of each entry."""
        for entry in self.entries(path):
            yield entry.name, FOLDER if entry.is_folder else FILE, 0, entry.size

    def entries(self, path: str) -> list[Entry]:
        folder = self._folder_at(path)
        return [entry for entry in folder.entries() if not entry.is_label]

    def tree(self, inside: str = "") -> Iterator[tuple[str, Entry]]:
        """Yield (path, entry) of everything in a folder whose name is valid, a folder first."""
        for entry in self.entries(inside):
            if not is_valid(entry.name):
                continue
            path = f"{inside}/{entry.name}".lstrip("/")
            yield path, entry
            if entry.is_folder:
                yield from self.tree(path)

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
        found = self._found(path)
        return bool(found and not found.is_folder)

    def has_folder(self, path: str) -> bool:
        found = self._found(path)
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
        return raw.name if isinstance(raw, _Named) and raw.volume is self else None

    def mkdir(self, path: str) -> None:
        self.require_writable()
        parent, name = self._parent(path)
        if parent.find(name):
            raise failure(errno.EEXIST)
        chain: list[int] = []
        self.table.extend(chain)
        made = self._folder(chain[0])
        made.clear(chain[0])
        made.begin(parent.first, self._stamp())
        parent.add(Entry(name, b"", attributes=DIRECTORY, cluster=chain[0],
                         stamp=self._stamp()))
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
        parent, name = self._parent(new)
        target = parent.find(name)
        if target and (target.folder, target.at) != (entry.folder, entry.at):
            if target.is_folder:
                raise failure(errno.EISDIR)
            if entry.is_folder:
                raise failure(errno.EEXIST)
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
        """Open a file of Python's `io`, text as UTF-8 without translation of line ends."""
        writing = bool(set(mode) & set("wax+"))
        if writing:
            self.require_writable()
        entry = self._entry_to_open(path, mode)
        raw = _Named(self._window, self.layout, self.table, entry, self._update, writing)
        raw.volume, raw.name = self, path
        if "w" in mode:
            raw.truncate(0)
            raw.sync()
        return buffered(raw, mode)

    def require_writable(self) -> None:
        if self.read_only:
            raise failure(errno.EROFS)

    def _entry_to_open(self, path: str, mode: str) -> Entry:
        found = self._found(path)
        if not path or (found and found.is_folder):
            raise failure(errno.EISDIR)
        if found and "x" in mode:
            raise failure(errno.EEXIST)
        if found and (found.attributes & READ_ONLY) and set(mode) & set("wa+"):
            raise failure(errno.EACCES)
        if not found and not set(mode) & set("wax"):
            raise failure(errno.ENOENT)
        return found or self._make(path)

    def _make(self, path: str) -> Entry:
        parent, name = self._parent(path)
        return parent.add(Entry(name, b"", stamp=self._stamp()))

    def _update(self, entry: Entry) -> None:
        entry.stamp = self._stamp()
        self._folder(entry.folder).update(entry)

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
        parent, _, name = path.rpartition("/")
        return self._folder_at(parent), valid_name(name)

    def _found(self, path: str) -> Entry | None:
        """Return the entry at a path, None if there is none, and for the root."""
        folder, found = self._folder(), None
        for name in filter(None, path.split("/")):
            if found:
                if not found.is_folder:
                    return None
                folder = self._folder(found.cluster)
            found = folder.find(name)
            if found is None:
                return None
        return found

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

    As in FatFs, `update` writes the entry, with a new date, when the file is flushed or closed.
    Blocks are read and written whole.
    """

    def __init__(self, window: Window, layout: Layout, table: Table, entry: Entry,
                 update: Callable[[Entry], None], writing: bool):
        self._window = window
        self._layout = layout
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
        """Write all of the data; takes the clusters for it unless they are reserved."""
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
        self._cut(min(wanted, len(self._chain) * self._layout.cluster))
        return self.entry.size

    def reserve(self, wanted: int) -> int:
        """Take clusters for so many bytes; return how many fit."""
        try:
            while len(self._chain) * self._layout.cluster < wanted:
                self._table.extend(self._chain)
                self._changed = True
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            wanted = len(self._chain) * self._layout.cluster
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
        self._table.cut(self._chain, -(-size // self._layout.cluster))
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
        """Return (block on the device, count) for the file's blocks from `first` to before `last`,
        joined where they follow one another.
        """
        runs: list[tuple[int, int]] = []
        for number in range(first, last):
            link, within = divmod(number, self._layout.cluster_blocks)
            block = self._layout.block(self._chain[link]) + within
            if runs and sum(runs[-1]) == block:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((block, 1))
        return runs


class _Flushing(Bounded):
    """Writes data and entry to the device when it is flushed or closed."""

    raw: RawFile

    def flush(self) -> None:
        super().flush()  # type: ignore[misc]
        self.raw.sync()


class _Writer(_Flushing, io.BufferedWriter):  # type: ignore[misc]
    """A file that is written."""


class _ReaderWriter(_Flushing, io.BufferedRandom):  # type: ignore[misc]
    """A file that is read and written."""


def buffered(raw: RawFile, mode: str) -> Any:
    """Return the file that `open` returns; as in FatFs, it buffers one block."""
    if not raw.writable():
        file = io.BufferedReader(raw, BLOCK)
        return file if "b" in mode else io.TextIOWrapper(file, "utf-8", newline="\n")
    writer = (_ReaderWriter if "+" in mode else _Writer)(raw, BLOCK)
    writer.seek(0, os.SEEK_END if "a" in mode else os.SEEK_SET)
    return bounded(writer, raw.entry.size, mode, lambda _, wanted: raw.reserve(wanted))


class _Named(RawFile):
    """A file that knows its volume and path."""

    volume: FatVolume
    name: str
