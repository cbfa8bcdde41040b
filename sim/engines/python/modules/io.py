# SPDX-License-Identifier: MIT
"""io: files of the drive, and files in memory."""

from io import BytesIO, StringIO

from . import machine

__all__ = ["BytesIO", "FileIO", "IOBase", "StringIO", "TextIOWrapper", "open"]

open = machine.drive.open


class IOBase:
    """The base of a program's own streams, on which `print` and `json` can write."""


class _OpenedOnly:
    def __new__(cls, *_: object) -> "_OpenedOnly":
        raise TypeError(f"cannot create '{cls.__name__}' instances")


class FileIO(_OpenedOnly):
    """A binary file, as `open` returns it."""


class TextIOWrapper(_OpenedOnly):
    """A text file, as `open` returns it."""
