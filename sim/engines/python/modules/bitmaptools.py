# SPDX-License-Identifier: MIT
"""bitmaptools: copying, drawing and blending of bitmaps, on whole blocks with numpy.

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
from ..display.colors import ATKINSON, FLOYD_STENBERG, Blend, Values, black_and_white, luminance
from ..display.geometry import Turn, circle, connected, inside, line
from ..display.pictures import unpack
from ..native.arguments import int16, int_min, int_range, number, of_type, word
from ..native.classes import Enumeration
from . import displayio, machine

__all__ = ["BlendMode", "DitherAlgorithm", "alphablend", "arrayblit", "blit", "boundary_fill",
           "dither", "draw_circle", "draw_line", "draw_polygon", "fill_region", "readinto",
           "replace_color", "rotozoom"]

Colorspace = displayio.Colorspace

COLORS_16 = (Colorspace.RGB565, Colorspace.RGB565_SWAPPED, Colorspace.BGR565,
             Colorspace.BGR565_SWAPPED)
SWAPPED = (Colorspace.RGB565_SWAPPED, Colorspace.BGR565_SWAPPED)
BGR = (Colorspace.BGR565, Colorspace.BGR565_SWAPPED)


class BlendMode(Enumeration):
    """The blend mode of `alphablend`: one bitmap over the other, or the lighter colours."""

    Normal: "BlendMode"
    Screen: "BlendMode"


class DitherAlgorithm(Enumeration):
    """The pixels that take the error of a dithered pixel."""

    Atkinson: "DitherAlgorithm"
    FloydStenberg: "DitherAlgorithm"


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


def alphablend(dest_bitmap: Any, source_bitmap_1: Any, source_bitmap_2: Any, colorspace: Any,
               factor1: float = 0.5, factor2: float | None = None,
               blendmode: Any = BlendMode.Normal, skip_source1_index: int | None = None,
               skip_source2_index: int | None = None, mask: Any = None) -> None:
    for name, bitmap in (("dest_bitmap", dest_bitmap), ("source_bitmap_1", source_bitmap_1),
                         ("source_bitmap_2", source_bitmap_2)):
        check_bitmap(bitmap, name)
    first = 0.5 if factor1 is None else number(factor1)
    second = 1 - first if factor2 is None else number(factor2)
    of_type(colorspace, Colorspace, "colorspace")
    screen = of_type(blendmode, BlendMode, "blendmode") is BlendMode.Screen
    _check_alike(dest_bitmap, source_bitmap_1, source_bitmap_2, mask)
    _check_depth(dest_bitmap, colorspace)
    machine.meter.paint("alphablend", dest_bitmap.width * dest_bitmap.height)
    swapped = colorspace in SWAPPED
    one, other = source_bitmap_1._values, source_bitmap_2._values
    wanted = (_differs(one, skip_source1_index, swapped),
              _differs(other, skip_source2_index, swapped))
    blend = Blend(first, second, screen, None if mask is None else mask._values)
    target = block(dest_bitmap, 0, 0, dest_bitmap.width, dest_bitmap.height)
    if colorspace is Colorspace.L8:
        target[...] = blend.gray(one, other, wanted, target)
    else:
        target[...] = blend.color(one, other, wanted, swapped, target)


def _check_alike(target: Any, one: Any, other: Any, mask: Any) -> None:
    bitmaps = {(b.width, b.height, b.bits_per_value) for b in (target, one, other)}
    if len(bitmaps) != 1:
        raise ValueError("Bitmap size and bits per value must match")
    if mask is not None:
        check_bitmap(mask, "mask")
        if (mask.width, mask.height, mask.bits_per_value) != (target.width, target.height, 8):
            raise ValueError("Mask size must match and bits per value must be 8")


def _check_depth(bitmap: Any, colorspace: Any) -> None:
    if colorspace is Colorspace.L8:
        if bitmap.bits_per_value != 8:
            raise ValueError("For L8 colorspace, input bitmap must have 8 bits per pixel")
    elif colorspace not in COLORS_16:
        raise ValueError("Unsupported colorspace")
    elif bitmap.bits_per_value != 16:
        raise ValueError("For RGB colorspaces, input bitmap must have 16 bits per pixel")


def _differs(values: Values, skip: Any, swapped: bool) -> Any:
    """Return which values differ from the one to skip, a colour before its bytes are swapped."""
    if skip is None:
        return np.ones(values.shape, bool)
    return (values.byteswap() if swapped else values) != word(skip)


def dither(dest_bitmap: Any, source_bitmap: Any, source_colorspace: Any,
           algorithm: Any = DitherAlgorithm.Atkinson) -> None:
    check_bitmap(source_bitmap, "source_bitmap")
    check_bitmap(dest_bitmap, "dest_bitmap")
    of_type(algorithm, DitherAlgorithm, "algorithm")
    of_type(source_colorspace, Colorspace, "source_colorspace")
    if (source_bitmap.width, source_bitmap.height) != (dest_bitmap.width, dest_bitmap.height):
        raise TypeError("bitmap sizes must match")
    if dest_bitmap.bits_per_value not in (1, 16):
        raise TypeError("source_bitmap must have value_count of 2 or 65536")
    light = _light(source_bitmap, source_colorspace)
    chosen = ATKINSON if algorithm is DitherAlgorithm.Atkinson else FLOYD_STENBERG
    white = black_and_white(light, chosen)
    if dest_bitmap.bits_per_value == 1:
        white = _in_other_order(white)
    block(dest_bitmap, 0, 0, dest_bitmap.width, dest_bitmap.height)[...] = np.where(
        white, dest_bitmap._bitmask, 0)


def _in_other_order(white: Values) -> Values:
    """Exchange the four bytes of each word of 32 pixels, as the board does.

    Pixels beyond the row are black; the board has other pixels there, which vary.
    """
    width = white.shape[1]
    padded = np.pad(white, ((0, 0), (0, -width % 32)))
    exchanged: Values = padded.reshape(-1, 4, 8)[:, ::-1].reshape(padded.shape)
    return exchanged[:, :width]


def _light(bitmap: Any, colorspace: Any) -> Values:
    if colorspace is Colorspace.L8:
        if bitmap.bits_per_value != 8:
            raise TypeError("source_bitmap must have value_count of 8")
        return bitmap._values.astype(np.int64)
    if colorspace not in COLORS_16:
        raise TypeError("unsupported colorspace for dither")
    if bitmap.bits_per_value != 16:
        raise TypeError("source_bitmap must have value_count of 65536")
    return luminance(bitmap._values, colorspace in SWAPPED, colorspace in BGR)


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
