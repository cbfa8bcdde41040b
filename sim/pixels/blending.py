# SPDX-License-Identifier: MIT
"""Two pictures laid over each other by weights, as the core's `alphablend` does it.

Weights are counted in 256ths, and whole numbers are divided towards zero, as in C.
"""

from typing import Any

import numpy as np

from .colors import Mask, Values

FULL = 256
# Where the channels of a 16-bit pixel lie, and what brings them to eight bits.
CHANNELS = (0xF800, 8), (0x07E0, 3), (0x001F, -3)


class Blend:
    """`first` and `second` weigh the two pictures; `screen` keeps the lighter colours."""

    def __init__(self, first: float, second: float, screen: bool, mask: Values | None = None):
        self._first = int(first * FULL)
        self._second: Any = np.int64(int(second * FULL))
        self._screen = screen
        if mask is not None:
            self._second = _divide(self._second * mask.astype(np.int64), np.int64(255))

    def gray(self, one: Values, other: Values, wanted: tuple[Mask, Mask], target: Values) -> Values:
        """8-bit values; a pixel of which neither is wanted stays as in `target`."""
        both = np.clip(self._mixed(one.astype(np.int64), other.astype(np.int64)), 0, 255)
        return _choose(wanted, both, np.clip(self._alone(one, self._first), 0, 255),
                       np.clip(self._alone(other, self._second), 0, 255), target)

    def color(self, one: Values, other: Values, wanted: tuple[Mask, Mask], swapped: bool,
              target: Values) -> Values:
        """16-bit pixels of three channels, whose bytes may be swapped."""
        if swapped:
            one, other, target = one.byteswap(), other.byteswap(), target.byteswap()
        both, left, right = (np.zeros(one.shape, np.int64) for _ in range(3))
        for mask, shift in CHANNELS:
            a, b = (one & mask).astype(np.int64), (other & mask).astype(np.int64)
            mixed = self._mixed(_shifted(a, shift), _shifted(b, shift))
            both |= np.clip(_shifted(mixed, -shift) & mask, 0, mask)
            left |= self._alone(a, self._first) & mask
            right |= self._alone(b, self._second) & mask
        pixels = _choose(wanted, both, left, right, target).astype(np.uint16)
        return pixels.byteswap() if swapped else pixels

    def _alone(self, values: Values, weight: Any) -> Values:
        return _divide(values.astype(np.int64) * weight, np.int64(FULL))

    def _mixed(self, one: Values, other: Values) -> Values:
        below, above = one * self._first, other * self._second
        if self._screen:
            mixed = above + below - _divide(above * below, np.int64(65536))
        else:
            mixed = above + _divide(below * (FULL - self._second), np.int64(FULL))
        weight = self._first + self._second - _divide(
            self._first * self._second, np.int64(FULL))
        return _divide(mixed, weight)


def _choose(wanted: tuple[Mask, Mask], both: Values, left: Values, right: Values,
            target: Values) -> Values:
    first, second = wanted
    return np.where(first, np.where(second, both, left), np.where(second, right, target))


def _shifted(values: Values, shift: int) -> Values:
    return values >> shift if shift >= 0 else values << -shift


def _divide(dividend: Any, divisor: Any) -> Values:
    """As in C; on the chip a division by 0 gives 0."""
    quotient = np.abs(dividend) // np.where(divisor == 0, 1, np.abs(divisor))
    signed: Values = np.sign(dividend) * np.sign(divisor) * quotient
    return signed
