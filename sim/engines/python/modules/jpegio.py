# SPDX-License-Identifier: MIT
"""jpegio: decodes JPEG pictures into bitmaps, by Pillow; its pixels differ a little from a board's.

Source: `shared-bindings/jpegio/JpegDecoder.c` and `shared-module/jpegio/JpegDecoder.c`.
"""

from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image

from ..display.bitmap import Bitmap, blit_block, check_bitmap, region
from ..firmware import beyond
from ..native.arguments import int_range, word
from . import machine

__all__ = ["JpegDecoder"]

BROKEN = "Data format error (may be broken data)"
UNSUPPORTED = "Not supported JPEG standard"
# The most pixels that are decoded for a picture, which Pillow holds as a whole.
MOST_PIXELS = 1 << 24
# Pillow's errors for a damaged picture.
DAMAGED = (OSError, SyntaxError, ValueError)


class JpegDecoder:
    """Decodes pictures: `open` reads a header, and then `decode` draws into a bitmap, once."""

    def __init__(self) -> None:
        self._picture: Image.Image | None = None

    def open(self, data_source: Any, /) -> tuple[int, int]:
        """Read the header of a file, given by its name, open, or as bytes; returns its size."""
        self._picture = None
        self._picture = _opened(_bytes_of(data_source))
        return self._picture.size

    def decode(self, bitmap: Any, scale: int = 0, x: int = 0, y: int = 0, *, x1: int = 0,
               y1: int = 0, x2: int | None = None, y2: int | None = None,
               skip_source_index: int | None = None, skip_dest_index: int | None = None) -> None:
        """Draw the picture, RGB565 with swapped bytes, reduced by 2 ** `scale`."""
        check_bitmap(bitmap, "bitmap")
        int_range(scale, 0, 3, "scale")
        int_range(x, 0, bitmap.width, "x")
        int_range(y, 0, bitmap.height, "y")
        x1, y1, x2, y2 = region(bitmap, x1, y1, x2, y2)
        for skip in skip_source_index, skip_dest_index:
            if skip is not None:
                word(skip)
        if self._picture is None:
            raise RuntimeError("decode() without open()")
        picture, self._picture = self._picture, None
        part = _decoded(picture, scale)[y1:y2, x1:x2]
        blit_block(bitmap, x, y, part.astype(bitmap._values.dtype) & bitmap._bitmask,
                   skip_source_index, skip_dest_index)


def _opened(data: bytes) -> Image.Image:
    """Read a picture's header. Raises RuntimeError for one that a board cannot decode."""
    try:
        picture = Image.open(BytesIO(data), formats=["JPEG"])
    except DAMAGED:
        raise RuntimeError(BROKEN) from None
    if picture.mode not in ("L", "RGB") or "progressive" in picture.info:
        raise RuntimeError(UNSUPPORTED)
    if picture.width * picture.height > MOST_PIXELS:
        raise beyond("JPEG pictures of so many pixels")
    return picture


def _decoded(picture: Image.Image, scale: int) -> Any:
    """Return the pixels as RGB565 with swapped bytes, reduced by 2 ** `scale`."""
    width, height = picture.width >> scale, picture.height >> scale
    if not width or not height:
        return np.zeros((0, 0), np.uint16)
    picture.draft(None, (width, height))
    try:
        pixels = np.asarray(picture.convert("RGB"))[:height, :width].astype(np.uint16)
    except DAMAGED:
        raise RuntimeError(BROKEN) from None
    red, green, blue = np.moveaxis(pixels, 2, 0)
    return (red >> 3 << 11 | green >> 2 << 5 | blue >> 3).byteswap()


def _bytes_of(source: Any) -> bytes:
    if isinstance(source, str):
        with machine.drive.open(source, "rb") as file:
            return bytes(file.read())
    if isinstance(source, (bytes, bytearray, memoryview, Bitmap)):
        return bytes(source)
    if callable(getattr(source, "read", None)) and not hasattr(source, "encoding"):
        data = source.read()
        if isinstance(data, bytes):
            return data
    raise TypeError("data_source must be of type str, BytesIO, or ReadableBuffer, "
                    f"not {type(source).__name__}")
