# SPDX-License-Identifier: MIT
"""The file allocation table: which cluster follows which, and which are free."""

import errno
from itertools import chain
from typing import Any

import numpy as np

from ..drive.words import failure
from .blocks import BLOCK, Window
from .shape import Shape

FREE = 0
# FAT32 leaves the upper four bits of an entry as they are.
MASKS = {12: 0xFFF, 16: 0xFFFF, 32: 0x0FFF_FFFF}


class Table:
    def __init__(self, window: Window, shape: Shape):
        self._window = window
        self._shape = shape
        self._mask = MASKS[shape.bits]
        self._searched = 2
        copies = (shape.fat + copy * shape.fat_blocks for copy in range(shape.fats))
        window.copied = (tuple(copies), shape.fat_blocks)

    def next(self, cluster: int) -> int:
        """The entry of a cluster: 0 if it is free, the next of its chain, or no cluster at all."""
        at, shift, size = self._place(cluster)
        raw = self._window.read(self._shape.fat, at, size)
        return int.from_bytes(raw, "little") >> shift & self._mask

    def chain(self, first: int) -> list[int]:
        """All clusters from `first` on; none for 0. Raises OSError EIO for a broken chain."""
        found: list[int] = []
        cluster = first
        while self._shape.holds(cluster) and len(found) <= self._shape.clusters:
            found.append(cluster)
            cluster = self.next(cluster)
        if first and cluster < self._mask & ~7:
            raise failure(errno.EIO)
        return found

    def extend(self, clusters: list[int]) -> None:
        """Append a free one to a chain. Raises OSError ENOSPC when there is none."""
        cluster = self._find_free()
        self._set(cluster, self._mask)
        if clusters:
            self._set(clusters[-1], cluster)
        clusters.append(cluster)

    def cut(self, clusters: list[int], length: int) -> None:
        """Free all clusters of a chain but the first `length`."""
        for cluster in clusters[length:]:
            self._set(cluster, FREE)
        del clusters[length:]
        if clusters:
            self._set(clusters[-1], self._mask)

    def count_free(self) -> int:
        self._window.flush()
        size = -(-(self._shape.clusters + 2) * self._shape.bits // 8 // BLOCK)
        raw = self._window.blocks.read(self._shape.fat, min(size + 1, self._shape.fat_blocks))
        return int(np.count_nonzero(self._entries(raw) == FREE))

    def _entries(self, raw: bytes) -> Any:
        """Of all clusters, from the bytes of a table."""
        bits, end = self._shape.bits, self._shape.clusters + 2
        if bits != 12:
            return np.frombuffer(raw, f"<u{bits // 8}")[2:end] & self._mask
        pairs = np.frombuffer(raw[: len(raw) // 3 * 3], np.uint8).reshape(-1, 3).astype(np.uint16)
        low = pairs[:, 0] | (pairs[:, 1] & 15) << 8
        return np.stack([low, pairs[:, 1] >> 4 | pairs[:, 2] << 4], 1).reshape(-1)[2:end]

    def _place(self, cluster: int) -> tuple[int, int, int]:
        """Its first byte in the table, the bits to leave out, how many bytes it lies in."""
        if self._shape.bits == 12:
            return cluster * 3 // 2, cluster % 2 * 4, 2
        size = self._shape.bits // 8
        return cluster * size, 0, size

    def _set(self, cluster: int, value: int) -> None:
        at, shift, size = self._place(cluster)
        raw = int.from_bytes(self._window.read(self._shape.fat, at, size), "little")
        raw = raw & ~(self._mask << shift) | (value & self._mask) << shift
        self._window.write(self._shape.fat, at, raw.to_bytes(size, "little"))

    def _find_free(self) -> int:
        """From the last one that was found on, and around."""
        end = self._shape.clusters + 2
        for cluster in chain(range(self._searched, end), range(2, self._searched)):
            if self.next(cluster) == FREE:
                self._searched = cluster + 1
                return cluster
        raise failure(errno.ENOSPC)
