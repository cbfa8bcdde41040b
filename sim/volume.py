# SPDX-License-Identifier: MIT
"""A file system: a folder of the host's, as the FAT of a drive or of a card.

Paths are within the volume, as text without a leading slash; "" is its root. All methods raise
OSError as the device words it (source: `extmod/vfs_fat.c`), for a volume that is read-only too.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FOLDER, FILE = 0x4000, 0x8000
WORDS = {
    errno.EACCES: "Permission denied",
    errno.EEXIST: "File exists",
    errno.EIO: "Input/output error",
    errno.EISDIR: "Is a directory",
    errno.ENODEV: "No such device",
    errno.ENOENT: "No such file/directory",
    errno.ENOTDIR: "Not a directory",
    errno.EROFS: "Read-only filesystem",
}


def failure(number: int, *path: object) -> OSError:
    """OSError `number` in the device's words."""
    return OSError(number, WORDS.get(number, os.strerror(number)), *map(str, path))


@contextmanager
def in_the_devices_words() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise failure(error.errno or errno.EIO) from None


class Volume:
    """`clusters` of `cluster` bytes are its size; `label` its name on a computer."""

    def __init__(self, root: Path, label: str, clusters: int, cluster: int,
                 read_only: bool = False):
        self.root = root.resolve()
        self.label = label
        self.clusters = clusters
        self.cluster = cluster
        self.read_only = read_only
        self.written: set[Path] = set()

    def host(self, path: str) -> Path:
        """The host's path; ENOENT for one that leaves the folder by a link."""
        host = self.root / path
        if not host.resolve().is_relative_to(self.root):
            raise failure(errno.ENOENT)
        return host

    def existing(self, path: str) -> Path:
        host = self.host(path)
        if not host.exists():
            raise failure(errno.ENOENT)
        return host

    def listdir(self, path: str) -> list[str]:
        with in_the_devices_words():
            return sorted(file.name for file in self.existing(path).iterdir())

    def ilistdir(self, path: str) -> Iterator[tuple[str, int, int, int]]:
        """(name, type, 0, size) of each entry."""
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
        used = sum(-(-file.stat().st_size // self.cluster) for file in self.root.rglob("*")
                   if file.is_file())
        free = max(0, self.clusters - used)
        return (self.cluster, self.cluster, self.clusters, free, free, 0, 0, 0, 0, 255)

    def mkdir(self, path: str) -> None:
        self.require_writable()
        with in_the_devices_words():
            self._write(self.host(path)).mkdir()

    def remove(self, path: str) -> None:
        host = self._writable(path)
        if host.is_dir():
            raise failure(errno.EISDIR)
        with in_the_devices_words():
            host.unlink()

    def rmdir(self, path: str) -> None:
        """A folder must be empty, else EACCES."""
        host = self._writable(path)
        if not host.is_dir():
            raise failure(errno.ENOTDIR)
        if any(host.iterdir()):
            raise failure(errno.EACCES)
        with in_the_devices_words():
            host.rmdir()

    def rename(self, old: str, new: str) -> None:
        """A file at the new place is replaced, a folder is not."""
        host, target = self._writable(old), self.host(new)
        if target.is_dir() or (target.exists() and host.is_dir()):
            raise failure(errno.EISDIR if target.is_dir() else errno.EEXIST)
        with in_the_devices_words():
            host.replace(self._write(target))

    def utime(self, path: str, times: tuple[int, int]) -> None:
        with in_the_devices_words():
            os.utime(self._writable(path), times)

    def open(self, path: str, mode: str) -> Any:
        """The host's file; a text's lines end in a newline and nothing is translated."""
        if set(mode) & set("wax+"):
            self.require_writable()
        text: dict[str, Any] = {} if "b" in mode else {"encoding": "utf-8", "newline": "\n"}
        host = self.host(path)
        if host.is_dir():
            raise failure(errno.EISDIR)
        if set(mode) & set("wax+"):
            self._write(host)
        with in_the_devices_words():
            return open(host, mode, **text)

    def require_writable(self) -> None:
        if self.read_only:
            raise failure(errno.EROFS)

    def _writable(self, path: str) -> Path:
        self.require_writable()
        return self._write(self.existing(path))

    def _write(self, host: Path) -> Path:
        """`written` is what the program has written, so that a saved file can be told from it."""
        self.written.add(host)
        return host
