# SPDX-License-Identifier: MIT
"""Implements functions that are native on a PyPortal in Python, without counting them."""

import board
from counter import counter


def readinto(bitmap, file, bits_per_pixel, **_):
    """Read the rows of a bitmap from its last to its first; a byte holds 1 or 2 pixels."""
    began = board.count()
    each, mask = 8 // bits_per_pixel, (1 << bits_per_pixel) - 1
    row = bytearray(bitmap.width * bits_per_pixel // 8)
    for y in range(bitmap.height - 1, -1, -1):
        file.readinto(row)
        for x in range(bitmap.width):
            shift = (each - 1 - x % each) * bits_per_pixel
            bitmap[x, y] = row[x // each] >> shift & mask
    counter.pardoned += board.count() - began


def fill_region(bitmap, x1, y1, x2, y2, value):
    began = board.count()
    for x in range(x1, x2):
        for y in range(y1, y2):
            bitmap[x, y] = value
    counter.pardoned += board.count() - began


def blit(bitmap, source, x, y, x1, y1, x2, y2, skip_source_index):
    began = board.count()
    for column in range(x2 - x1):
        for row in range(y2 - y1):
            value = source[x1 + column, y1 + row]
            if value != skip_source_index:
                bitmap[x + column, y + row] = value
    counter.pardoned += board.count() - began
