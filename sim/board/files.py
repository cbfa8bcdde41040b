# SPDX-License-Identifier: MIT
"""The files that a program opens: Python's own, with the manners of CircuitPython's.

A `Raw` holds the bytes: a file of a folder, or one on blocks (`sim.board.fat`). `opened` puts
Python's buffers around it. They end where the file system is full, take text and bytes alike, and
raise the board's errors (source: `extmod/vfs_fat_file.c`).
"""

import errno
import io
import os
from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol

from .failures import failure

# The types of entries in `stat` and `ilistdir`.
FOLDER, FILE = 0x4000, 0x8000


class Raw(Protocol):
    """A file without buffer, as Python's `io.RawIOBase`; `size` is what it holds in bytes."""

    @property
    def size(self) -> int: ...

    def writable(self) -> bool: ...

    def reserve(self, wanted: int) -> int:
        """Take space for so many bytes; return how many the file may have."""

    def truncate(self, size: int, /) -> int: ...

    def sync(self) -> None:
        """Write down what is not in the file's own blocks, such as its size."""


def is_mode(mode: str) -> bool:
    """Say whether the board's `open` takes this mode."""
    letters = set(mode)
    return (len(letters) == len(mode) and letters <= set("rwxabt+")
            and len(letters & set("rwxa")) == 1 and not letters >= {"b", "t"})


def sought(raw: Raw, at: int, offset: int, whence: int) -> int:
    """Return the position after a seek from `at`; one that is only read is not left."""
    start = {os.SEEK_SET: 0, os.SEEK_CUR: at, os.SEEK_END: raw.size}.get(whence)
    if start is None:
        return at
    if start + offset < 0 and whence == os.SEEK_SET:
        raise failure(errno.EINVAL)
    if raw.writable():
        return max(0, start + offset)
    return start + offset if 0 <= start + offset <= raw.size else raw.size


def opened(raw: Any, mode: str, buffer: int) -> Any:
    """Return what `open` returns for a raw file; `buffer` is in bytes. Text is UTF-8, and its
    lines end in a newline.
    """
    kind = _Reader if not raw.writable() else _ReaderWriter if "+" in mode else _Writer
    file = kind(raw, buffer)
    if "a" in mode:
        file.seek(0, os.SEEK_END)
    return file if "b" in mode else _Text(file, "utf-8", newline="\n", write_through=True)


def _answered(method: Callable[..., Any]) -> Callable[..., Any]:
    """Let a method raise EINVAL if the file is closed, EACCES if it is not open for this."""
    @wraps(method)
    def call(self: Any, *given: Any) -> Any:
        try:
            return method(self, *given)
        except UnicodeError:
            raise
        except ValueError:  # an UnsupportedOperation is one
            raise failure(errno.EINVAL if self.closed else errno.EACCES) from None

    return call


def _as_on_board(name: str) -> Callable[[type], type]:
    """Give a class the board's name, text and errors."""
    def shown(file: Any) -> str:
        return f"<io.{name} {id(file):#x}>"

    def change(kind: type) -> type:
        kind.__name__, kind.__qualname__, kind.__module__ = name, name, "builtins"
        kind.__repr__ = shown  # type: ignore[method-assign, assignment]
        for method in ("__iter__", "__next__", "flush", "read", "readinto", "readline",
                       "readlines", "seek", "write"):
            if hasattr(kind, method):
                setattr(kind, method, _answered(getattr(kind, method)))
        return kind

    return change


class _Bounded:
    """A file that ends where its file system is full; mix in before a class of `io`."""

    raw: Any

    def write(self, data: Any) -> int:
        """Write what fits, and then raise ENOSPC for the rest."""
        if isinstance(data, str):
            data = data.encode(errors="surrogatepass")
        view = memoryview(data).cast("B")
        start: int = self.tell()  # type: ignore[attr-defined]
        fitting = max(0, self.raw.reserve(start + len(view)) - start)
        written: int = super().write(view[:fitting])  # type: ignore[misc]
        if fitting < len(view):
            raise failure(errno.ENOSPC)
        return written

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Go to a place; one behind the end lengthens the file."""
        at: int = super().seek(offset, whence)  # type: ignore[misc]
        if at > self.raw.size:
            self.raw.truncate(self.raw.reserve(at))
            at = super().seek(0, os.SEEK_END)  # type: ignore[misc]
        return at

    def flush(self) -> None:
        super().flush()  # type: ignore[misc]
        self.raw.sync()


@_as_on_board("FileIO")
class _Reader(io.BufferedReader):
    """A file that is read."""


@_as_on_board("FileIO")
class _Writer(_Bounded, io.BufferedWriter):  # type: ignore[misc]
    """A file that is written."""


@_as_on_board("FileIO")
class _ReaderWriter(_Bounded, io.BufferedRandom):  # type: ignore[misc]
    """A file that is read and written."""


@_as_on_board("TextIOWrapper")
class _Text(io.TextIOWrapper):
    """A file of text, which is at one place, however far its decoder has read ahead."""

    buffer: Any

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        self._return()
        return super().seek(self.buffer.seek(offset, whence))

    def write(self, data: Any) -> int:
        self._return()
        written: int = self.buffer.write(data)
        if self.readable():
            self.buffer.flush()  # its `read1` would read what is older
        return written

    def readinto(self, buffer: Any) -> int:
        self._return()
        return self.buffer.readinto(buffer)  # type: ignore[no-any-return]

    def __next__(self) -> str:  # type: ignore[override]
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def _return(self) -> None:
        """Forget what was read ahead."""
        if self.readable():
            super().seek(self.tell())
