# SPDX-License-Identifier: MIT
"""JPEG pictures, decoded by Pillow: those that the core's decoder accepts, with its error messages.

Source: `shared-bindings/jpegio/JpegDecoder.c` and `shared-module/jpegio/JpegDecoder.c`.
"""

from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image, UnidentifiedImageError

from ..machine import Machine
from ..native.arguments import int_range, word
from ..pixels import bitmap as memory
from ..pixels.bitmapregion import blit_block, check_bitmap, region
from ..pixels.colors import rgb565

__all__ = ["JpegDecoder"]

machine: Machine

MODES = ("L", "RGB")


class JpegDecoder:
    """`open` reads a picture's header, `decode` puts it into a bitmap, once."""

    def __init__(self) -> None:
        self._picture: Image.Image | None = None

    def open(self, data_source: Any, /) -> tuple[int, int]:
        """Takes a file's name, an open file or the bytes themselves; returns width and height."""
        self._picture = None
        picture = _opened(_bytes_of(data_source))
        if picture.info.get("progressive") or picture.mode not in MODES:
            raise RuntimeError("Not supported JPEG standard")
        self._picture = picture
        return picture.size

    def decode(self, bitmap: Any, scale: int = 0, x: int = 0, y: int = 0, *, x1: int = 0,
               y1: int = 0, x2: int | None = None, y2: int | None = None,
               skip_source_index: int | None = None, skip_dest_index: int | None = None) -> None:
        """Pixels are RGB565 with swapped bytes; the picture is reduced by 2 ** `scale`."""
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
        source = _pixels(picture, scale)[y1:y2, x1:x2]
        blit_block(bitmap, x, y, source.astype(bitmap._values.dtype) & bitmap._bitmask,
                   skip_source_index, skip_dest_index)


def _bytes_of(source: Any) -> bytes:
    if isinstance(source, str):
        with machine.drive.open(source, "rb") as file:
            return bytes(file.read())
    if isinstance(source, (bytes, bytearray, memoryview, memory.Bitmap)):
        return bytes(source)
    if callable(getattr(source, "read", None)) and not hasattr(source, "encoding"):
        data = source.read()
        if isinstance(data, bytes):
            return data
    raise TypeError("data_source must be of type str, BytesIO, or ReadableBuffer, "
                    f"not {type(source).__name__}")


def _opened(data: bytes) -> Image.Image:
    try:
        return Image.open(BytesIO(data), formats=["JPEG"])
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError):
        raise RuntimeError("Data format error (may be broken data)") from None


def _pixels(picture: Image.Image, scale: int) -> Any:
    """RGB565 with swapped bytes, (height, width)."""
    width, height = picture.width >> scale, picture.height >> scale
    try:
        small = picture.convert("RGB").reduce(1 << scale)
    except (OSError, SyntaxError):
        raise RuntimeError("Device error or wrong termination of input stream") from None
    red, green, blue = np.asarray(small)[:height, :width].astype(np.uint32).transpose(2, 0, 1)
    return rgb565(red << 16 | green << 8 | blue, swapped=True)
