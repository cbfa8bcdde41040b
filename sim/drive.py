# SPDX-License-Identifier: MIT
"""The CIRCUITPY drive: a folder of the host's, seen by the program as `/`.

`/x` and `x` name the same file. Nothing outside the folder can be reached. As on a board that is
plugged into a computer, the program may read it and not write, unless it is remounted.
"""

import errno
import io
import os
from pathlib import Path, PurePosixPath
from typing import IO, Any, NoReturn

from sim.faults import Faults

PROGRAM_NAMES = ("code.py", "code.txt", "main.py", "main.txt")


class Drive:
    """`root` is a drive folder, or a program file, whose folder then is the drive."""

    def __init__(self, root: str | os.PathLike[str], faults: Faults | None = None):
        path = Path(root)
        self._faults = faults or Faults()
        if not path.exists():
            raise ValueError(f"{path} does not exist: name a CIRCUITPY folder or a .py file")
        self.root = (path if path.is_dir() else path.parent).resolve()
        self.program = path.name if path.is_file() else self._find_program(path)
        self.read_only = True
        self.directory = PurePosixPath("/")

    def _find_program(self, folder: Path) -> str:
        for name in PROGRAM_NAMES:
            if (folder / name).is_file():
                return name
        raise ValueError(f"{folder} holds no code.py: name a CIRCUITPY folder or a .py file")

    def resolve(self, path: str | os.PathLike[str]) -> Path:
        """The host's path of a device path. Raises OSError ENOENT outside the drive."""
        inside = os.path.normpath(str(self.directory / str(path))).lstrip("/")
        host = self.root / inside
        if ".." in inside.split("/") or not host.resolve().is_relative_to(self.root):
            raise OSError(errno.ENOENT, "No such file/directory", str(path))
        return host

    def open(self, path: str | os.PathLike[str], mode: str = "r", **options: Any) -> IO[Any]:
        """As the device's `open`; writing raises EROFS while the drive is read-only."""
        if self.read_only and set(mode) & set("wax+"):
            raise OSError(errno.EROFS, "Read-only filesystem")
        if "b" not in mode:
            options.setdefault("encoding", "utf-8")
        fault = self._fault_of(path)
        if fault:
            return _open_spoiled(self.resolve(path), fault, mode, options)
        try:
            return open(self.resolve(path), mode, **options)
        except OSError as error:
            raise _device_error(error, path) from None

    def name_of(self, file: Any) -> str:
        """The device path of an open file, empty for one that is not on the drive."""
        name = Path(str(getattr(file, "name", ""))).resolve()
        return name.relative_to(self.root).as_posix() if name.is_relative_to(self.root) else ""

    def read(self, path: str) -> bytes | None:
        """The file's bytes, None where there is no such file."""
        file = self.resolve(path)
        if not file.is_file():
            return None
        if self._fault_of(path):
            raise _unreadable()
        return file.read_bytes()

    def has_folder(self, path: str) -> bool:
        return self.resolve(path).is_dir()

    def _fault_of(self, path: str | os.PathLike[str]) -> str:
        """"open" or "read" for a file that is there and spoiled."""
        host = self.resolve(path)
        spoiled = {self.root / name.lstrip("/"): at for name, at in self._faults.unreadable.items()}
        return spoiled.get(host, "") if host.is_file() else ""


def _open_spoiled(host: Path, fault: str, mode: str, options: dict[str, Any]) -> IO[Any]:
    if fault == "open" or set(mode) & set("wax+"):
        raise _unreadable()
    file = io.BufferedReader(_BadSectors(host))
    return file if "b" in mode else io.TextIOWrapper(file, **options)


class _BadSectors(io.FileIO):
    """A file in the flash's broken part; with a buffer before it, all reading ends up here."""

    def readinto(self, buffer: Any, /) -> NoReturn:
        raise _unreadable()

    def readall(self) -> NoReturn:
        raise _unreadable()


def _unreadable() -> OSError:
    return OSError(errno.EIO, "Input/output error")


def _device_error(error: OSError, path: Any) -> OSError:
    if error.errno == errno.ENOENT:
        return OSError(errno.ENOENT, "No such file/directory", str(path))
    return OSError(error.errno, error.strerror, str(path))
