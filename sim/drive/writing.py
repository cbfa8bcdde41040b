# SPDX-License-Identifier: MIT
"""Files that are written to: they end where the file system is full.

As in the core, what still fits is written before ENOSPC is raised.
"""

import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .words import failure

# How long a file may become, given its present and wanted length; the space is taken at once.
Grant = Callable[[int, int], int]


class Bounded:
    """A mixin before a class of `io`. `size` is what has been granted to the file."""

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


class _Writer(Bounded, io.BufferedWriter):
    """A file that is written."""


class _ReaderWriter(Bounded, io.BufferedRandom):
    """A file that is read and written."""


def open_to_write(host: Path, mode: str, grant: Grant) -> Any:
    """As `open`, with lines that end in a newline."""
    raw = io.FileIO(host, mode.replace("b", "").replace("t", ""))
    kind = _ReaderWriter if "+" in mode else _Writer
    return bounded(kind(raw), os.fstat(raw.fileno()).st_size, mode, grant)


def bounded(file: Any, size: int, mode: str, grant: Grant) -> Any:
    """`file` is a `Bounded` of `size` bytes; returns it, or for a text its lines."""
    file.grant, file.size = grant, size
    if "b" in mode:
        return file
    return io.TextIOWrapper(file, "utf-8", newline="\n", write_through=True)
