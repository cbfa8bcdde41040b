# SPDX-License-Identifier: MIT
"""bitmaptools: copying and drawing of bitmaps, on whole blocks with numpy.

Checks and results are those of `shared-bindings/bitmaptools` and `shared-module/bitmaptools`.
"""

from typing import Any

import numpy as np

from ..display.bitmap import (
    blit_block,
    block,
    check_bitmap,
    check_depth,
    check_format,
    check_value,
    clip_region,
    cut,
    draw,
    elements,
    mark,
    read_bytes,
    region,
)
from ..display.geometry import Turn, circle, connected, inside, line
from ..display.pictures import unpack
from ..native.arguments import int16, int_min, int_range, number, word
from . import machine

__all__ = ["arrayblit", "blit", "boundary_fill", "draw_circle", "draw_line", "draw_polygon",
           "fill_region", "readinto", "replace_color", "rotozoom"]
ON_FIRMWARE = ["BlendMode", "DitherAlgorithm", "alphablend", "dither"]

def rotozoom(dest_bitmap: Any, source_bitmap: Any, *, ox: Any = None, oy: Any = None,
             dest_clip0: Any = None, dest_clip1: Any = None, px: Any = None, py: Any = None,
             source_clip0: Any = None, source_clip1: Any = None, angle: Any = None,
             scale: Any = None, skip_index: Any = None) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    check_bitmap(source_bitmap, "source_bitmap")
    check_depth(dest_bitmap, source_bitmap)
    turn = Turn(
        _place(ox, dest_bitmap.width), _place(oy, dest_bitmap.height),
        _place(px, source_bitmap.width), _place(py, source_bitmap.height),
        0.0 if angle is None else number(angle), 1.0 if scale is None else _scale(scale))
    clip = clip_region(dest_bitmap, dest_clip0, dest_clip1)
    source_clip = clip_region(source_bitmap, source_clip0, source_clip1)
    skip = None if skip_index is None else word(skip_index)
    if turn.visible:
        _rotozoom(dest_bitmap, source_bitmap, turn, clip, source_clip, skip)


def _place(value: Any, size: int) -> int:
    return size // 2 if value is None else int16(word(value))


def _scale(scale: Any) -> float:
    return 1.0 if number(scale) < 0 else number(scale)


def _rotozoom(dest: Any, source: Any, turn: Turn, clip: Any, source_clip: Any, skip: Any) -> None:
    x1, y1, x2, y2 = turn.bounds(source.width, source.height, clip)
    if x1 >= x2 or y1 >= y2:
        return
    machine.meter.paint("rotozoom", (x2 - x1) * (y2 - y1))
    columns, rows = turn.sources(x1, y1, x2, y2)
    wanted = inside(columns, rows, source_clip)
    values = np.zeros(wanted.shape, source._values.dtype)
    values[wanted] = source._values[rows[wanted].astype(int), columns[wanted].astype(int)]
    if skip is not None:
        wanted &= values != skip
    np.copyto(block(dest, x1, y1, x2, y2), values, where=wanted, casting="unsafe")


def blit(dest_bitmap: Any, source_bitmap: Any, x: int, y: int, x1: int = 0, y1: int = 0,
         x2: int | None = None, y2: int | None = None, skip_source_index: int | None = None,
         skip_dest_index: int | None = None) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    int_range(x, 0, dest_bitmap.width, "x")
    int_range(y, 0, dest_bitmap.height, "y")
    check_bitmap(source_bitmap, "source_bitmap")
    x1, y1, x2, y2 = region(source_bitmap, x1, y1, x2, y2)
    check_depth(dest_bitmap, source_bitmap)
    machine.meter.paint("blit", (x2 - x1) * (y2 - y1))
    blit_block(dest_bitmap, x, y, source_bitmap._values[y1:y2, x1:x2], skip_source_index,
          skip_dest_index)


def arrayblit(bitmap: Any, data: Any, x1: int = 0, y1: int = 0, x2: int | None = None,
              y2: int | None = None, skip_index: int | None = None) -> None:
    check_bitmap(bitmap, "bitmap")
    values = elements(data)
    x1, y1, x2, y2 = region(bitmap, x1, y1, x2, y2)
    skip, count = None if skip_index is None else word(skip_index), (x2 - x1) * (y2 - y1)
    if values.size < count:
        raise IndexError("index out of range")
    machine.meter.paint("arrayblit", count)
    source = values[:count].reshape(y2 - y1, x2 - x1)
    target = block(bitmap, x1, y1, x2, y2)
    np.copyto(target, cut(bitmap, source), casting="unsafe",
              where=True if skip is None else source != skip)


def readinto(bitmap: Any, file: Any, bits_per_pixel: int, element_size: int = 1,
             reverse_pixels_in_element: bool = False, swap_bytes_in_element: bool = False,
             reverse_rows: bool = False) -> None:
    """Read rows of packed pixels, each row a whole number of elements."""
    check_bitmap(bitmap, "bitmap")
    check_format(word(bits_per_pixel), word(element_size))
    size = -(-bitmap.width * bits_per_pixel // (8 * element_size)) * element_size
    rows = read_bytes(file, size * bitmap.height).reshape(bitmap.height, size)
    if swap_bytes_in_element and element_size > 1:
        elements = rows.reshape(bitmap.height, size // element_size, element_size)
        rows = elements[:, :, ::-1].reshape(rows.shape)
    values = unpack(rows, bits_per_pixel, bitmap.width, bool(reverse_pixels_in_element))
    if bits_per_pixel == 24:
        values = (values & 0xFF) << 16 | values & 0xFF00 | values >> 16
    values = values[::-1] if reverse_rows else values
    block(bitmap, 0, 0, bitmap.width, bitmap.height)[...] = cut(bitmap, values)


# Any value, as an argument of `boundary_fill`.
ANY = 0x7FFFFFFF


def fill_region(dest_bitmap: Any, x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    check_value(dest_bitmap, value)
    x1, y1, x2, y2 = region(dest_bitmap, x1, y1, x2, y2)
    machine.meter.paint("fill_region", (x2 - x1) * (y2 - y1))
    block(dest_bitmap, x1, y1, x2, y2)[...] = value


def replace_color(dest_bitmap: Any, old_color: int, new_color: int) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    for color in old_color, new_color:
        check_value(dest_bitmap, color, "color out of range")
    values = block(dest_bitmap, 0, 0, dest_bitmap.width, dest_bitmap.height)
    values[values == old_color] = new_color


def boundary_fill(dest_bitmap: Any, x: int, y: int, fill_color_value: int,
                  replaced_color_value: int = ANY) -> None:
    """Fill the area connected to x, y, if the pixel there has the value to be replaced."""
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
    _draw(dest_bitmap, line(*(int16(word(at)) for at in (x1, y1, x2, y2))), value)


def draw_polygon(dest_bitmap: Any, xs: Any, ys: Any, value: int, close: bool = True) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    across, down = elements(xs), elements(ys)
    if across.itemsize != down.itemsize:
        raise ValueError("Coordinate arrays types have different sizes")
    if len(across) != len(down):
        raise ValueError("Coordinate arrays have different lengths")
    check_value(dest_bitmap, value)
    # CircuitPython reads them as signed numbers, those of `bytes` too.
    signed = [[int16(at) for at in side.view(f"i{side.itemsize}").tolist()]
              for side in (across, down)]
    points = list(zip(*signed, strict=True))
    ends = zip(points, points[1:] + points[: 1 if close else 0], strict=False)
    drawn = [point for start, end in ends for point in line(*start, *end)]
    _draw(dest_bitmap, drawn, value, beyond=0)


def draw_circle(dest_bitmap: Any, x: int, y: int, radius: int, value: int) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    check_value(dest_bitmap, value)
    int_range(x, 0, dest_bitmap.width, "x")
    int_range(y, 0, dest_bitmap.height, "y")
    drawn = circle(x, y, int16(int_min(word(radius), 0, "radius")))
    _draw(dest_bitmap, drawn, value, beyond=0)


def _draw(bitmap: Any, points: list[tuple[int, int]], value: int, beyond: int = 1) -> None:
    machine.meter.paint("draw", len(points))
    draw(bitmap, points, value, beyond)
