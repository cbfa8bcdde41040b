# SPDX-License-Identifier: MIT
"""Tools that change bitmaps: the core's checks and results, on whole blocks with numpy.

This file has what mixes the pixels of bitmaps; copying and drawing have a file each.

They follow `shared-bindings/bitmaptools` and `shared-module/bitmaptools`.
"""

from typing import Any

import numpy as np

from ...machine import Machine
from ...native.arguments import int16, number, of_type, word
from ...native.enumeration import Enumeration
from ...pixels.bitmapregion import block, check_bitmap, check_room, clip_region
from ...pixels.blending import Blend
from ...pixels.colors import Values
from ...pixels.dithering import ATKINSON, FLOYD_STENBERG, dithered, luminance
from ...pixels.rotozoom import Turn, inside

__all__ = ["BlendMode", "DitherAlgorithm", "alphablend", "arrayblit", "blit", "boundary_fill",
           "dither", "draw_circle", "draw_line", "draw_polygon", "fill_region", "readinto",
           "replace_color", "rotozoom"]

machine: Machine
_copying = machine.hardware("bitmaptools.copying")
arrayblit = _copying.arrayblit
blit = _copying.blit
readinto = _copying.readinto

_drawing = machine.hardware("bitmaptools.drawing")
boundary_fill = _drawing.boundary_fill
draw_circle = _drawing.draw_circle
draw_line = _drawing.draw_line
draw_polygon = _drawing.draw_polygon
fill_region = _drawing.fill_region
replace_color = _drawing.replace_color

displayio = machine.hardware("displayio")
Colorspace = displayio.Colorspace

COLORS_16 = (Colorspace.RGB565, Colorspace.RGB565_SWAPPED, Colorspace.BGR565,
             Colorspace.BGR565_SWAPPED)
SWAPPED = (Colorspace.RGB565_SWAPPED, Colorspace.BGR565_SWAPPED)
BGR = (Colorspace.BGR565, Colorspace.BGR565_SWAPPED)


class BlendMode(Enumeration):
    """Laid over each other, or the lighter colours kept."""

    Normal: "BlendMode"
    Screen: "BlendMode"


class DitherAlgorithm(Enumeration):
    """To which pixels the error of a dot is diffused."""

    Atkinson: "DitherAlgorithm"
    FloydStenberg: "DitherAlgorithm"


def rotozoom(dest_bitmap: Any, source_bitmap: Any, *, ox: Any = None, oy: Any = None,
             dest_clip0: Any = None, dest_clip1: Any = None, px: Any = None, py: Any = None,
             source_clip0: Any = None, source_clip1: Any = None, angle: Any = None,
             scale: Any = None, skip_index: Any = None) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    check_bitmap(source_bitmap, "source_bitmap")
    check_room(dest_bitmap, source_bitmap)
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
    """Which values are not the one to be skipped, which is given as the colour is read."""
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
    block(dest_bitmap, 0, 0, dest_bitmap.width, dest_bitmap.height)[...] = np.where(
        dithered(light, chosen), dest_bitmap._bitmask, 0)


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
