# SPDX-License-Identifier: MIT
"""Reads the figures of a program's heap from CircuitPython's own tables in the chip's memory.

Nothing tells where the tables are, but their contents identify them (py/gc.c): a table has two
bits for each block of 16 bytes in the pool that it describes, and a list links the pools. A pool is
allocated from the port's memory, whose blocks follow one another (lib/tlsf): what is free there
can become another pool.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engine import Heap

RAM = 0x2000_0000
BLOCK, BLOCKS_PER_BYTE = 16, 4
BYTES_PER_ENTRY = BLOCK * BLOCKS_PER_BYTE
# Between the table's length and the pool's bounds lie one or two other addresses.
MOST_BETWEEN = 3
# Words of the description of a pool, at the least; of them before the pool's bounds.
WORDS, SMALLEST = 7, 16
# In the size of a block of the port's memory: whether it is free, and the one before it.
FREE, FLAGS = 1, 3
# The port looks for memory in steps of a sixteenth of a power of two: it finds less than is free.
STEPS = 16

Words = NDArray[np.uint32]


class Area(NamedTuple):
    """A pool: the word of its description that holds the table's address, table and its size."""

    word: int
    table: int
    size: int


def figures(ram: NDArray[np.uint8]) -> Heap | None:
    """Return the figures of the heap in this RAM; None while there is none."""
    areas = list(_areas(ram.view(np.uint32)))
    if not areas:
        return None
    pools = [_blocks(ram[area.table - RAM:area.table - RAM + area.size]) for area in areas]
    used, free = (BLOCK * sum(pool[kind] for pool in pools) for kind in range(2))
    unclaimed = _unclaimed(ram.view(np.uint32), areas[0])
    return Heap(used, free + unclaimed, max(BLOCK * max(pool[2] for pool in pools), unclaimed))


def _areas(words: Words) -> Iterator[Area]:
    """Yield the pools in their list's order; one that an earlier program had is in no list."""
    found = {area.word: area for area in _described(words)}
    first = next((area for area in found.values() if not _is_within(area)), None)
    while first:
        yield first
        following = (int(words[first.word - 1]) - RAM) // 4 + 1
        first = found.pop(following, None)


def _is_within(area: Area) -> bool:
    """Say whether the description lies right before the table, as of every pool but the first."""
    return area.table - RAM - area.word * 4 <= 4 * (WORDS + MOST_BETWEEN)


def _described(words: Words) -> Iterator[Area]:
    """Yield what looks like the description of a pool: table, its size, …, the pool's bounds."""
    table, size = (words[at:len(words) - WORDS + at].astype(np.int64) for at in range(2))
    end = RAM + 4 * len(words)
    plausible = np.flatnonzero((table >= RAM) & (table < end) & (size >= SMALLEST)
                               & (size * BYTES_PER_ENTRY <= 4 * len(words)))
    for at in plausible.tolist():
        bounds = words[at + 2:at + 3 + MOST_BETWEEN].tolist()
        for low, high in pairwise(bounds):
            if (high - low == size[at] * BYTES_PER_ENTRY and high <= end
                    and low >= table[at] + size[at]):
                yield Area(at, int(table[at]), int(size[at]))


def _blocks(table: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Return how many blocks are used, free, and free in one piece."""
    used = (table[:, None] >> np.arange(0, 8, 2, dtype=np.uint8) & 3 != 0).ravel()
    edges = np.flatnonzero(np.concatenate(([True], used, [True])))
    return int(used.sum()), int((~used).sum()), int(np.diff(edges).max()) - 1


def _unclaimed(words: Words, first: Area) -> int:
    """Return the largest block of the port's memory that is free, at or after the first pool."""
    largest, at = 0, (first.table - RAM) // 4 - 1
    while at < len(words) and (size := int(words[at]) & ~FLAGS):
        if words[at] & FREE:
            largest = max(largest, size)
        at += size // 4 + 1
    return _fitting(largest)


def _fitting(size: int) -> int:
    """Return what can be asked for where so much is free: the port rounds a wish up to a step."""
    step = 1 << max(0, size.bit_length() - STEPS.bit_length())
    return size // step * step
