# SPDX-License-Identifier: MIT
"""A picture's segments up to its data: its size, its sampling and its tables.

They are read in the decoder's order and with its limits: 3,500 bytes for all that it keeps, 512 for
a segment. Marker codes are those of ITU-T T.81.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .errors import BROKEN, ENDED, LONG_SEGMENT, NO_MEMORY, UNSUPPORTED, wrong
from .huffman import HuffmanTable

START, FRAME, HUFFMAN, QUANTIZERS, RESTARTS, SCAN = b"\xff\xd8", 0xC0, 0xC4, 0xDB, 0xDD, 0xDA
OTHER_STANDARDS = frozenset([*range(0xC1, 0xD0), 0xD9]) - {HUFFMAN, 0xC8, 0xCC}
MEMORY, BUFFER = 3_500, 512
SAMPLINGS = (0x11, 0x21, 0x22)
MOST_DC_BITS = 11

ZIGZAG = sorted(range(64), key=lambda at: (sum(divmod(at, 8)),
                                           divmod(at, 8)[1 - sum(divmod(at, 8)) % 2]))


def _scales() -> Any:
    """The factors that Arai's transform leaves to the quantizers, as fractions of 8,192."""
    row = [1.0, *(math.sqrt(2) * math.cos(number * math.pi / 16) for number in range(1, 8))]
    table = np.array([[int(round(a * b, 5) * 8192) for a in row] for b in row], np.int64)
    table[1, 2] = table[2, 1] = int(1.81226 * 8192)  # rounded up, in the decoder's own table
    return table.reshape(-1)


SCALES = _scales()


@dataclass
class Header:
    """`across` and `down`: how many blocks of brightness a unit has. `start` is where the data
    begin; a restart comes after every `interval` units, if it is not 0.
    """

    width: int = 0
    height: int = 0
    components: int = 0
    across: int = 0
    down: int = 0
    interval: int = 0
    start: int = 0
    quantizer_of: list[int] = field(default_factory=list)
    quantizers: dict[int, Any] = field(default_factory=dict)
    tables: dict[tuple[int, int], HuffmanTable] = field(default_factory=dict)
    left: int = MEMORY - BUFFER

    def take(self, size: int) -> None:
        """So much of the decoder's memory."""
        self.left -= -(-size // 4) * 4
        if self.left < 0:
            raise wrong(NO_MEMORY)


def parse(data: bytes) -> Header:
    """Raises RuntimeError in the core's words."""
    at = data.find(START) + len(START)
    if at < len(START):
        raise wrong(ENDED)
    header = Header()
    while True:
        if len(data) < at + 4:
            raise wrong(ENDED)
        size = int.from_bytes(data[at + 2 : at + 4], "big") - 2
        if size <= 0 or data[at] != 0xFF:
            raise wrong(BROKEN)
        marker, at = data[at + 1], at + 4
        if marker in OTHER_STANDARDS:
            raise wrong(UNSUPPORTED)
        if marker in READERS and size > BUFFER:
            raise wrong(LONG_SEGMENT)
        segment, at = data[at : at + size], at + size
        if len(segment) < size:
            raise wrong(ENDED)
        if marker in READERS:
            READERS[marker](header, segment)
        if marker == SCAN:
            header.start = at
            return header


def _frame(header: Header, segment: bytes) -> None:
    segment = segment.ljust(18, b"\0")
    header.height = int.from_bytes(segment[1:3], "big")
    header.width = int.from_bytes(segment[3:5], "big")
    header.components = segment[5]
    if header.components not in (1, 3):
        raise wrong(UNSUPPORTED)
    for number in range(header.components):
        _, sampling, quantizer = segment[6 + 3 * number : 9 + 3 * number]
        if sampling not in (SAMPLINGS if number == 0 else SAMPLINGS[:1]) or quantizer > 3:
            raise wrong(UNSUPPORTED)
        if number == 0:
            header.across, header.down = divmod(sampling, 16)
        header.quantizer_of.append(quantizer)


def _restarts(header: Header, segment: bytes) -> None:
    header.interval = int.from_bytes(segment[:2], "big")


def _quantizers(header: Header, segment: bytes) -> None:
    while segment:
        if len(segment) < 65 or segment[0] & 0xF0:
            raise wrong(BROKEN)
        header.take(64 * 4)
        table = np.zeros(64, np.int64)
        table[ZIGZAG] = list(segment[1:65])
        header.quantizers[segment[0] & 3] = (table * SCALES).astype(np.int32)
        segment = segment[65:]


def _huffman(header: Header, segment: bytes) -> None:
    while segment:
        if len(segment) < 17 or segment[0] & 0xEE:
            raise wrong(BROKEN)
        kind, number = divmod(segment[0], 16)
        counts = segment[1:17]
        total = sum(counts)
        header.take(16)
        header.take(2 * total)
        values, segment = segment[17 : 17 + total], segment[17 + total :]
        if len(values) < total:
            raise wrong(BROKEN)
        header.take(total)
        if kind == 0 and any(value > MOST_DC_BITS for value in values):
            raise wrong(BROKEN)
        header.tables[number, kind] = HuffmanTable(counts, values)


def _scan(header: Header, segment: bytes) -> None:
    """All that the picture needs must have come."""
    if not (header.width and header.height):
        raise wrong(BROKEN)
    if segment[0] != header.components:
        raise wrong(UNSUPPORTED)
    for number in range(header.components):
        if segment[2 + 2 * number : 3 + 2 * number] not in (b"\x00", b"\x11"):
            raise wrong(UNSUPPORTED)
        table = min(number, 1)
        if not {(table, 0), (table, 1)} <= header.tables.keys() or \
                header.quantizer_of[number] not in header.quantizers:
            raise wrong(BROKEN)
    blocks = header.across * header.down
    header.take(max(blocks * 64 * 2 + 64, 256))
    header.take((blocks + 2) * 64 * 2)


READERS = {FRAME: _frame, HUFFMAN: _huffman, QUANTIZERS: _quantizers, RESTARTS: _restarts,
           SCAN: _scan}
