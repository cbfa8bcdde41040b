# SPDX-License-Identifier: MIT
"""The pixels of lines, circles, polygons, flood fills and rotated pictures, as CircuitPython's
bitmaptools and vectorio choose them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, isfinite, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .colors import Mask, Values


def line(x1: int, y1: int, x2: int, y2: int) -> list[tuple[int, int]]:
    """Return the points of a line; they are the same from either end."""
    steep = abs(y2 - y1) > abs(x2 - x1)
    if steep:
        x1, y1, x2, y2 = y1, x1, y2, x2
    if x1 > x2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    error, points, y = (x2 - x1) // 2, [], y1
    for x in range(x1, x2 + 1):
        points.append((y, x) if steep else (x, y))
        error -= abs(y2 - y1)
        if error < 0:
            y += 1 if y1 < y2 else -1
            error += x2 - x1
    return points


def circle(x: int, y: int, radius: int) -> list[tuple[int, int]]:
    signs = (1, 1), (1, -1), (-1, 1), (-1, -1)
    return [(x + right * across, y + low * down) for dx, dy in _octant(radius)
            for across, down in ((dx, dy), (dy, dx)) for right, low in signs]


def _octant(radius: int) -> list[tuple[int, int]]:
    """Return an eighth of a circle around 0, 0, by Bresenham's algorithm."""
    points, x, y, error = [], 0, radius, 3 - 2 * radius
    while x <= y:
        points.append((x, y))
        if error <= 0:
            error += 4 * x + 6
        else:
            error += 4 * (x - y) + 10
            y -= 1
        x += 1
    return points


def connected(values: Values, x: int, y: int) -> Mask:
    """Return the pixels of a flood fill from x, y: those of its value, connected by edges."""
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
                seeds += [(start, beside) for start in _starts_of_runs(rows[beside], left, right)]
    return reached


def _starts_of_runs(row: bytearray, left: int, right: int) -> list[int]:
    """Return where the runs of ones within left…right start."""
    starts = []
    at = row.find(1, left, right)
    while at >= 0:
        starts.append(at)
        end = row.find(0, at, right)
        at = row.find(1, end, right) if end >= 0 else -1
    return starts


# CircuitPython's `rotozoom` counts pixels in 16 bits.
FAR = 32767


@dataclass(frozen=True)
class Turn:
    """A rotation by `angle` (clockwise, in radians) that moves the source's px, py to ox, oy.

    Sums accumulate as in CircuitPython's loop, in the chip's single precision.
    """

    ox: int
    oy: int
    px: int
    py: int
    angle: float
    scale: float

    @property
    def visible(self) -> bool:
        return isfinite(self.angle) and isfinite(self.scale) and self.scale != 0

    def bounds(self, width: int, height: int,
               clip: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """Return the area (x1, y1, x2, y2) within `clip` that a source of this size may cover."""
        corners = [self._place(x, y) for x, y in ((0, 0), (width, 0), (width, height), (0, height))]
        left, top, right, bottom = clip
        xs, ys = zip(*corners, strict=True)
        return (max(left, min(right, *xs)), max(top, min(bottom, *ys)),
                min(right, max(left, *xs) + 1), min(bottom, max(top, *ys) + 1))

    def _place(self, x: int, y: int) -> tuple[int, int]:
        """Return the target's point for a point of the source."""
        sine, cosine = sin(self.angle), cos(self.angle)
        across, down = x - self.px, y - self.py
        return (_whole(cosine * across * self.scale - sine * down * self.scale + self.ox),
                _whole(sine * across * self.scale + cosine * down * self.scale + self.oy))

    def sources(self, x1: int, y1: int, x2: int, y2: int) -> tuple[Values, Values]:
        """Return the source's (columns, rows) for each pixel of an area, as floats."""
        single = np.float32
        scale = single(self.scale)
        cosine = single(cos(single(self.angle))) / scale
        sine = single(sin(single(self.angle))) / scale
        u = self.px - _fused(self.oy, sine, single(self.ox) * cosine)
        v = self.py - _fused(self.oy, cosine, single(self.ox) * -sine)
        us = _sums(_fused(y1, sine, u), sine, y2 - y1)
        vs = _sums(_fused(y1, cosine, v), cosine, y2 - y1)
        columns = _rows_of_sums(_fused(x1, cosine, us), cosine, x2 - x1)
        return columns, _rows_of_sums(_fused(x1, -sine, vs), -sine, x2 - x1)


def _fused(factor: int, other: Any, term: Any) -> Any:
    """Multiply and add as the chip's VFMA does, which rounds once."""
    return (factor * np.float64(other) + np.float64(term)).astype(np.float32)


def inside(columns: Values, rows: Values, clip: tuple[int, int, int, int]) -> Mask:
    x1, y1, x2, y2 = clip
    within: Mask = (columns >= x1) & (columns < x2) & (rows >= y1) & (rows < y2)
    return within


def _whole(value: float) -> int:
    return int(min(max(value, -FAR), FAR))


def _sums(start: Any, step: Any, count: int) -> Values:
    """Return start, start + step, …, added up one by one."""
    steps = np.full(count, step, np.float32)
    steps[0] = start
    return np.add.accumulate(steps)


def _rows_of_sums(starts: Values, step: Any, count: int) -> Values:
    """Return a row of sums for each start."""
    steps = np.full((len(starts), count), step, np.float32)
    steps[:, 0] = starts
    return np.add.accumulate(steps, axis=1)


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
