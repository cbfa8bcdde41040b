# SPDX-License-Identifier: MIT
"""Drawing into one bitmap: areas, lines, circles."""

from typing import Any

import numpy as np

from ...native.arguments import int16, int_min, int_range, word
from ...pixels.bitmapregion import block, check_bitmap, check_value, draw, mark, region
from ...pixels.drawing import circle, line
from ...pixels.flood import connected
from ...pixels.pixeldata import elements

__all__ = ["boundary_fill", "draw_circle", "draw_line", "draw_polygon", "fill_region",
           "replace_color"]

# What stands for any value in `boundary_fill`.
ANY = 0x7FFFFFFF


def fill_region(dest_bitmap: Any, x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    check_value(dest_bitmap, value)
    x1, y1, x2, y2 = region(dest_bitmap, x1, y1, x2, y2)
    block(dest_bitmap, x1, y1, x2, y2)[...] = value


def replace_color(dest_bitmap: Any, old_color: int, new_color: int) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    check_value(dest_bitmap, old_color)
    check_value(dest_bitmap, new_color)
    values = block(dest_bitmap, 0, 0, dest_bitmap.width, dest_bitmap.height)
    values[values == old_color] = new_color


def boundary_fill(dest_bitmap: Any, x: int, y: int, fill_color_value: int,
                  replaced_color_value: int = ANY) -> None:
    """Fill the area connected to x, y, if that has the value to be replaced."""
    check_bitmap(dest_bitmap, "dest_bitmap")
    check_value(dest_bitmap, fill_color_value, "value out of range of target")
    if word(replaced_color_value) != ANY:
        check_value(dest_bitmap, replaced_color_value, "background value out of range of target")
    if not (0 <= word(x) < dest_bitmap.width and 0 <= word(y) < dest_bitmap.height):
        raise ValueError("out of range of target")
    if replaced_color_value in (ANY, dest_bitmap[x, y]):
        reached = connected(dest_bitmap._values, x, y)
        rows, columns = np.nonzero(reached)
        mark(dest_bitmap, columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        dest_bitmap._values[reached] = fill_color_value


def draw_line(dest_bitmap: Any, x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    check_value(dest_bitmap, value)
    draw(dest_bitmap, line(*(int16(word(at)) for at in (x1, y1, x2, y2))), value)


def draw_polygon(dest_bitmap: Any, xs: Any, ys: Any, value: int, close: bool = True) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    across, down = elements(xs), elements(ys)
    if across.itemsize != down.itemsize:
        raise ValueError("Coordinate arrays types have different sizes")
    if len(across) != len(down):
        raise ValueError("Coordinate arrays have different lengths")
    check_value(dest_bitmap, value)
    # The core reads them as signed numbers, those of `bytes` too.
    signed = [[int16(at) for at in side.view(f"i{side.itemsize}").tolist()]
              for side in (across, down)]
    points = list(zip(*signed, strict=True))
    for start, end in zip(points, points[1:] + points[: 1 if close else 0], strict=False):
        draw(dest_bitmap, line(*start, *end), value)


def draw_circle(dest_bitmap: Any, x: int, y: int, radius: int, value: int) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    check_value(dest_bitmap, value)
    int_range(x, 0, dest_bitmap.width, "x")
    int_range(y, 0, dest_bitmap.height, "y")
    draw(dest_bitmap, circle(x, y, int16(int_min(word(radius), 0, "radius"))), value)
