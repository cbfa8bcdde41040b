# SPDX-License-Identifier: MIT
"""Values for bitmaps from elsewhere: numbers in a buffer, rows of packed pixels in a file."""

from typing import Any

import numpy as np

from .bitmap import Bitmap
from .colors import Values


def elements(data: Any) -> Values:
    """The numbers of a buffer, read as unsigned; a buffer of 64-bit numbers is read as bytes."""
    if isinstance(data, Bitmap):
        data = data._view()
    try:
        values = np.asarray(memoryview(data)).reshape(-1)
    except (TypeError, ValueError):
        raise TypeError("object with buffer protocol required") from None
    return values.view(f"u{values.itemsize}" if values.itemsize in (1, 2, 4) else np.uint8)


def cut(bitmap: Any, values: Values) -> Values:
    """The bits of `values` that a pixel of the bitmap has room for."""
    cut: Values = values.astype(np.uint32) & np.uint32(bitmap._bitmask)
    return cut


def check_format(bits_per_pixel: int, element_size: int) -> None:
    if element_size not in (1, 2, 4):
        raise ValueError(f"invalid element_size {element_size}, must be, 1, 2, or 4")
    if bits_per_pixel == 24 and element_size != 1:
        raise ValueError(f"invalid element size {element_size} for bits_per_pixel 24\n")
    if bits_per_pixel not in (1, 2, 4, 8, 16, 24, 32):
        raise ValueError(f"invalid bits_per_pixel {bits_per_pixel}, must be, "
                         "1, 2, 4, 8, 16, 24, or 32")


def read_bytes(file: Any, count: int) -> Values:
    if not callable(getattr(file, "read", None)):
        raise OSError("stream operation not supported")
    data = file.read(count)
    if not isinstance(data, bytes):
        raise TypeError("file must be a file opened in byte mode")
    if len(data) != count:
        raise EOFError
    return np.frombuffer(data, np.uint8)
