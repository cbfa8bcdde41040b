# SPDX-License-Identifier: MIT
"""Writes a file to a drive whole or not at all, for `tools.deploy`.

The bytes go to a temporary name in the same folder, are pushed to the medium, read back, and only
then renamed over the old file: a full drive or a pulled cable leaves the old file as it was.
"""

import contextlib
import errno
import os
from pathlib import Path


def write(path: Path, data: bytes) -> None:
    """Raises OSError with `path` as its filename; EIO if the drive gives back other bytes."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        push(temporary, data)
        require_content(temporary, data)
        os.replace(temporary, path)
        push_name(path)
        require_content(path, data)
    except OSError as error:
        error.filename, error.filename2 = str(path), None  # a temporary name tells the user nothing
        raise
    finally:
        discard(temporary)


def push(path: Path, data: bytes) -> None:
    """Write, wait until the medium has it, and drop the system's copy: reading asks the medium."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def push_name(path: Path) -> None:
    """The new name, too, must be on the medium when the user unplugs it. Not every system can."""
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def require_content(path: Path, data: bytes) -> None:
    if path.read_bytes() != data:
        raise OSError(errno.EIO, "what was read back is not what was written")


def discard(path: Path) -> None:
    with contextlib.suppress(OSError):  # if the drive is gone, the error before this one says so
        path.unlink(missing_ok=True)
