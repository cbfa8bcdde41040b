# SPDX-License-Identifier: MIT
"""Flood fill: which pixels of one value are connected."""

import numpy as np

from .colors import Mask, Values


def connected(values: Values, x: int, y: int) -> Mask:
    """The pixels that are reached from x, y over pixels of the same value, not diagonally."""
    height, width = values.shape
    rows = [bytearray(row) for row in (values == values[y, x]).view(np.uint8)]
    reached = np.zeros((height, width), bool)
    seeds = [(x, y)]
    while seeds:
        x, y = seeds.pop()
        row = rows[y]
        if not row[x]:
            continue
        left, right = row.rfind(0, 0, x) + 1, row.find(0, x) % (width + 1)
        row[left:right] = bytes(right - left)
        reached[y, left:right] = True
        for beside in (y - 1, y + 1):
            if 0 <= beside < height:
                seeds += [(start, beside) for start in _runs(rows[beside], left, right)]
    return reached


def _runs(row: bytearray, left: int, right: int) -> list[int]:
    """Where the runs of ones within left…right start."""
    starts = []
    at = row.find(1, left, right)
    while at >= 0:
        starts.append(at)
        end = row.find(0, at, right)
        at = row.find(1, end, right) if end >= 0 else -1
    return starts
