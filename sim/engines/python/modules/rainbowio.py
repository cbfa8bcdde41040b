# SPDX-License-Identifier: MIT
"""rainbowio: a wheel of colours."""

from ..native.arguments import number

__all__ = ["colorwheel"]

THIRD = 85


def colorwheel(n: float) -> int:
    """Return 0xRRGGBB for 0–255: from red through green and blue to red again."""
    sector, step = divmod(int(number(n)) & 0xFF, THIRD)
    rising, falling = step * 3, 255 - step * 3
    wheel = (falling, rising, 0), (0, falling, rising), (rising, 0, falling)
    red, green, blue = wheel[sector % 3]
    return red << 16 | green << 8 | blue
