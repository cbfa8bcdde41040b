# SPDX-License-Identifier: MIT
"""io: files of the drive, and files in memory."""

from io import BytesIO, StringIO

from . import machine

__all__ = ["BytesIO", "IOBase", "StringIO", "open"]

open = machine.drive.open


class IOBase:
    """The base of a program's own streams, on which `print` and `json` can write."""
