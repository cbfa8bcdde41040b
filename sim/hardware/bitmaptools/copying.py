# SPDX-License-Identifier: MIT
"""Pixels that are copied into a bitmap: from another, from an array, from a file."""

from typing import Any

import numpy as np

from ...native.arguments import int_range, word
from ...pixels.bitmapregion import blit_block, block, check_bitmap, check_room, region
from ...pixels.bmp import unpack
from ...pixels.pixeldata import check_format, cut, elements, read_bytes

__all__ = ["arrayblit", "blit", "readinto"]


def blit(dest_bitmap: Any, source_bitmap: Any, x: int, y: int, *, x1: int = 0, y1: int = 0,
         x2: int | None = None, y2: int | None = None, skip_source_index: int | None = None,
         skip_dest_index: int | None = None) -> None:
    check_bitmap(dest_bitmap, "dest_bitmap")
    int_range(x, 0, dest_bitmap.width, "x")
    int_range(y, 0, dest_bitmap.height, "y")
    check_bitmap(source_bitmap, "source_bitmap")
    x1, y1, x2, y2 = region(source_bitmap, x1, y1, x2, y2)
    check_room(dest_bitmap, source_bitmap)
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
