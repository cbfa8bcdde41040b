# SPDX-License-Identifier: MIT
"""A device of blocks, and a window through which its tables are read and changed.

As in FatFs the window is one block: what is changed in it is written when another is looked at.
"""

from typing import Protocol

BLOCK = 512


class Blocks(Protocol):
    """Blocks of 512 bytes. Its methods raise OSError as the device words it."""

    def read(self, first: int, count: int) -> bytes: ...

    def write(self, first: int, data: bytes) -> None: ...

    def sync(self) -> None:
        """Wait until all is written."""


class Window:
    """`copied` are the first blocks of a table's copies, and its size in blocks: what is written to
    the first copy is written to the others too.
    """

    def __init__(self, blocks: Blocks):
        self.blocks = blocks
        self.copied: tuple[tuple[int, ...], int] = ((), 0)
        self._at = -1
        self._data = bytearray(BLOCK)
        self._changed = False

    def read(self, block: int, at: int, size: int) -> bytes:
        """`size` bytes from byte `at` of a block; they may reach into those after it."""
        block, at = block + at // BLOCK, at % BLOCK
        self._look_at(block)
        found = bytes(self._data[at : at + size])
        if len(found) < size:
            found += self.read(block + 1, 0, size - len(found))
        return found

    def write(self, block: int, at: int, data: bytes) -> None:
        """The same places as `read`."""
        block, at = block + at // BLOCK, at % BLOCK
        self._look_at(block)
        fitting = data[: BLOCK - at]
        self._data[at : at + len(fitting)] = fitting
        self._changed = True
        if len(fitting) < len(data):
            self.write(block + 1, 0, data[len(fitting) :])

    def flush(self) -> None:
        if self._changed:
            self._changed = False
            for block in self._places():
                self.blocks.write(block, bytes(self._data))

    def forget(self, first: int, count: int) -> None:
        """These blocks are about to be written past the window, as whole blocks."""
        if first <= self._at < first + count:
            self._at, self._changed = -1, False

    def sync(self) -> None:
        self.flush()
        self.blocks.sync()

    def _places(self) -> list[int]:
        """Where the window's block belongs."""
        starts, size = self.copied
        if starts and starts[0] <= self._at < starts[0] + size:
            return [start + self._at - starts[0] for start in starts]
        return [self._at]

    def _look_at(self, block: int) -> None:
        if block != self._at:
            self.flush()
            self._at = -1
            self._data[:] = self.blocks.read(block, 1)
            self._at = block
