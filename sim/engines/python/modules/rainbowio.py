# SPDX-License-Identifier: MIT
"""rainbowio: a wheel of colours."""

from ..native.arguments import number

__all__ = ["colorwheel"]

# The first of each third of the wheel, and the bits of the colours that grow and shrink in it.
THIRDS = (85, 0, 8, 16), (170, 85, 0, 8), (256, 170, 16, 0)


def colorwheel(n: float) -> int:
    """Return 0xRRGGBB for 0–255: from red through green and blue to red again."""
    place = number(n)
    place -= max(0, int(place / 256)) * 256
    start, rising, falling = next(third[1:] for third in THIRDS if place < third[0])
    step = min(255, int((place - start) * 3))
    return (step << rising) | ((255 - step) << falling)
