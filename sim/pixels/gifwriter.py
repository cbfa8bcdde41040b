# SPDX-License-Identifier: MIT
"""GIF files as the core writes them: not compressed, in 128 colours or 128 greys.

Seven bits a pixel in blocks of 126, each with a code before it that starts the decoder's table
anew. Source: `shared-module/gifio/GifWriter.c`.
"""

import numpy as np
from numpy.typing import NDArray

BLOCK = 126
CLEAR, END = 0x80, bytes([0x01, 0x81, 0x00])
RED_BLUE_BAYER = np.array([[0, 33, 8, 42], [50, 16, 58, 25], [12, 46, 4, 37], [63, 29, 54, 21]])
GREEN_BAYER = np.array([[0, 16, 4, 20], [24, 8, 28, 12], [6, 22, 2, 18], [31, 14, 26, 10]])


def header(width: int, height: int, gray: bool, bgr: bool, loop: bool) -> bytes:
    size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    start = b"GIF89a" + size + bytes([0xF6, 0, 0]) + _palette(gray, bgr)
    return start + (b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0" if loop else b"")


def _palette(gray: bool, bgr: bool) -> bytes:
    number = np.arange(128)
    if gray:
        return np.stack([_stretched(number, 127)] * 3, 1).astype(np.uint8).tobytes()
    red, green, blue = number >> 5, number >> 2 & 7, number & 3
    colors = [_stretched(red, 3), _stretched(green, 7), _stretched(blue, 3)]
    return np.stack(colors[::-1] if bgr else colors, 1).astype(np.uint8).tobytes()


def _stretched(channel: NDArray[np.int64], top: int) -> NDArray[np.int64]:
    return ((channel * 255 + top / 2) / top).astype(np.int64)


def frame(width: int, height: int, indices: NDArray[np.uint8], centiseconds: int) -> bytes:
    """One picture; `indices` are its pixels row by row, 0-127."""
    size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    control = b"!\xf9\x04\x04" + centiseconds.to_bytes(2, "little") + b"\0\0"
    blocks = [indices[at : at + BLOCK].tobytes() for at in range(0, indices.size, BLOCK)]
    packed = b"".join(bytes([1 + len(block), CLEAR]) + block for block in blocks)
    return (control if centiseconds else b"") + b"," + bytes(4) + size + b"\0\x07" + packed + END


def colors(pixels: NDArray[np.uint16], width: int, dither: bool) -> NDArray[np.uint8]:
    """Two bits of red, three of green, two of blue of RGB565 pixels."""
    wide = pixels.astype(np.int64)
    red, green, blue = wide >> 8 & 0xF8, wide >> 3 & 0xFC, wide << 3 & 0xF8
    if dither:
        x, y = np.arange(wide.size) % width, np.arange(wide.size) // width
        red = np.maximum(0, red - RED_BLUE_BAYER[x % 4, y % 4])
        green = np.maximum(0, green - GREEN_BAYER[x % 4, (y + 2) % 4])
        blue = np.maximum(0, blue - RED_BLUE_BAYER[(x + 2) % 4, y % 4])
    return (red >> 1 & 0x60 | green >> 3 & 0x1C | blue >> 6).astype(np.uint8)
