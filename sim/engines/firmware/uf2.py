# SPDX-License-Identifier: MIT
"""Reads a CircuitPython firmware from a UF2 file, and refuses what a board could not run.

Source: Microsoft's UF2 specification. Each block of 512 bytes holds a piece of the flash.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

BLOCK, HEADER, MOST_DATA = 512, 32, 476
FIRST, SECOND, LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
NOT_FOR_FLASH, HAS_FAMILY = 0x0001, 0x2000
SAMD51 = 0x55114460
# The bootloader lies below the firmware, nvm above it.
START, END = 0x4000, 0xFE000
RAM, RAM_END = 0x2000_0000, 0x2004_0000
MAJORS = (9, 10)
_IDENTITY = re.compile(rb"Adafruit CircuitPython ([\w.+-]{1,40}) on ([\d-]+); ([^;\0]{1,60}?) with "
                       rb"(\w+)")


@dataclass(frozen=True)
class Firmware:
    """A firmware: `image` is the flash from START on, `board` the name of its board."""

    path: Path
    image: bytes = field(repr=False)
    identity: str
    version: str
    board: str

    @cached_property
    def digest(self) -> str:
        import hashlib

        return hashlib.sha256(self.image).hexdigest()

    @property
    def major(self) -> int:
        return int(self.version.partition(".")[0])

    @property
    def order(self) -> tuple[Any, ...]:
        """A key that sorts versions: 10.0.3 after 10.0.3-rc.1 and 9.2.8."""
        number, _, rest = self.version.partition("-")
        parts = [int(part) for part in re.findall(r"\d+", number)]
        return parts, not rest, [part.zfill(8) if part.isdecimal() else part
                                 for part in rest.split(".")]


def read(path: Path) -> Firmware:
    """Return the firmware in a file. Raises ValueError, one sentence that names the file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(f"cannot read the firmware {path}: {error.strerror}") from None
    try:
        return parse(data, path)
    except Refused as reason:
        raise ValueError(f"{path} {reason}") from None


class Refused(Exception):
    """The reason for which a file is refused, without its name."""


def parse(data: bytes, path: Path) -> Firmware:
    """Raises Refused."""
    image = _image(_blocks(data))
    stack, start = (int.from_bytes(image[at:at + 4], "little") for at in (0, 4))
    if not (RAM < stack <= RAM_END and START < start < START + len(image) and start & 1):
        raise Refused("is damaged: no program starts at its beginning")
    found = _IDENTITY.search(image)
    if not found:
        raise Refused("holds no CircuitPython: choose an adafruit-circuitpython-pyportal file")
    version, _, board, _ = (part.decode("latin-1") for part in found.groups())
    if not re.match(r"\d+\.", version) or int(version.partition(".")[0]) not in MAJORS:
        raise Refused(f"holds CircuitPython {version}: versions 9 and 10 are supported")
    return Firmware(path, image, found[0].decode("latin-1"), version, board)


def _blocks(data: bytes) -> Any:
    """Return the blocks as rows of 128 words, after checking what each says of itself."""
    if len(data) < BLOCK or int.from_bytes(data[:4], "little") != FIRST:
        raise Refused("is not a UF2 file: choose a .uf2 for a PyPortal")
    rows = np.frombuffer(data, "<u4", len(data) // BLOCK * BLOCK // 4).reshape(-1, BLOCK // 4)
    total = int(rows[0, 6])
    if len(data) % BLOCK or len(rows) < total:
        raise Refused(f"is truncated: it has {len(data) // BLOCK} of {total} blocks, copy it again")
    marks = (rows[:, 0] == FIRST) & (rows[:, 1] == SECOND) & (rows[:, 127] == LAST)
    whole = marks & (rows[:, 5] == np.arange(len(rows))) & (rows[:, 6] == len(rows))
    if not whole.all():
        raise Refused(f"is damaged: block {int(np.argmin(whole))} is not a block of a UF2 file")
    return rows


def _image(rows: Any) -> bytes:
    """Return the content of the flash from START on."""
    rows = rows[rows[:, 2] & NOT_FOR_FLASH == 0]
    named = rows[rows[:, 2] & HAS_FAMILY != 0]
    others = named[named[:, 7] != SAMD51]
    if len(others):
        raise Refused(f"is for another chip, of the family 0x{int(others[0, 7]):08X}: a PyPortal "
                      "has a SAMD51")
    starts, sizes = rows[:, 3].astype(np.int64), rows[:, 4].astype(np.int64)
    wrong = (starts < START) | (starts + sizes > END)
    if wrong.any() or not len(rows):
        where = f"0x{int(starts[wrong][0]):08X}" if wrong.any() else "no address"
        raise Refused(f"is for another chip: it writes to {where}, where a PyPortal has no "
                      "firmware")
    if (sizes > MOST_DATA).any():
        raise Refused("is damaged: a block states more bytes than it has")
    image = bytearray(b"\xff" * (int((starts + sizes).max()) - START))
    for row, start, size in zip(rows, starts - START, sizes, strict=True):
        image[start:start + size] = row.tobytes()[HEADER:HEADER + size]
    return bytes(image)
