# SPDX-License-Identifier: MIT
"""Operations whose result may be far larger than what they are given.

They are refused before anything is made where one block would be larger than the board's memory,
as on the board. `sim.program.sizeguard` puts the calls into a program's code. `exponent`, `factor`
and `shift` return their second operand, for what changes the first one in place.
"""

import builtins
from array import array
from typing import Any

from .heap import allocate

# What the compiler puts into a program; no program can write them, for the dot.
POWER, EXPONENT, TIMES, FACTOR = "sim.power", "sim.exponent", "sim.times", "sim.factor"
SHIFTED, SHIFT, COUNTED, ZEROS = "sim.shifted", "sim.shift", "sim.counted", "sim.zeros"
# What an item takes on the board, at least: an object is a word there.
ITEM_BYTES: dict[type, int] = {str: 1, bytes: 1, bytearray: 1, array: 1, list: 4, tuple: 4}


def power(base: Any, power: Any, modulus: Any = None, /) -> Any:
    return builtins.pow(base, exponent(base, power) if modulus is None else power, modulus)


power.__name__ = power.__qualname__ = "pow"


def exponent(base: Any, power: Any, /) -> Any:
    if isinstance(base, int) and isinstance(power, int):
        bits = abs(base).bit_length()
        if bits > 1 and power > 1:
            allocate((bits - 1) * power // 8)
    return power


def times(left: Any, right: Any, /) -> Any:
    """Of text or a list and a number either may be on the left."""
    if type(left) in ITEM_BYTES:
        factor(left, right)
    elif type(right) in ITEM_BYTES:
        factor(right, left)
    return left * right


def factor(sequence: Any, count: Any, /) -> Any:
    if isinstance(count, int) and type(sequence) in ITEM_BYTES:
        allocate(len(sequence) * ITEM_BYTES[type(sequence)] * count)
    return count


def shifted(left: Any, right: Any, /) -> Any:
    return left << shift(left, right)


def shift(left: Any, right: Any, /) -> Any:
    if isinstance(left, int) and isinstance(right, int) and left:
        allocate((left.bit_length() + right) // 8)
    return right


def counted(count: Any, /) -> Any:
    """The same, for what makes so many bytes or characters."""
    return allocate(count) if isinstance(count, int) else count


def zeros(count: Any, /) -> Any:
    """What `bytes` makes so many zeros of. Memory that has never been written is only lent by the
    computer, too fast for a look at how much there is: this has been written.
    """
    return bytearray(allocate(count)) if isinstance(count, int) and count > 0 else count


HIDDEN = {POWER: power, EXPONENT: exponent, TIMES: times, FACTOR: factor, SHIFTED: shifted,
          SHIFT: shift, COUNTED: counted, ZEROS: zeros}
