# SPDX-License-Identifier: MIT
"""random: the device's generator, yasmarang, so that a seed gives the same numbers as there.

Source: Ilya Levin's yasmarang (public domain) as CircuitPython's shared-module/random uses it.
"""

from collections.abc import Sequence
from typing import Any

from ..native.arguments import number, word
from . import machine

__all__ = ["choice", "getrandbits", "randint", "random", "randrange", "seed", "uniform"]

WORD = 0xFFFFFFFF
MANTISSA_BITS = 23


class _Yasmarang:
    """The generator, of 32 bits a call."""

    def __init__(self) -> None:
        self.seeded = False

    def seed(self, seed: int) -> None:
        self.seeded = True
        self.pad = seed & WORD
        self.n, self.d, self.dat = 69, 233, 0

    def next(self) -> int:
        """Return 32 bits; without a seed, the first call takes one from the chip's noise."""
        if not self.seeded:
            self.seed(int.from_bytes(machine.entropy.randbytes(4), "little"))
        pad = (self.pad + self.dat + self.d * self.n) & WORD
        pad = ((pad << 3) + (pad >> 29)) & WORD
        self.pad, self.n = pad, pad | 2
        self.d ^= ((pad << 31) + (pad >> 1)) & WORD
        self.dat = (self.dat ^ pad ^ (self.d >> 8) ^ 1) & 0xFF
        return (pad ^ (self.d << 5) ^ (pad >> 18) ^ (self.dat << 1)) & WORD


_generator = _Yasmarang()


def seed(seed: int) -> None:
    """Seed the generator with the lowest 32 bits."""
    if not isinstance(seed, int):
        raise TypeError(f"can't convert {type(seed).__name__} to int")
    _generator.seed(seed)


def getrandbits(k: int) -> int:
    if not 0 <= word(k) <= 32:
        raise ValueError
    return _generator.next() & ((1 << k) - 1)


def _below(bound: int) -> int:
    mask = (1 << bound.bit_length()) - 1
    while (drawn := _generator.next() & mask) >= bound:
        pass
    return drawn


def randrange(start: int, stop: int | None = None, step: int = 1) -> int:
    """Return a number of a range, given as to `range`."""
    if stop is None:
        start, stop = 0, start
    if word(step) == 0:
        raise ValueError("randrange step cannot be zero")
    count = len(range(word(start), word(stop), step))
    if count <= 0:
        raise ValueError("invalid step" if step != 1 else "stop not reachable from start")
    return start + step * _below(count)


def randint(a: int, b: int) -> int:
    if word(a) > word(b):
        raise ValueError
    return a + _below(b - a + 1)


def choice(seq: Sequence[Any]) -> Any:
    if not hasattr(seq, "__len__"):
        raise TypeError(f"object of type '{type(seq).__name__}' has no len()")
    if not len(seq):
        raise IndexError("empty sequence")
    at = _below(len(seq))
    try:
        return seq[at]
    except LookupError:  # of a dict, which has a length too
        raise KeyError(at) from None


def random() -> float:
    return (_generator.next() & ((1 << MANTISSA_BITS) - 1)) / (1 << MANTISSA_BITS)


def uniform(a: float, b: float) -> float:
    return number(a) + (number(b) - number(a)) * random()
