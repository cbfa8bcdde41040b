# SPDX-License-Identifier: MIT
"""JPEG pictures of random coefficients, written here so that they are the same for ever.

`EXPECTED` has what CircuitPython's core made of them at cd3da4a5: for each scale the CRC-32 of the
bitmap, its rows padded to whole words, and then the error.
"""

import json
import random
from pathlib import Path

SAMPLINGS = {"grey": 0x11, "4:4:4": 0x11, "4:2:2": 0x21, "4:2:0": 0x22}
SIZES = [(16, 16), (33, 17), (7, 21), (50, 24)]
DC_SYMBOLS, AC_SYMBOLS = list(range(12)), [run << 4 | size for run in range(16)
                                           for size in range(11) if size or run in (0, 15)]
STRENGTHS = {"fine": (3, 40, 0.3), "coarse": (40, 60, 0.1), "wild": (255, 1500, 0.5)}
EXPECTED = json.loads((Path(__file__).parent / "jpeg_streams.json").read_text(encoding="utf-8"))


class Writer:
    """Bits into bytes; a byte of ones is followed by one of zeros."""

    def __init__(self):
        self.bits = ""

    def code(self, symbol, symbols, length):
        self.bits += f"{symbols.index(symbol):0{length}b}"

    def number(self, value, size):
        if size:
            self.bits += f"{value if value > 0 else value + (1 << size) - 1:0{size}b}"

    def taken(self):
        bits, self.bits = self.bits + "1" * (-len(self.bits) % 8), ""
        data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
        return data.replace(b"\xff", b"\xff\x00")


def block(writer, chance, largest, share):
    """A difference of the first coefficient, and some others."""

    def value(limit):
        return int((chance.random() * 2 - 1) * limit)

    first = value(largest)
    writer.code(abs(first).bit_length(), DC_SYMBOLS, 4)
    writer.number(first, abs(first).bit_length())
    run = 0
    last = int(chance.random() * 64 * share * 2)
    for at in range(1, 64):
        other = value(min(largest, 1000) / at) if at <= last and chance.random() < share else 0
        if other == 0:
            run += 1
            continue
        while run > 15:
            writer.code(0xF0, AC_SYMBOLS, 8)
            run -= 16
        writer.code(run << 4 | abs(other).bit_length(), AC_SYMBOLS, 8)
        writer.number(other, abs(other).bit_length())
        run = 0
    if run:
        writer.code(0, AC_SYMBOLS, 8)


def segment(marker, data):
    return bytes([0xFF, marker]) + (len(data) + 2).to_bytes(2, "big") + data


def stream(sampling, strength, size, interval, seed=0):
    width, height = size
    chance = random.Random(f"{sampling} {strength} {size} {interval} {seed}")
    step, largest, share = STRENGTHS[strength]
    count = 1 if sampling == "grey" else 3
    across, down = divmod(SAMPLINGS[sampling], 16)
    quantizers = bytes(1 + int(chance.random() * step) for _ in range(64))
    parts = [b"\xff\xd8", segment(0xDB, b"\x00" + quantizers),
             segment(0xDB, b"\x01" + quantizers[::-1])]
    places = b"".join(bytes([number + 1, 0x11 if number else SAMPLINGS[sampling], number > 0])
                      for number in range(count))
    parts.append(segment(0xC0, b"\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big")
                         + bytes([count]) + places))
    for number in range(min(count, 2)):
        parts.append(segment(0xC4, bytes([number, *[0] * 3, len(DC_SYMBOLS), *[0] * 12,
                                          *DC_SYMBOLS])))
        parts.append(segment(0xC4, bytes([0x10 | number, *[0] * 7, len(AC_SYMBOLS), *[0] * 8,
                                          *AC_SYMBOLS])))
    if interval:
        parts.append(segment(0xDD, interval.to_bytes(2, "big")))
    chosen = b"".join(bytes([number + 1, 0x11 if number else 0]) for number in range(count))
    parts.append(segment(0xDA, bytes([count]) + chosen + b"\x00\x3f\x00"))
    writer = Writer()
    units = -(-width // (8 * across)) * -(-height // (8 * down))
    for number in range(units):
        if interval and number and number % interval == 0:
            parts.append(writer.taken() + bytes([0xFF, 0xD0 | number // interval - 1 & 7]))
        for _ in range(across * down + count - 1):
            block(writer, chance, largest, share)
    return b"".join([*parts, writer.taken(), b"\xff\xd9"])


def streams():
    """{name: data}: whole ones, and some that were cut or changed."""
    made = {}
    for sampling in SAMPLINGS:
        for strength in STRENGTHS:
            for number, size in enumerate(SIZES):
                interval = (number + len(strength)) % 3
                name = f"{sampling}, {strength}, {size[0]}x{size[1]}, restarts {interval}"
                made[name] = stream(sampling, strength, size, interval)
    chance = random.Random(7)
    for number, (name, data) in enumerate([*made.items()]):
        first = data.index(b"\xff\xda") + 12
        at = first + int(chance.random() * (len(data) - first))
        made[f"{name}, cut"] = data[:at]
        made[f"{name}, changed"] = data[: at - 1] + bytes([37 * number & 0xFF]) + data[at:]
    return made
