# SPDX-License-Identifier: MIT
"""A filter of the second order for a note (source: `shared-module/synthio/Biquad.c`).

Coefficients are those of Robert Bristow-Johnson's cookbook, in fractions of 32768 as the device has
them. The core approximates sine and cosine, well up to a quarter of the sample rate; here they are
exact.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..native.arguments import of_type
from ..native.enumeration import Enumeration
from .blocks import BlockInput, Tick, described, read

ONE = 1 << 15
WORD = 1 << 31


class FilterMode(Enumeration):
    """What a filter lets through."""

    __module__ = "synthio"

    LOW_PASS: "FilterMode"
    HIGH_PASS: "FilterMode"
    BAND_PASS: "FilterMode"
    NOTCH: "FilterMode"
    LOW_SHELF: "FilterMode"
    HIGH_SHELF: "FilterMode"
    PEAKING_EQ: "FilterMode"


class Biquad:
    """`A` is for shelves and peaks only; the frequency is in Hz of whatever plays the note."""

    frequency = BlockInput()
    Q = BlockInput()
    A = BlockInput()

    def __init__(self, mode: FilterMode, frequency: Any, Q: Any = 0.7071067811865475,
                 A: Any = None):
        self._mode = of_type(mode, FilterMode, "mode")
        self.frequency, self.Q, self.A = frequency, Q, A

    def __repr__(self) -> str:
        return described(self, ("mode", "frequency", "Q", "A"))

    @property
    def mode(self) -> FilterMode:
        return self._mode

    def _coefficients(self, tick: Tick) -> list[int]:
        """b0, b1, b2, a1, a2; none, which is silence, where they cannot be calculated."""
        angle = read(self.frequency, tick) * tick.radians
        try:
            alpha = math.sin(angle) / (2 * read(self.Q, tick))
            b, a = _polynomials(self._mode, math.cos(angle), alpha, read(self.A, tick))
            parts = [value / a[0] * ONE for value in (*b, a[1], a[2])]
            return [max(-WORD, min(WORD - 1, round(part))) for part in parts]
        except (ArithmeticError, ValueError):
            return [0, 0, 0, 0, 0]


class FilterMemory:
    """The last two frames that went into a note's filter and came out of it."""

    def __init__(self) -> None:
        self._x = self._y = (0, 0)

    def run(self, biquad: Biquad, samples: NDArray[np.int32], tick: Tick) -> NDArray[np.int32]:
        """Each frame needs the one before it."""
        b0, b1, b2, a1, a2 = biquad._coefficients(tick)
        (x0, x1), (y0, y1) = self._x, self._y
        out = []
        for x in samples.tolist():
            y = (b0 * x + b1 * x0 + b2 * x1 - a1 * y0 - a2 * y1 + ONE // 2) >> 15
            y = -0x8000 if y < -0x8000 else 0x7FFF if y > 0x7FFF else y
            x0, x1, y0, y1 = x, x0, y, y0
            out.append(y)
        self._x, self._y = (x0, x1), (y0, y1)
        return np.array(out, np.int32)


_Three = tuple[float, float, float]


def _polynomials(mode: Any, cos: float, alpha: float, a: float) -> tuple[_Three, _Three]:
    """Numerator and denominator."""
    if mode is FilterMode.LOW_SHELF:
        return _shelf(cos, alpha, a, 1)
    if mode is FilterMode.HIGH_SHELF:
        return _shelf(cos, alpha, a, -1)
    if mode is FilterMode.PEAKING_EQ:
        # The cookbook's last term is 1 - alpha * a: the core has a plus, and so sounds another way.
        return ((1 + alpha * a, -2 * cos, 1 + alpha * a), (1 + alpha / a, -2 * cos, 1 - alpha / a))
    numerators = {
        FilterMode.LOW_PASS: ((1 - cos) / 2, 1 - cos, (1 - cos) / 2),
        FilterMode.HIGH_PASS: ((1 + cos) / 2, -(1 + cos), (1 + cos) / 2),
        FilterMode.BAND_PASS: (alpha, 0.0, -alpha),
        FilterMode.NOTCH: (1.0, -2 * cos, 1.0),
    }
    return numerators[mode], (1 + alpha, -2 * cos, 1 - alpha)


def _shelf(cos: float, alpha: float, a: float, side: int) -> tuple[_Three, _Three]:
    """`side` is 1 for the low one, −1 for the high one."""
    more, less, root = a + 1, (a - 1) * side, 2 * math.sqrt(a) * alpha
    b = (a * (more - less * cos + root), 2 * a * side * (a - 1 - (a + 1) * cos * side),
         a * (more - less * cos - root))
    return b, (more + less * cos + root, -2 * side * (a - 1 + (a + 1) * cos * side),
               more + less * cos - root)
