# SPDX-License-Identifier: MIT
"""The device's memory, as far as it limits a program here: no single block can be larger.

The host's objects differ in size from the device's, so allocations are not added up.
"""

# What is free when a program starts on a board.
HEAP_BYTES = 184_800
# The largest number of bytes that the chip can count.
WORD = 0xFFFFFFFF


def allocate(size: int) -> int:
    """`size` bytes in one block, or MemoryError as the device words it."""
    if size > HEAP_BYTES:
        raise MemoryError(f"memory allocation failed, allocating {min(size, WORD)} bytes")
    return size
