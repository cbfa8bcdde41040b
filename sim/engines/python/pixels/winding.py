# SPDX-License-Identifier: MIT
"""Finds the pixels in a polygon: those that its edges wind around."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]


def winding(points: Sequence[tuple[int, int]], x1: int, y1: int, x2: int, y2: int) -> Places:
    """Return how often the edges wind around each pixel: an edge counts to the left of itself."""
    steps = np.zeros((y2 - y1, x2 - x1 + 1), np.int64)
    for (xa, ya), (xb, yb) in zip(points, [*points[1:], *points[:1]], strict=True):
        ys = np.arange(max(min(ya, yb), y1), min(max(ya, yb), y2))
        if ys.size:
            crossing = xa - ((ya - ys) * (xb - xa)) // (yb - ya)
            up = 1 if yb > ya else -1
            steps[ys - y1, 0] += up
            steps[ys - y1, np.clip(crossing - x1, 0, x2 - x1)] -= up
    return steps.cumsum(axis=1)[:, :-1]
