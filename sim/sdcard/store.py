# SPDX-License-Identifier: MIT
"""Blocks in a file on the host; those beyond its end read zero."""

from typing import BinaryIO

from ..fat.blocks import BLOCK


class Store:
    """`written` are the numbers of the blocks that were written since it was emptied."""

    def __init__(self, file: BinaryIO):
        self._file = file
        self.written: set[int] = set()

    def read(self, first: int, count: int) -> bytes:
        self._file.seek(first * BLOCK)
        return self._file.read(count * BLOCK).ljust(count * BLOCK, b"\0")

    def write(self, first: int, data: bytes) -> None:
        self._file.seek(first * BLOCK)
        self._file.write(data)
        self.written.update(range(first, first + len(data) // BLOCK))

    def sync(self) -> None:
        self._file.flush()

    def close(self) -> None:
        self._file.close()
