# SPDX-License-Identifier: MIT
"""Makes a PNG of the game's tiles out of SpriteSheet.bmp, as the page that plays a game back
draws them: 32 tiles of 16 pixels in a row, with the overlays' background transparent.
"""

import struct
import zlib
from pathlib import Path

from minesweeper.screen.tiles import TRANSPARENT

SHEET = Path(__file__).parents[2] / "SpriteSheet.bmp"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS, INDEXED = 4, 3
# Where a BMP has the place of its pixels, and its palette.
PLACE, PALETTE = 10, 54


def png(path: Path = SHEET) -> bytes:
    """Return the picture. Rows of a BMP with 16 colours are packed as in a PNG, the last first."""
    data = path.read_bytes()
    start, = struct.unpack_from("<I", data, PLACE)
    width, height = struct.unpack_from("<ii", data, 18)
    colours = b"".join(data[at : at + 3][::-1] for at in range(PALETTE, start, 4))
    size = width * BITS // 8
    rows = (data[start + row * size : start + (row + 1) * size] for row in reversed(range(height)))
    shape = struct.pack(">IIBBBBB", width, height, BITS, INDEXED, 0, 0, 0)
    see_through = bytes([255] * TRANSPARENT + [0])
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return SIGNATURE + b"".join(map(_chunk, (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"),
                                    (shape, colours, see_through, pixels, b"")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
