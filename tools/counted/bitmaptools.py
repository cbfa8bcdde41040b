# SPDX-License-Identifier: MIT
"""What the PyPortal's core does natively, in Python, and not counted."""

import board
from counter import counter


def readinto(bitmap, file, bits_per_pixel, **_):
    """Rows of a bitmap from its last to its first; 2 or 1 pixels a byte."""
    began = board.count()
    each, mask = 8 // bits_per_pixel, (1 << bits_per_pixel) - 1
    row = bytearray(bitmap.width * bits_per_pixel // 8)
    for y in range(bitmap.height - 1, -1, -1):
        file.readinto(row)
        for x in range(bitmap.width):
            shift = (each - 1 - x % each) * bits_per_pixel
            bitmap[x, y] = row[x // each] >> shift & mask
    counter.pardoned += board.count() - began
