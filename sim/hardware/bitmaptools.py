# SPDX-License-Identifier: MIT
"""Tools that change bitmaps: the core's checks and results, on whole blocks with numpy.

They follow `shared-bindings/bitmaptools` and `shared-module/bitmaptools`. Only turning, blending
and dithering are Blinka's own loops over single pixels.
"""

from typing import IO, Any

import numpy as np

from sim.arguments import int_min, int_range
from sim.bmp import unpack
from sim.colors import Values
from sim.flood import connected
from sim.machine import Machine

__all__ = ["BlendMode", "DitherAlgorithm", "alphablend", "arrayblit", "blit", "boundary_fill",
           "dither", "draw_circle", "draw_line", "draw_polygon", "fill_region", "readinto",
           "replace_color", "rotozoom"]

machine: Machine
blinka: Any = machine.blinka.load("bitmaptools")
Bitmap = machine.hardware("displayio").Bitmap

BlendMode = blinka.BlendMode
DitherAlgorithm = blinka.DitherAlgorithm
alphablend = blinka.alphablend
dither = blinka.dither


def rotozoom(dest_bitmap: Any, source_bitmap: Any, *, dest_clip0: Any = None,
             dest_clip1: Any = None, source_clip0: Any = None, source_clip1: Any = None,
             **options: Any) -> None:
    """Blinka's, with the clip regions cut to the bitmaps."""
    if dest_bitmap.bits_per_value < source_bitmap.bits_per_value:
        raise ValueError("source palette too large")
    target = _clipped(dest_bitmap, dest_clip0, dest_clip1)
    source = _clipped(source_bitmap, source_clip0, source_clip1)
    blinka.rotozoom(dest_bitmap, source_bitmap, dest_clip0=target[0], dest_clip1=target[1],
                    source_clip0=source[0], source_clip1=source[1], **options)


def _clipped(bitmap: Any, *corners: Any) -> list[tuple[int, int]]:
    """The upper left and the lower right corner of a region."""
    first, last = corners[0] or (0, 0), corners[1] or (bitmap.width, bitmap.height)
    xs = sorted(min(max(x, 0), bitmap.width) for x in (first[0], last[0]))
    ys = sorted(min(max(y, 0), bitmap.height) for y in (first[1], last[1]))
    return list(zip(xs, ys, strict=True))


def fill_region(dest_bitmap: Any, x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    _check_bitmap(dest_bitmap, "dest_bitmap")
    _check_value(dest_bitmap, value)
    x1, y1, x2, y2 = _region(dest_bitmap, x1, y1, x2, y2)
    _block(dest_bitmap, x1, y1, x2, y2)[...] = value


def replace_color(dest_bitmap: Any, old_color: int, new_color: int) -> None:
    _check_bitmap(dest_bitmap, "dest_bitmap")
    _check_value(dest_bitmap, old_color)
    _check_value(dest_bitmap, new_color)
    values = _block(dest_bitmap, 0, 0, dest_bitmap.width, dest_bitmap.height)
    values[values == old_color] = new_color


def boundary_fill(dest_bitmap: Any, x: int, y: int, fill_color_value: int,
                  replaced_color_value: int | None = None) -> None:
    """Fill what hangs together with x, y, where that has the value to replace (None: any)."""
    _check_bitmap(dest_bitmap, "dest_bitmap")
    _check_value(dest_bitmap, fill_color_value, "value out of range of target")
    if replaced_color_value is not None:
        _check_value(dest_bitmap, replaced_color_value, "background value out of range of target")
    if not (0 <= x < dest_bitmap.width and 0 <= y < dest_bitmap.height):
        raise ValueError("out of range of target")
    if replaced_color_value in (None, dest_bitmap[x, y]):
        reached = connected(dest_bitmap.values, x, y)
        rows, columns = np.nonzero(reached)
        _mark(dest_bitmap, columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        dest_bitmap.values[reached] = fill_color_value


def draw_line(dest_bitmap: Any, x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    _check_bitmap(dest_bitmap, "dest_bitmap")
    _check_value(dest_bitmap, value)
    _mark(dest_bitmap, min(x1, x2), min(y1, y2), max(x1, x2) + 1, max(y1, y2) + 1)
    for x, y in _line(x1, y1, x2, y2):
        dest_bitmap._write_pixel(x, y, value)


def _line(x1: int, y1: int, x2: int, y2: int) -> list[tuple[int, int]]:
    """The core's line, which is the same from either end."""
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


def draw_polygon(dest_bitmap: Any, xs: Any, ys: Any, value: int, close: bool = True) -> None:
    if len(xs) != len(ys):
        raise ValueError("Coordinate arrays have different lengths")
    points = list(zip(xs, ys, strict=True))
    for start, end in zip(points, points[1:] + points[: 1 if close else 0], strict=False):
        draw_line(dest_bitmap, *start, *end, value)


def draw_circle(dest_bitmap: Any, x: int, y: int, radius: int, value: int) -> None:
    _check_bitmap(dest_bitmap, "dest_bitmap")
    _check_value(dest_bitmap, value)
    int_range(x, 0, dest_bitmap.width, "x")
    int_range(y, 0, dest_bitmap.height, "y")
    int_min(radius, 0, "radius")
    _mark(dest_bitmap, x - radius, y - radius, x + radius + 1, y + radius + 1)
    for dx, dy in _octant(radius):
        for across, down in ((dx, dy), (dy, dx)):
            for sx, sy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                dest_bitmap._write_pixel(x + sx * across, y + sy * down, value)


def _octant(radius: int) -> list[tuple[int, int]]:
    """An eighth of a circle, by Bresenham."""
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


def blit(dest_bitmap: Any, source_bitmap: Any, x: int, y: int, *, x1: int = 0, y1: int = 0,
         x2: int | None = None, y2: int | None = None, skip_source_index: int | None = None,
         skip_dest_index: int | None = None) -> None:
    _check_bitmap(dest_bitmap, "dest_bitmap")
    int_range(x, 0, dest_bitmap.width, "x")
    int_range(y, 0, dest_bitmap.height, "y")
    _check_bitmap(source_bitmap, "source_bitmap")
    x1, y1, x2, y2 = _region(source_bitmap, x1, y1, x2, y2)
    if dest_bitmap.bits_per_value < source_bitmap.bits_per_value:
        raise ValueError("source palette too large")
    target = _block(dest_bitmap, x, y, x + x2 - x1, y + y2 - y1)
    # A copy, as a bitmap may be shifted within itself.
    source = source_bitmap.values[y1:y2, x1:x2][: target.shape[0], : target.shape[1]].copy()
    wanted = skip_source_index is None or source != skip_source_index
    free = skip_dest_index is None or target != skip_dest_index
    np.copyto(target, source, where=np.logical_and(wanted, free))


def _cut(bitmap: Any, values: Values) -> Values:
    """The bits of `values` that a pixel of the bitmap has room for."""
    cut: Values = values.astype(np.uint32) & np.uint32(bitmap._bitmask)
    return cut


def arrayblit(bitmap: Any, data: Any, x1: int = 0, y1: int = 0, x2: int | None = None,
              y2: int | None = None, skip_index: int | None = None) -> None:
    _check_bitmap(bitmap, "bitmap")
    x1, y1, x2, y2 = _region(bitmap, x1, y1, x2, y2)
    values, count = np.asarray(memoryview(data)).reshape(-1), (x2 - x1) * (y2 - y1)
    if values.size < count:
        raise IndexError("index out of range")
    source = values.view(f"u{values.itemsize}")[:count].reshape(y2 - y1, x2 - x1)
    target = _block(bitmap, x1, y1, x2, y2)
    np.copyto(target, _cut(bitmap, source), casting="unsafe", where=source != skip_index)


def readinto(bitmap: Any, file: IO[Any], bits_per_pixel: int, element_size: int = 1,
             reverse_pixels_in_element: bool = False, swap_bytes_in_element: bool = False,
             reverse_rows: bool = False) -> None:
    """Read rows of packed pixels, each row a whole number of elements."""
    _check_bitmap(bitmap, "bitmap")
    _check_format(bits_per_pixel, element_size)
    size = -(-bitmap.width * bits_per_pixel // (8 * element_size)) * element_size
    data = file.read(size * bitmap.height)
    if len(data) != size * bitmap.height:
        raise EOFError
    rows = np.frombuffer(data, np.uint8).reshape(bitmap.height, size)
    if swap_bytes_in_element and element_size > 1:
        rows = rows.reshape(bitmap.height, -1, element_size)[:, :, ::-1].reshape(rows.shape)
    values = unpack(rows, bits_per_pixel, bitmap.width, reverse_pixels_in_element)
    if bits_per_pixel == 24:
        values = (values & 0xFF) << 16 | values & 0xFF00 | values >> 16
    values = values[::-1] if reverse_rows else values
    _block(bitmap, 0, 0, bitmap.width, bitmap.height)[...] = _cut(bitmap, values)


def _check_format(bits_per_pixel: int, element_size: int) -> None:
    if element_size not in (1, 2, 4):
        raise ValueError(f"invalid element_size {element_size}, must be, 1, 2, or 4")
    if bits_per_pixel == 24 and element_size != 1:
        raise ValueError(f"invalid element size {element_size} for bits_per_pixel 24\n")
    if bits_per_pixel not in (1, 2, 4, 8, 16, 24, 32):
        raise ValueError(f"invalid bits_per_pixel {bits_per_pixel}, must be, "
                         "1, 2, 4, 8, 16, 24, or 32")


def _check_bitmap(bitmap: Any, name: str) -> None:
    if not isinstance(bitmap, Bitmap):
        raise TypeError(f"{name} must be of type Bitmap, not {type(bitmap).__name__}")


def _check_value(bitmap: Any, value: int, message: str = "out of range of target") -> None:
    if not 0 <= value <= bitmap._bitmask:
        raise ValueError(message)


def _region(bitmap: Any, x1: int, y1: int, x2: int | None,
            y2: int | None) -> tuple[int, int, int, int]:
    int_range(x1, 0, bitmap.width, "x1")
    x2 = bitmap.width if x2 is None else int_range(x2, x1, bitmap.width, "x2")
    int_range(y1, 0, bitmap.height, "y1")
    y2 = bitmap.height if y2 is None else int_range(y2, y1, bitmap.height, "y2")
    return x1, y1, x2, y2


def _mark(bitmap: Any, x1: int, y1: int, x2: int, y2: int) -> None:
    """Mark what of the region lies in the bitmap as to be drawn anew."""
    bitmap._check_writable()
    x1, y1 = max(x1, 0), max(y1, 0)
    x2, y2 = min(x2, bitmap.width), min(y2, bitmap.height)
    if x1 < x2 and y1 < y2:
        bitmap.dirty(int(x1), int(y1), int(x2), int(y2))


def _block(bitmap: Any, x1: int, y1: int, x2: int, y2: int) -> Values:
    """The values of a region, which the caller is going to change."""
    _mark(bitmap, x1, y1, x2, y2)
    block: Values = bitmap.values[y1:y2, x1:x2]
    return block
