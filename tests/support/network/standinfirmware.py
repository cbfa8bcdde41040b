# SPDX-License-Identifier: MIT
"""A UF2 file that passes for a firmware of CircuitPython: its first two words, and its name."""

import struct

PIECE = 256
BLOCK = 512
START = 0x4000
FIRST, SECOND, LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30


def uf2(version="10.2.1", title="Adafruit PyPortal", flags=0, family=0, start=START):
    """The file's bytes; `flags` and `family` stand in each of its blocks."""
    identity = f"Adafruit CircuitPython {version} on 2026-01-01; {title} with samd51j20"
    image = struct.pack("<II", 0x20030000, START + 0x101) + bytes(400) + identity.encode()
    image += bytes(-len(image) % PIECE)
    count = len(image) // PIECE
    return b"".join(_block(image[n * PIECE:][:PIECE], n, count, flags, family, start)
                    for n in range(count))


def _block(data, number, count, flags, family, start):
    head = struct.pack("<8I", FIRST, SECOND, flags, start + number * PIECE, PIECE, number, count,
                       family)
    return (head + data).ljust(BLOCK - 4, b"\0") + struct.pack("<I", LAST)
