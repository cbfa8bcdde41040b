# SPDX-License-Identifier: MIT
"""The interface of a mountable file system, its errors, and files that end where it is full.

Two classes have this interface: `volume.Volume`, a folder, and `fat.volume.FatVolume`, a FAT on
blocks.
"""

import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class FileSystem(Protocol):
    """A file system. Paths are within it, without a leading slash; "" is its root.

    Methods raise OSError with the device's numbers and words (source: `extmod/vfs_fat.c`).
    """

    label: str
    read_only: bool

    def listdir(self, path: str) -> list[str]: ...

    def ilistdir(self, path: str) -> Iterator[tuple[str, int, int, int]]: ...

    def stat(self, path: str) -> tuple[int, ...]: ...

    def statvfs(self) -> tuple[int, ...]: ...

    def is_file(self, path: str) -> bool: ...

    def has_folder(self, path: str) -> bool: ...

    def read(self, path: str) -> bytes | None: ...

    def name_of(self, file: Any) -> str | None: ...

    def mkdir(self, path: str) -> None: ...

    def remove(self, path: str) -> None: ...

    def rmdir(self, path: str) -> None: ...

    def rename(self, old: str, new: str) -> None: ...

    def utime(self, path: str, times: tuple[int, int]) -> None: ...

    def open(self, path: str, mode: str) -> Any: ...

    def require_writable(self) -> None: ...


# The types of entries in `stat` and `ilistdir`.
FOLDER, FILE = 0x4000, 0x8000
MESSAGES = {
    errno.EPERM: "Operation not permitted",
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
    """Return OSError `number` with the device's message, and not one of its subclasses."""
    error = OSError()
    error.args = (number, *path)
    error.errno = number
    error.strerror = ": ".join([MESSAGES.get(number, os.strerror(number)), *map(str, path)])
    return error


@contextmanager
def device_errors() -> Iterator[None]:
    """Turn the host's OSError into the device's."""
    try:
        yield
    except OSError as error:
        raise failure(error.errno or errno.EIO) from None


# Returns how long a file may become, given its size and the wanted one, and takes the space.
Grant = Callable[[int, int], int]


class Bounded:
    """A file that ends where its file system is full; mix in before a class of `io`.

    As in CircuitPython, what still fits is written before ENOSPC is raised. `size` is how long the
    file may be without asking `grant` for more.
    """

    grant: Grant
    size: int
    tell: Callable[[], int]

    def write(self, data: Any) -> int:
        view = memoryview(data).cast("B")
        start = self.tell()
        fitting = max(0, self._granted(start + len(view)) - start)
        written: int = super().write(view[:fitting])  # type: ignore[misc]
        if fitting < len(view):
            raise failure(errno.ENOSPC)
        return written

    def truncate(self, size: int | None = None) -> int:
        wanted = self.tell() if size is None else size
        if self._granted(wanted) < wanted:
            raise failure(errno.ENOSPC)
        cut: int = super().truncate(wanted)  # type: ignore[misc]
        return cut

    def _granted(self, wanted: int) -> int:
        granted = self.grant(self.size, wanted)
        self.size = max(self.size, granted)
        return granted


def bounded(file: Any, size: int, mode: str, grant: Grant) -> Any:
    """Set up `file`, a `Bounded` of `size` bytes; return it, or for text a wrapper around it."""
    file.grant, file.size = grant, size
    if "b" in mode:
        return file
    return io.TextIOWrapper(file, "utf-8", newline="\n", write_through=True)
