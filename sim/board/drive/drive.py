# SPDX-License-Identifier: MIT
"""The CIRCUITPY drive, a folder on the host, and the file systems that the program mounts.

`/x` and `x` name the same file. No path leads out of the folders through `..` or a link, but a
program that reaches for Python's own objects can get out (see docs/simulator/testing.md). As on a
board that is plugged into a computer, the program may only read the drive until it is remounted.
"""

import errno
import io
import os
import posixpath
from pathlib import Path, PurePosixPath
from typing import IO, Any, NoReturn

from ..faults import Faults
from .filesystem import FileSystem, failure
from .volume import Volume

PROGRAM_NAMES = ("code.py", "code.txt", "main.py", "main.txt")
# 8 MB of QSPI flash without the FAT, in clusters of 4,096 bytes.
SIZE_KB, CLUSTER = 8160, 4096
SMALLEST_KB = 64
# CircuitPython creates this folder for a card when it formats the drive.
CARD_FOLDER = "/sd"


class Drive:
    """The drive. `root` is a drive folder, or a program file in the folder that is the drive.

    `sources` is a folder like it with the .py files that the drive's .mpy files were compiled from;
    if it is the drive itself, its .py files stand for .mpy files. Raises ValueError for a `root`
    that cannot be a drive.
    """

    def __init__(self, root: str | os.PathLike[str], faults: Faults | None = None,
                 sources: str | os.PathLike[str] | None = None, size_kb: int = SIZE_KB):
        path = Path(root)
        self._faults = faults or Faults()
        self.sources = None if sources is None else Path(sources)
        if not path.exists():
            raise ValueError(f"{path} does not exist: name a CIRCUITPY folder or a .py file")
        if size_kb < SMALLEST_KB:
            raise ValueError(f"a drive of {size_kb} KB is too small: {SMALLEST_KB} at least")
        self.size_kb = size_kb
        folder = path if path.is_dir() else path.parent
        self.main = Volume(folder, "CIRCUITPY", size_kb * 1024 // CLUSTER, CLUSTER, read_only=True,
                           whole=path.is_dir())
        self.program = path.name if path.is_file() else self._find_program(path)
        self.directory = PurePosixPath("/")
        self._mounted: dict[str, FileSystem] = {}

    @property
    def root(self) -> Path:
        return self.main.root

    @property
    def is_to_be_compiled(self) -> bool:
        """Whether a board would get the modules as .mpy files."""
        return self.sources is not None and self.sources.resolve() == self.root.resolve()

    def _find_program(self, folder: Path) -> str:
        for name in PROGRAM_NAMES:
            if (folder / name).is_file():
                return name
        raise ValueError(f"{folder} holds no code.py: name a CIRCUITPY folder or a .py file")

    def prefer(self, program: str, directory: str | None) -> None:
        """Start another file, if it exists, in this working directory."""
        if self.is_file(program):
            self.program = program.lstrip("/")
        if directory is not None and self.has_folder(directory):
            self.directory = PurePosixPath(self.absolute(directory))

    def absolute(self, path: str | os.PathLike[str]) -> str:
        """Return the full path on the device, `/lib/x.py`. Raises TypeError unless it is text."""
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"can't convert '{type(path).__name__}' object to str implicitly")
        full = posixpath.join(str(self.directory), os.fspath(path))
        return "/" + posixpath.normpath(full).lstrip("/")

    def place(self, path: str | os.PathLike[str]) -> tuple[FileSystem, str]:
        """Return the volume that holds a path, and the path in it."""
        full = self.absolute(path)
        for point, volume in self._mounted.items():
            if full == point or full.startswith(point + "/"):
                return volume, full[len(point) + 1 :]
        return self.main, full[1:]

    def mount(self, volume: FileSystem, point: str) -> None:
        """Mount a volume. Raises RuntimeError without a folder, OSError EPERM if one is mounted."""
        full = self.absolute(point)
        if full in self._mounted or full == "/":
            raise failure(errno.EPERM)
        if full != CARD_FOLDER and not self.has_folder(full):
            raise RuntimeError("Mount point directory missing")
        self._mounted[full] = volume

    def unmount(self, volume: FileSystem) -> None:
        """Unmount a volume. Raises OSError EINVAL if it is not mounted."""
        if volume not in self._mounted.values():
            raise failure(errno.EINVAL)
        self._mounted = {at: v for at, v in self._mounted.items() if v is not volume}

    def mounted(self, point: str) -> FileSystem:
        """Return the volume that is mounted there. Raises OSError ENODEV without one."""
        full = self.absolute(point)
        if full == "/":
            return self.main
        if full not in self._mounted:
            raise failure(errno.ENODEV)
        return self._mounted[full]

    def listdir(self, path: str) -> list[str]:
        volume, inside = self.place(path)
        names = volume.listdir(inside)
        points = [at[1:] for at in self._mounted] if self.absolute(path) == "/" else []
        return sorted({*names, *points})

    def names(self, folder: str) -> set[str]:
        """Return the names in a folder in lower case; none if it does not exist."""
        try:
            return {name.lower() for name in self.listdir(folder)}
        except OSError:
            return set()

    def open(self, path: str | os.PathLike[str], mode: str = "r", buffering: int = -1,
             encoding: str | None = None) -> IO[Any]:
        """Open a file like the device's `open`; EROFS for writing while the drive is read-only."""
        volume, inside = self.place(path)
        fault = self._fault_of(volume, inside)
        try:
            if not fault:
                opened: IO[Any] = volume.open(inside, mode)
                return opened
            return _open_spoiled(self.main, inside, fault, mode)
        except OSError as error:
            named = () if error.errno in (errno.EROFS, errno.EIO) else (path,)
            raise failure(error.errno or errno.EIO, *named) from None

    def name_of(self, file: Any) -> str:
        """Return the device path of an open file, "" for a file that is not on the drive."""
        for point, volume in {**self._mounted, "": self.main}.items():
            name = volume.name_of(file)
            if name is not None:
                return f"{point}/{name}".lstrip("/")
        return ""

    def read(self, path: str) -> bytes | None:
        """Return the file's bytes, None if there is no such file."""
        volume, inside = self.place(path)
        if self._fault_of(volume, inside):
            raise failure(errno.EIO)
        return volume.read(inside)

    def is_file(self, path: str) -> bool:
        volume, inside = self.place(path)
        return volume.is_file(inside)

    def has_folder(self, path: str) -> bool:
        volume, inside = self.place(path)
        return volume.has_folder(inside)

    def _fault_of(self, volume: FileSystem, inside: str) -> str:
        """Return "open" or "read" for an existing file of the drive that a test has spoiled."""
        if not self._faults.unreadable or volume is not self.main:
            return ""
        spoiled = {self.main.host(name.lstrip("/")): at
                   for name, at in self._faults.unreadable.items()}
        host = self.main.host(inside)
        return spoiled.get(host, "") if host.is_file() else ""


def _open_spoiled(volume: Volume, inside: str, fault: str, mode: str) -> IO[Any]:
    if set(mode) & set("wax+"):
        volume.require_writable()
        fault = "open"
    if fault == "open":
        raise failure(errno.EIO)
    file = io.BufferedReader(_BadSectors(volume.host(inside)))
    return file if "b" in mode else io.TextIOWrapper(file, encoding="utf-8")


class _BadSectors(io.FileIO):
    """A file whose sectors cannot be read; every read through a buffer ends up here."""

    def readinto(self, buffer: Any, /) -> NoReturn:
        raise failure(errno.EIO)

    def readall(self) -> NoReturn:
        raise failure(errno.EIO)
