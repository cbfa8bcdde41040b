# SPDX-License-Identifier: MIT
"""The device's memory, as far as it bounds a program here: no single block can be larger than it.

The host's objects are of other sizes than the device's, so what is taken is not added up.
"""

# What a program finds free on a fresh board.
HEAP_BYTES = 184_800


def allocate(size: int) -> int:
    """`size` bytes in one block, or MemoryError as the device words it."""
    if size > HEAP_BYTES:
        raise MemoryError(f"memory allocation failed, allocating {size} bytes")
    return size
