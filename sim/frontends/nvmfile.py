# SPDX-License-Identifier: MIT
"""The file that keeps the chip's nvm between runs, and the lock that lets one run write it.

The lock is the operating system's, on a file beside it: it ends with the process, even by a crash.
A run that finds the file locked starts with what is saved there, and saves nothing.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from ..board import nvm
from ..board.drive import beside
from ..engines.signals import finishing
from ..errors import UserError
from .files import require_writable, write_whole

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """Locks `path` against other locks of it, in this process and others; `held` says whether."""

    def __init__(self, path: Path):
        whole = Path(os.path.realpath(path))
        self._path = beside(whole, "lock")
        try:
            self._file = self._locked()
        except OSError as error:
            raise UserError(f"cannot lock {path}: {error.strerror}: name a file in another "
                            "folder") from None

    @property
    def held(self) -> bool:
        return self._file is not None

    def release(self) -> None:
        """Remove the file of the lock; on Windows an open file stays, so one that others hold."""
        if self._file is None:
            return
        if os.name == "nt":
            self._file.close()
        with suppress(OSError):
            self._path.unlink()
        self._file.close()
        self._file = None

    def _locked(self) -> IO[bytes] | None:
        """Return the locked file, None if another has it; its holder may just have removed it."""
        while True:
            file = open(self._path, "ab")  # noqa: SIM115 - stays open while the lock is held
            try:
                _lock(file)
            except (BlockingIOError, PermissionError):
                file.close()
                return None
            if self._is_at_path(file):
                return file
            file.close()

    def _is_at_path(self, file: IO[bytes]) -> bool:
        try:
            return os.path.samestat(os.fstat(file.fileno()), os.stat(self._path))
        except FileNotFoundError:
            return False


class NvmFile:
    """A file that keeps the nvm; a context manager. `content` is None until the file exists.

    Args:
        tell: takes a sentence when nothing can be saved.

    Raises UserError for a file that holds no nvm or cannot be written.
    """

    def __init__(self, path: Path, tell: Callable[[str], None]):
        require_writable(path)
        self.path = path
        self._tell = tell
        self._lock = Lock(path)
        self._unsaved: bytes | None = None
        self._has_warned = False
        try:
            self.content = _read(path) if path.exists() else None
        except UserError:
            self._lock.release()
            raise
        if not self._lock.held:
            tell(f"{path} is in use by another PyPortal: this one starts with what is saved there "
                 "and saves nothing; close the other one first, or name another file with --nvm")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._lock.release()

    @property
    def is_saved(self) -> bool:
        return self._unsaved is None

    def save(self, content: bytes | bytearray) -> None:
        """Write the nvm if it differs from the file; tell once if that fails."""
        if content == self.content:
            self._unsaved = None
        elif content != self._unsaved:
            self._write(bytes(content))

    def save_last(self, content: bytes | bytearray) -> None:
        """Write the nvm at the end of a run, and tell if it could not be written."""
        with finishing():
            self.save(content)
            if self._unsaved is not None and self._lock.held:
                self._write(self._unsaved)
        if self._unsaved is not None:
            self._tell(f"{self.path} was not saved: what the board has stored in this run is lost")

    def _write(self, content: bytes) -> None:
        self._unsaved = content
        if not self._lock.held:
            return
        try:
            write_whole(self.path, content)
        except UserError as error:
            if not self._has_warned:
                self._tell(f"{error}; the program goes on, and saving is tried again when its nvm "
                           "changes and when it ends")
            self._has_warned = True
            return
        self.content, self._unsaved, self._has_warned = content, None, False


def _read(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read the nvm file {path}: {error.strerror}") from None
    if len(content) != nvm.BYTES:
        raise UserError(f"{path} is not an nvm file: it has {len(content)} bytes, the chip's nvm "
                        f"has {nvm.BYTES}; name another file or remove this one")
    return content
