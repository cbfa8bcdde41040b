# SPDX-License-Identifier: MIT
"""A picture turned and scaled, as the core's `rotozoom` takes it from pixel to pixel.

Sums accumulate as in the core's loop, with doubles as in Blinka's.
"""

from dataclasses import dataclass
from math import cos, isfinite, sin

import numpy as np

from .colors import Mask, Values

# As far as the core's 16-bit numbers reach.
FAR = 32767


@dataclass(frozen=True)
class Turn:
    """The source's point px, py comes to ox, oy; `angle` is clockwise, in radians."""

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
        """(x1, y1, x2, y2) of what a source of this size may cover, within `clip`."""
        corners = [self._place(x, y) for x, y in ((0, 0), (width, 0), (width, height), (0, height))]
        left, top, right, bottom = clip
        xs, ys = zip(*corners, strict=True)
        return (max(left, min(right, *xs)), max(top, min(bottom, *ys)),
                min(right, max(left, *xs) + 1), min(bottom, max(top, *ys) + 1))

    def _place(self, x: int, y: int) -> tuple[int, int]:
        """Where a corner of the source comes to."""
        sine, cosine = sin(self.angle), cos(self.angle)
        across, down = x - self.px, y - self.py
        return (_whole(cosine * across * self.scale - sine * down * self.scale + self.ox),
                _whole(sine * across * self.scale + cosine * down * self.scale + self.oy))

    def sources(self, x1: int, y1: int, x2: int, y2: int) -> tuple[Values, Values]:
        """The source's (columns, rows) for each pixel of an area, as floats."""
        cosine, sine = cos(self.angle) / self.scale, sin(self.angle) / self.scale
        u = self.px - (self.ox * cosine + self.oy * sine) + y1 * sine
        v = self.py - (self.ox * -sine + self.oy * cosine) + y1 * cosine
        us, vs = _run(u, sine, y2 - y1), _run(v, cosine, y2 - y1)
        columns = _runs(us + x1 * cosine, cosine, x2 - x1)
        return columns, _runs(vs + x1 * -sine, -sine, x2 - x1)


def inside(columns: Values, rows: Values, clip: tuple[int, int, int, int]) -> Mask:
    x1, y1, x2, y2 = clip
    within: Mask = (columns >= x1) & (columns < x2) & (rows >= y1) & (rows < y2)
    return within


def _whole(value: float) -> int:
    return int(min(max(value, -FAR), FAR))


def _run(start: float, step: float, count: int) -> Values:
    """start, start + step, ... added up one by one."""
    return np.add.accumulate(np.concatenate(([start], np.full(max(0, count - 1), step))))[:count]


def _runs(starts: Values, step: float, count: int) -> Values:
    """A row for each start."""
    steps = np.full((len(starts), count), step)
    if count:
        steps[:, 0] = starts
    return np.add.accumulate(steps, axis=1)
