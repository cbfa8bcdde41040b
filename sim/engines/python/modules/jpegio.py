# SPDX-License-Identifier: MIT
"""jpegio: decodes JPEG pictures into bitmaps, with the device's error messages.

Source: `shared-bindings/jpegio/JpegDecoder.c` and `shared-module/jpegio/JpegDecoder.c`.
"""

from typing import Any

from ..display.bitmap import Bitmap, blit_block, check_bitmap, region
from ..display.jpeg import Header, parse, pieces
from ..native.arguments import int_range, word
from . import machine

__all__ = ["JpegDecoder"]


class JpegDecoder:
    """Decodes pictures: `open` reads a header, and then `decode` draws into a bitmap, once."""

    def __init__(self) -> None:
        self._data = b""
        self._header: Header | None = None

    def open(self, data_source: Any, /) -> tuple[int, int]:
        """Read the header of a file, given by its name, open, or as bytes; returns its size."""
        self._header = None
        self._data = _bytes_of(data_source)
        self._header = parse(self._data)
        return self._header.width, self._header.height

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
        if self._header is None:
            raise RuntimeError("decode() without open()")
        header, self._header = self._header, None
        for left, top, pixels in pieces(self._data, header, scale):
            rows = slice(max(0, y1 - top), max(0, y2 - top))
            part = pixels[rows, max(0, x1 - left) : max(0, x2 - left)]
            blit_block(bitmap, x + max(0, left - x1), y + max(0, top - y1),
                       part.astype(bitmap._values.dtype) & bitmap._bitmask,
                       skip_source_index, skip_dest_index)


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
