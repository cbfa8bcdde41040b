# SPDX-License-Identifier: MIT
"""A folder on the host as the FAT file system of a drive.

It has the size of a drive, finds names in any case as FAT does, and raises the device's errors
(source: `extmod/vfs_fat.c`).
"""

import errno
import io
import os
import posixpath
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from .filesystem import FILE, FOLDER, Bounded, Grant, bounded, device_errors, failure


class Volume:
    """The folder `root` as a volume of `clusters` of `cluster` bytes each.

    `label` is its name on a computer. If the folder is not `whole` a drive, only what the program
    has written uses space. `written` holds the files that the program has written.
    """

    def __init__(self, root: Path, label: str, clusters: int, cluster: int,
                 read_only: bool, whole: bool):
        self.root = root.resolve()
        self._root = str(self.root)
        self.label = label
        self.clusters = clusters
        self.cluster = cluster
        self.read_only = read_only
        self.whole = whole
        self._free = 0
        self.written: set[Path] = set()

    def take_over(self, old: "Volume", starts_up: bool) -> None:
        """Keep the record of what was written; and who may write, unless boot.py sets it anew."""
        self.written = old.written
        self.read_only = self.read_only if starts_up else old.read_only

    def host(self, path: str) -> Path:
        """Return the host's path, in the case of the file that exists.

        Raises OSError ENOENT for a path that leaves the folder through a link.
        """
        host, is_straight = _find(self._root, path)
        if not is_straight and not self._holds(os.path.realpath(host)):
            raise failure(errno.ENOENT)
        return Path(host)

    def _holds(self, host: str) -> bool:
        return host == self._root or host.startswith(os.path.join(self._root, ""))

    def existing(self, path: str) -> Path:
        host = self.host(path)
        if not host.exists():
            raise failure(errno.ENOENT)
        return host

    def listdir(self, path: str) -> list[str]:
        with device_errors():
            return sorted(os.listdir(self.existing(path)))

    def ilistdir(self, path: str) -> Iterator[tuple[str, int, int, int]]:
        """Yield (name, type, 0, size) of each entry."""
        for name in self.listdir(path):
            host = self.host(f"{path}/{name}" if path else name)
            folder = host.is_dir()
            yield name, FOLDER if folder else FILE, 0, 0 if folder else host.stat().st_size

    def stat(self, path: str) -> tuple[int, ...]:
        host = self.existing(path)
        found = host.stat()
        if host.is_dir():
            return (FOLDER, 0, 0, 0, 0, 0, 0, *[int(found.st_mtime)] * 3)
        return (FILE, 0, 0, 0, 0, 0, found.st_size, *[int(found.st_mtime)] * 3)

    def statvfs(self) -> tuple[int, ...]:
        self._measure()
        free = self._free
        return (self.cluster, self.cluster, self.clusters, free, free, 0, 0, 0, 0, 255)

    def _measure(self) -> None:
        files = self.root.rglob("*") if self.whole else [*self.written]
        used = sum(self._clusters(file.stat().st_size) for file in files if file.is_file())
        self._free = max(0, self.clusters - used)

    def _clusters(self, size: int) -> int:
        return -(-size // self.cluster)

    def _grant(self, size: int, wanted: int) -> int:
        """Return how long a file of `size` bytes may become, and take the space for it."""
        held = self._clusters(size)
        granted = max(held, min(self._clusters(wanted), held + self._free))
        self._free -= granted - held
        return min(wanted, granted * self.cluster)

    def is_file(self, path: str) -> bool:
        return self.host(path).is_file()

    def has_folder(self, path: str) -> bool:
        return self.host(path).is_dir()

    def read(self, path: str) -> bytes | None:
        """Return the file's bytes, None if there is no such file."""
        host = self.host(path)
        return host.read_bytes() if host.is_file() else None

    def name_of(self, file: Any) -> str | None:
        """Return the path of an open file, None for a file of another volume."""
        host = Path(str(getattr(file, "name", ""))).resolve()
        return host.relative_to(self.root).as_posix() if host.is_relative_to(self.root) else None

    def mkdir(self, path: str) -> None:
        self.require_writable()
        self._measure()
        if not self._free:
            raise failure(errno.ENOSPC)
        with device_errors():
            self._write(self.host(path)).mkdir()

    def remove(self, path: str) -> None:
        host = self._writable(path)
        if host.is_dir():
            raise failure(errno.EISDIR)
        with device_errors():
            host.unlink()

    def rmdir(self, path: str) -> None:
        """Remove a folder; raises OSError EACCES if it is not empty."""
        host = self._writable(path)
        if not host.is_dir():
            raise failure(errno.ENOTDIR)
        if any(host.iterdir()):
            raise failure(errno.EACCES)
        with device_errors():
            host.rmdir()

    def rename(self, old: str, new: str) -> None:
        """Rename a file or folder; a file at the new path is replaced, a folder is not."""
        host, target = self._writable(old), self.host(new)
        if target == host:  # the same name in another case
            target = host.with_name(posixpath.basename(new))
        if target.is_dir() or (target.exists() and host.is_dir()):
            raise failure(errno.EISDIR if target.is_dir() else errno.EEXIST)
        with device_errors():
            host.replace(self._write(target))

    def utime(self, path: str, times: tuple[int, int]) -> None:
        with device_errors():
            os.utime(self._writable(path), times)

    def open(self, path: str, mode: str) -> Any:
        """Open the host's file, text as UTF-8 without translation of line ends."""
        if set(mode) & set("wax+"):
            self.require_writable()
        host = self.host(path)
        if host.is_dir():
            raise failure(errno.EISDIR)
        if host.exists() and not host.is_file():
            raise failure(errno.EIO)  # a pipe on the host would never answer
        with device_errors():
            if not set(mode) & set("wax+"):
                text: dict[str, Any] = {"encoding": "utf-8", "newline": "\n"}
                return open(host, mode, **({} if "b" in mode else text))
            file = _open_to_write(self._write(host), mode, self._grant)
            self._measure()
            return file

    def require_writable(self) -> None:
        if self.read_only:
            raise failure(errno.EROFS)

    def _writable(self, path: str) -> Path:
        self.require_writable()
        return self._write(self.existing(path))

    def _write(self, host: Path) -> Path:
        self.written.add(host)
        return host


class _Writer(Bounded, io.BufferedWriter):
    """A file that is written."""


class _ReaderWriter(Bounded, io.BufferedRandom):
    """A file that is read and written."""


def remove_from_host(host: Path) -> None:
    """Remove a file, or a folder unless it still holds files that no volume had."""
    if host.is_dir() and not host.is_symlink():
        with suppress(OSError):
            host.rmdir()
    else:
        host.unlink(missing_ok=True)


def _open_to_write(host: Path, mode: str, grant: Grant) -> Any:
    """Open a file that ends where the volume is full; text lines end in a newline."""
    raw = io.FileIO(host, mode.replace("b", "").replace("t", ""))
    kind = _ReaderWriter if "+" in mode else _Writer
    return bounded(kind(raw), os.fstat(raw.fileno()).st_size, mode, grant)


def _find(folder: str, path: str) -> tuple[str, bool]:
    """Return the host's path of `path` within `folder`, in the case of the files that exist, and
    whether it leads straight down, through no link and no `..`.
    """
    host, is_straight = folder, True
    for name in path.split("/") if path else ():
        here = f"{host}/{name}"
        about = _about(here)
        if about is None:
            here = f"{host}/{_matching(host, name)}"
            about = _about(here)
        host = here
        is_straight = is_straight and name != ".." and not _is_link(about)
    return host, is_straight


def _about(host: str) -> os.stat_result | None:
    try:
        return os.lstat(host)
    except OSError:
        return None


def _is_link(about: os.stat_result | None) -> bool:
    """Say whether a path is a link; on Windows every kind of link has a reparse tag."""
    return about is not None and bool(
        stat.S_ISLNK(about.st_mode) or getattr(about, "st_reparse_tag", 0))


def _matching(folder: str, name: str) -> str:
    try:
        there = sorted(os.listdir(folder))
    except OSError:
        return name
    return next((other for other in there if other.lower() == name.lower()), name)
