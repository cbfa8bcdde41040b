# SPDX-License-Identifier: MIT
"""A picture in black and white whose dots are as dense as it is light, as the core's `dither`.

Errors are diffused in serpentine order: one row to the right, the next to the left.
"""

from typing import NamedTuple

import numpy as np

from .colors import Mask, Values

FULL = 256


class Algorithm(NamedTuple):
    """256ths of the error for the next pixel, and for others: (dx, dy, share)."""

    ahead: int
    others: tuple[tuple[int, int, int], ...]


ATKINSON = Algorithm(32, ((2, 0, 32), (-1, 1, 32), (0, 1, 32), (0, 2, 32)))
FLOYD_STENBERG = Algorithm(112, ((-1, 1, 48), (0, 1, 80), (1, 1, 16)))
# How far to the side an error may be diffused.
MARGIN = 2


def dithered(luminance: Values, algorithm: Algorithm) -> Mask:
    """`luminance` is (height, width), 0-255; True where a pixel is white."""
    height, width = luminance.shape
    rows = [[0] * MARGIN + row + [0] * MARGIN for row in luminance.tolist()]
    rows += [[0] * (width + 2 * MARGIN) for _ in range(2)]
    white, error = np.zeros((height, width), bool), 0
    for y in range(height):
        step = 1 if y % 2 == 0 else -1
        for x in range(width)[::step]:
            error += rows[y][x + MARGIN]
            if error >= 128:
                white[y, x] = True
                error -= 255
            for dx, dy, share in algorithm.others:
                rows[y + dy][x + MARGIN + step * dx] += _share(error, share)
            error = _share(error, algorithm.ahead)
    return white


def _share(error: int, share: int) -> int:
    """Divided towards zero, as in C."""
    part = abs(error) * share // FULL
    return part if error >= 0 else -part


def luminance(pixels: Values, swapped: bool, bgr: bool) -> Values:
    """0-255 for 16-bit pixels, with the weights of the core."""
    pixels = (pixels.byteswap() if swapped else pixels).astype(np.int64)
    red, green, blue = pixels >> 8 & 0xF8, pixels >> 3 & 0xFC, pixels << 3 & 0xF8
    if bgr:
        red, blue = blue, red
    return (red * 78 + green * 154 + blue * 29) // FULL
