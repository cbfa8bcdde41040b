# SPDX-License-Identifier: MIT
"""Firmware for tests: what the user has, and files made up to look like it."""

import struct
from random import Random

import pytest

from sim.engines.firmware import releases

START = 0x4000
FAMILY, SAMD51 = 0x2000, 0x55114460


def missing(board: str = "pyportal") -> str:
    """Return why nothing can run on a firmware; empty if something can."""
    try:
        releases.find(board)
    except ValueError as error:
        return str(error)
    return ""


def require(board: str = "pyportal") -> None:
    """Skip the test, or the module that is being imported, where there is no firmware."""
    if reason := missing(board):
        pytest.skip(reason, allow_module_level=True)


def require_major(major: int) -> None:
    """Skip a test whose results are those of this version of CircuitPython and newer ones."""
    found = releases.find("pyportal")
    if found.major < major:
        pytest.skip(f"CircuitPython {found.version} does this in another way than {major}")


def summary() -> str:
    """Return the sentence that says on which firmware the tests ran."""
    if reason := missing():
        return f"nothing was tried on a firmware: {reason}"
    return f"the firmware engine ran {releases.find('pyportal').path.name}"


def made(version: str = "10.0.3", board: str = "Adafruit PyPortal", size: int = 8192,
         start: int = START, family: int | None = None, program: bytes = b"") -> bytes:
    """Return a UF2 with the identity of a firmware, and noise after its program's first bytes."""
    image = bytearray(Random(1).randbytes(size))
    first = program or struct.pack("<II", 0x2003_0000, START + 0x101)
    image[:len(first)] = first
    text = f"Adafruit CircuitPython {version} on 2025-09-22; {board} with samd51j20\0".encode()
    image[1024:1024 + len(text)] = text
    return packed(bytes(image), start, family)


def packed(image: bytes, start: int = START, family: int | None = None) -> bytes:
    """Return an image as UF2 blocks."""
    count = -(-len(image) // 256)
    flags = 0 if family is None else FAMILY
    return b"".join(struct.pack(
        "<8I476sI", 0x0A324655, 0x9E5D5157, flags, start + 256 * number, 256, number, count,
        family or 0, image[256 * number:256 * number + 256], 0x0AB16F30)
        for number in range(count))
