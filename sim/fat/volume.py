# SPDX-License-Identifier: MIT
"""A FAT file system as `storage` and `os` use it: what `drive.volume` is for a folder.

Paths are within the volume, as text without a leading slash; "" is its root. All methods raise
OSError as the device words it (source: `extmod/vfs_fat.c`), for a volume that is read-only too.
"""

import errno
from collections.abc import Callable, Iterator
from typing import Any

from ..drive.volume import FILE, FOLDER
from ..drive.words import failure
from . import entry as entries
from . import names, shape
from .blocks import Blocks, Window
from .entry import Entry
from .file import RawFile, buffered
from .folder import ROOT, Folder
from .table import Table

LONGEST = 255
# What `stat` says of the root, which has no date: 2000-01-01.
ROOT_DATE = 946_684_800
LABEL_LENGTH = 11


class FatVolume:
    """`now` gives the time of what is written, in seconds since 1970. Raises OSError ENODEV for
    blocks without a FAT.
    """

    def __init__(self, blocks: Blocks, now: Callable[[], int]):
        self._window = Window(blocks)
        self._now = now
        self.shape = shape.find(self._window)
        self.table = Table(self._window, self.shape)
        self.read_only = False

    @property
    def label(self) -> str:
        found = self._label()
        return found.raw.decode(names.CODE_PAGE).rstrip() if found else ""

    @label.setter
    def label(self, label: str) -> None:
        self.require_writable()
        raw = label.upper()[:LABEL_LENGTH].ljust(LABEL_LENGTH).encode(names.CODE_PAGE, "replace")
        found = self._label()
        if found:
            found.raw = raw
            self._folder().update(found)
        else:
            new = Entry("", raw, attributes=entries.LABEL, stamp=self._stamp())
            self._folder().add_label(new)
        self._window.sync()

    def listdir(self, path: str) -> list[str]:
        return [entry.name for entry in self.entries(path)]

    def ilistdir(self, path: str) -> Iterator[tuple[str, int, int, int]]:
        """(name, type, 0, size) of each entry."""
        for entry in self.entries(path):
            yield entry.name, FOLDER if entry.is_folder else FILE, 0, entry.size

    def entries(self, path: str) -> list[Entry]:
        folder = self._folder_at(path)
        return [entry for entry in folder.entries() if not entry.is_label]

    def stat(self, path: str) -> tuple[int, ...]:
        found = self._existing(path) if path else None
        kind = FILE if found and not found.is_folder else FOLDER
        size, date = (found.size, found.modified) if found else (0, ROOT_DATE)
        return (kind, 0, 0, 0, 0, 0, size, date, date, date)

    def statvfs(self) -> tuple[int, ...]:
        size, free = self.shape.cluster, self.table.count_free()
        return (size, size, self.shape.clusters, free, free, 0, 0, 0, 0, LONGEST)

    def is_file(self, path: str) -> bool:
        found = self._found(path)
        return bool(found and not found.is_folder)

    def has_folder(self, path: str) -> bool:
        found = self._found(path)
        return not path or bool(found and found.is_folder)

    def read(self, path: str) -> bytes | None:
        """The file's bytes, None where there is no such file."""
        if not self.is_file(path):
            return None
        with self.open(path, "rb") as file:
            return bytes(file.read())

    def name_of(self, file: Any) -> str | None:
        """The path of an open file, None for one of another volume."""
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
        parent.add(Entry(name, b"", attributes=entries.FOLDER, cluster=chain[0],
                         stamp=self._stamp()))
        self._window.sync()

    def remove(self, path: str) -> None:
        entry = self._writable(path)
        if entry.is_folder:
            raise failure(errno.EISDIR)
        self._unlink(entry)

    def rmdir(self, path: str) -> None:
        """A folder must be empty, else EACCES."""
        entry = self._writable(path)
        if not entry.is_folder:
            raise failure(errno.ENOTDIR)
        if any(True for _ in self._folder(entry.cluster).entries()):
            raise failure(errno.EACCES)
        self._unlink(entry)

    def rename(self, old: str, new: str) -> None:
        """A file at the new place is replaced, a folder is not."""
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
        entry.stamp = entries.stamp(times[0])
        self._folder(entry.folder).update(entry)
        self._window.sync()

    def open(self, path: str, mode: str) -> Any:
        """A file of Python's `io`; a text's lines end in a newline and nothing is translated."""
        writing = bool(set(mode) & set("wax+"))
        if writing:
            self.require_writable()
        entry = self._entry_to_open(path, mode)
        raw = _Named(self._window, self.shape, self.table, entry, self._update, writing)
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
        if found and (found.attributes & entries.READ_ONLY) and set(mode) & set("wa+"):
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
        return entries.stamp(self._now())

    def _label(self) -> Entry | None:
        return next((entry for entry in self._folder().entries() if entry.is_label), None)

    def _folder(self, first: int = ROOT) -> Folder:
        return Folder(self._window, self.shape, self.table, first)

    def _folder_at(self, path: str) -> Folder:
        if not path:
            return self._folder()
        found = self._existing(path)
        if not found.is_folder:
            raise failure(errno.ENOENT)
        return self._folder(found.cluster)

    def _parent(self, path: str) -> tuple[Folder, str]:
        """The folder that a new name is for, and the name as FAT keeps it."""
        parent, _, name = path.rpartition("/")
        return self._folder_at(parent), names.checked(name)

    def _found(self, path: str) -> Entry | None:
        """None for what is not there, and for the root."""
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


class _Named(RawFile):
    """A file that knows where it is."""

    volume: FatVolume
    name: str
