# SPDX-License-Identifier: MIT
"""A file system: a folder on the host, as the FAT of a drive or of a card.

Paths are within the volume, as text without a leading slash; "" is its root. All methods raise
OSError as the device words it (source: `extmod/vfs_fat.c`), for a volume that is read-only too.
"""

import errno
import os
import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import names
from .words import failure, in_the_devices_words
from .writing import open_to_write

FOLDER, FILE = 0x4000, 0x8000


class Volume:
    """Its size is `clusters` of `cluster` bytes each, `label` its name on a computer. If the folder
    is not `whole` a drive, only what the program has written counts.
    """

    def __init__(self, root: Path, label: str, clusters: int, cluster: int,
                 read_only: bool, whole: bool):
        self.root = root.resolve()
        self._root = str(self.root)
        self.label = label
        self.clusters = clusters
        self.cluster = cluster
        self.read_only = read_only
        self._whole = whole
        self._free = 0
        self.written: set[Path] = set()

    def take_over(self, old: "Volume", starts_up: bool) -> None:
        """What is known of the folder; who may write is kept too, unless boot.py says it anew."""
        self.written = old.written
        self.read_only = self.read_only if starts_up else old.read_only

    def host(self, path: str) -> Path:
        """The host's path, in the letters that it was written with; ENOENT for one that leaves the
        folder by a link.
        """
        host, is_straight = names.found(self._root, path)
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
        with in_the_devices_words():
            return sorted(os.listdir(self.existing(path)))

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
        self._measure()
        free = self._free
        return (self.cluster, self.cluster, self.clusters, free, free, 0, 0, 0, 0, 255)

    def _measure(self) -> None:
        files = self.root.rglob("*") if self._whole else [*self.written]
        used = sum(self._clusters(file.stat().st_size) for file in files if file.is_file())
        self._free = max(0, self.clusters - used)

    def _clusters(self, size: int) -> int:
        return -(-size // self.cluster)

    def _grant(self, size: int, wanted: int) -> int:
        """How long a file of `size` bytes may become; the space for it is taken at once."""
        held = self._clusters(size)
        granted = max(held, min(self._clusters(wanted), held + self._free))
        self._free -= granted - held
        return min(wanted, granted * self.cluster)

    def is_file(self, path: str) -> bool:
        return self.host(path).is_file()

    def has_folder(self, path: str) -> bool:
        return self.host(path).is_dir()

    def read(self, path: str) -> bytes | None:
        """The file's bytes, None where there is no such file."""
        host = self.host(path)
        return host.read_bytes() if host.is_file() else None

    def name_of(self, file: Any) -> str | None:
        """The path of an open file, None for one of another volume."""
        host = Path(str(getattr(file, "name", ""))).resolve()
        return host.relative_to(self.root).as_posix() if host.is_relative_to(self.root) else None

    def mkdir(self, path: str) -> None:
        self.require_writable()
        self._measure()
        if not self._free:
            raise failure(errno.ENOSPC)
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
        if target == host:  # other letters of the same name
            target = host.with_name(posixpath.basename(new))
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
        host = self.host(path)
        if host.is_dir():
            raise failure(errno.EISDIR)
        if host.exists() and not host.is_file():
            raise failure(errno.EIO)  # a pipe on the host would never answer
        with in_the_devices_words():
            if not set(mode) & set("wax+"):
                text: dict[str, Any] = {"encoding": "utf-8", "newline": "\n"}
                return open(host, mode, **({} if "b" in mode else text))
            file = open_to_write(self._write(host), mode, self._grant)
            self._measure()
            return file

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
