# SPDX-License-Identifier: MIT
"""Parts of bitmaps: checked as the core's bitmaptools does, marked as changed, written to."""

from typing import Any

import numpy as np

from ..native.arguments import int_range, of_type, pair, word
from .bitmap import Bitmap
from .colors import Values


def check_bitmap(bitmap: Any, name: str) -> None:
    of_type(bitmap, Bitmap, name)._check_usable()


def check_room(target: Any, source: Any) -> None:
    if target.bits_per_value < source.bits_per_value:
        raise ValueError("source palette too large")


def check_value(bitmap: Any, value: int, message: str = "out of range of target") -> None:
    if not 0 <= word(value) <= bitmap._bitmask:
        raise ValueError(message)


def region(bitmap: Any, x1: int, y1: int, x2: int | None,
           y2: int | None) -> tuple[int, int, int, int]:
    int_range(x1, 0, bitmap.width, "x1")
    x2 = bitmap.width if x2 is None else int_range(x2, x1, bitmap.width, "x2")
    int_range(y1, 0, bitmap.height, "y1")
    y2 = bitmap.height if y2 is None else int_range(y2, y1, bitmap.height, "y2")
    return x1, y1, x2, y2


def clip_region(bitmap: Any, first: Any, last: Any) -> tuple[int, int, int, int]:
    """The region between two corners, as far as it is in the bitmap."""
    corners = [pair(first or (0, 0)), pair(last or (bitmap.width, bitmap.height))]
    x1, x2 = sorted(min(max(x, 0), bitmap.width) for x, _ in corners)
    y1, y2 = sorted(min(max(y, 0), bitmap.height) for _, y in corners)
    return x1, y1, x2, y2


def mark(bitmap: Any, x1: int, y1: int, x2: int, y2: int) -> None:
    """Mark a region as changed."""
    bitmap._check_writable()
    if x1 < x2 and y1 < y2:
        bitmap.dirty(int(x1), int(y1), int(x2), int(y2))


def block(bitmap: Any, x1: int, y1: int, x2: int, y2: int) -> Values:
    """The values of a region, which the caller is going to change."""
    mark(bitmap, x1, y1, x2, y2)
    block: Values = bitmap._values[y1:y2, x1:x2]
    return block


def draw(bitmap: Any, points: list[tuple[int, int]], value: int) -> None:
    """Set those of the points that lie in the bitmap."""
    xs, ys = np.array(points, np.int64).reshape(-1, 2).T
    seen = (xs >= 0) & (ys >= 0) & (xs < bitmap.width) & (ys < bitmap.height)
    xs, ys = xs[seen], ys[seen]
    bitmap._check_writable()
    if xs.size:
        mark(bitmap, xs.min(), ys.min(), xs.max() + 1, ys.max() + 1)
        bitmap._values[ys, xs] = value


def blit_block(bitmap: Any, x: int, y: int, source: Values, skip_source: Any,
               skip_dest: Any) -> None:
    """Copy a block to a place; a bitmap may be shifted within itself."""
    target = block(bitmap, x, y, x + source.shape[1], y + source.shape[0])
    source = source[: target.shape[0], : target.shape[1]].copy()
    wanted = skip_source is None or source != word(skip_source)
    free = skip_dest is None or target != word(skip_dest)
    np.copyto(target, source, where=np.logical_and(wanted, free))
