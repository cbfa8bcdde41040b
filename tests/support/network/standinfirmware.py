# SPDX-License-Identifier: MIT
"""A UF2 file that passes for a firmware of CircuitPython: its first two words, and its name."""

import struct

from tests.support.firmware import START, packed


def uf2(version="10.2.1", title="Adafruit PyPortal", flags=0, family=0, start=START):
    """Return the file's bytes; `flags` and `family` stand in each of its blocks."""
    identity = f"Adafruit CircuitPython {version} on 2026-01-01; {title} with samd51j20"
    image = struct.pack("<II", 0x20030000, START + 0x101) + bytes(400) + identity.encode()
    return packed(image + bytes(-len(image) % 256), start, family if flags else None)
