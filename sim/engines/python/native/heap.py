# SPDX-License-Identifier: MIT
"""Takes the program's large blocks from the board's heap before this computer makes them.

`allocate` takes one block. The other functions stand for operations whose result may be far larger
than their operands (`sim.engines.python.compiler.guards` plants the calls): they check the result's
size before anything is computed. `exponent`, `factor` and `shift` return their second operand, for
augmented assignments. `use` says whose heap it is.
"""

import builtins
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

# Names of these functions in a compiled program. No program can write them, because of the dot.
POWER, EXPONENT, TIMES, FACTOR = "sim.power", "sim.exponent", "sim.times", "sim.factor"
SHIFTED, SHIFT, COUNTED, ZEROS = "sim.shifted", "sim.shift", "sim.counted", "sim.zeros"
# The least memory that an item takes on the board, where an object is a word.
ITEM_BYTES: dict[type, int] = {str: 1, bytes: 1, bytearray: 1, array: 1, list: 4, tuple: 4}
# The largest block that a board has, before anything is taken.
HEAP_BYTES = 198_528
# The largest number of bytes that the chip can count.
WORD = 0xFFFFFFFF


class Heap(Protocol):
    """A program's heap: `allocate` raises MemoryError, `keep` takes a block while `owner` lives."""

    def allocate(self, size: int) -> object: ...

    def keep(self, owner: Any, size: int) -> None: ...

    def release(self, owner: Any) -> None: ...


_in_use: list[Heap | None] = [None]


@contextmanager
def use(heap: Heap) -> Iterator[None]:
    """Take blocks from this heap."""
    before, _in_use[0] = _in_use[0], heap
    try:
        yield
    finally:
        _in_use[0] = before


def allocate(size: int) -> int:
    """Return `size`. Raises MemoryError, worded as on the device, if no block can be so large."""
    if size > HEAP_BYTES:
        raise MemoryError(f"memory allocation failed, allocating {min(size, WORD)} bytes")
    if _in_use[0] and size > 0:
        _in_use[0].allocate(size)
    return size


def keep(owner: Any, size: int) -> None:
    """Take a block that `owner` gives back when it is gone. Raises MemoryError."""
    if _in_use[0] and size <= HEAP_BYTES:
        _in_use[0].keep(owner, size)
    else:
        allocate(size)


def release(owner: Any) -> None:
    """Give the block of `owner` back at once."""
    if _in_use[0]:
        _in_use[0].release(owner)


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
