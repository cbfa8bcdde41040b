# SPDX-License-Identifier: MIT
"""The device's heap, as far as it limits a program here: no single block can be larger.

The host's objects differ in size from the device's, so allocations are not added up. `allocate`
checks one block. The other functions stand for operations whose result may be far larger than
their operands (`sim.engines.python.compiler.guards` plants the calls): they check the result's size
before anything is computed. `exponent`, `factor` and `shift` return their second operand, for
augmented assignments.
"""

import builtins
from array import array
from typing import Any

# Names of these functions in a compiled program. No program can write them, because of the dot.
POWER, EXPONENT, TIMES, FACTOR = "sim.power", "sim.exponent", "sim.times", "sim.factor"
SHIFTED, SHIFT, COUNTED, ZEROS = "sim.shifted", "sim.shift", "sim.counted", "sim.zeros"
# The least memory that an item takes on the board, where an object is a word.
ITEM_BYTES: dict[type, int] = {str: 1, bytes: 1, bytearray: 1, array: 1, list: 4, tuple: 4}
# Free bytes when a program starts on a board.
HEAP_BYTES = 184_800
# The largest number of bytes that the chip can count.
WORD = 0xFFFFFFFF


def allocate(size: int) -> int:
    """Return `size`. Raises MemoryError, worded as on the device, if no block can be so large."""
    if size > HEAP_BYTES:
        raise MemoryError(f"memory allocation failed, allocating {min(size, WORD)} bytes")
    return size


def power(base: Any, power: Any, modulus: Any = None, /) -> Any:
    return builtins.pow(base, exponent(base, power) if modulus is None else power, modulus)


power.__name__ = power.__qualname__ = "pow"


def exponent(base: Any, power: Any, /) -> Any:
    """Return `power` after a check of the result's size."""
    if isinstance(base, int) and isinstance(power, int):
        bits = abs(base).bit_length()
        if bits > 1 and power > 1:
            allocate((bits - 1) * power // 8)
    return power


def times(left: Any, right: Any, /) -> Any:
    """Return `left * right`. A sequence to repeat may be on either side."""
    if type(left) in ITEM_BYTES:
        factor(left, right)
    elif type(right) in ITEM_BYTES:
        factor(right, left)
    return left * right


def factor(sequence: Any, count: Any, /) -> Any:
    """Return `count` after a check of the size of `sequence * count`."""
    if isinstance(count, int) and type(sequence) in ITEM_BYTES:
        allocate(len(sequence) * ITEM_BYTES[type(sequence)] * count)
    return count


def shifted(left: Any, right: Any, /) -> Any:
    return left << shift(left, right)


def shift(left: Any, right: Any, /) -> Any:
    """Return `right` after a check of the size of `left << right`."""
    if isinstance(left, int) and isinstance(right, int) and left:
        allocate((left.bit_length() + right) // 8)
    return right


def counted(count: Any, /) -> Any:
    """Return `count` after a check that as many bytes or characters fit."""
    return allocate(count) if isinstance(count, int) else count


def zeros(count: Any, /) -> Any:
    """Return an argument from which `bytes` makes `count` zeros in memory that has been written.

    A computer hands out memory that nobody has written yet without taking any, so that a program
    could outrun `sim.engines.python.limits`, which looks from time to time how much is taken.
    """
    return bytearray(allocate(count)) if isinstance(count, int) and count > 0 else count


HIDDEN = {POWER: power, EXPONENT: exponent, TIMES: times, FACTOR: factor, SHIFTED: shifted,
          SHIFT: shift, COUNTED: counted, ZEROS: zeros}
