# SPDX-License-Identifier: MIT
"""Reads the bytes of a WebAssembly module: its numbers, sections and instructions."""

from collections.abc import Iterator

HEADER = 8
# Instructions by what follows their code: one number, two, or so many bytes.
NUMBER = {0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0C, 0x0D, 0x10, 0x18, *range(0x20, 0x27),
          0x41, 0x42, 0xD2}
NUMBERS = {0x11, *range(0x28, 0x3F)}
BYTES = {0x3F: 1, 0x40: 1, 0x43: 4, 0x44: 8, 0xD0: 1}
BR_TABLE, SELECT_TYPED, PREFIX = 0x0E, 0x1C, 0xFC
# After the prefix: conversions have nothing, the rest what handles memory in bulk.
BULK = {8: 2, 9: 1, 10: 2, 11: 1}
MORE = 0x80


def number(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned LEB128 number, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < MORE:
            return value, at


def encoded(value: int) -> bytes:
    """As an unsigned LEB128 number."""
    found = bytearray()
    while value >= MORE:
        found.append(value & 0x7F | MORE)
        value >>= 7
    return bytes([*found, value])


def encoded_signed(value: int) -> bytes:
    """As a signed one; not for negative values."""
    found = encoded(value)
    return found if found[-1] < MORE // 2 else bytes([*found[:-1], found[-1] | MORE, 0])


def skip(data: bytes, at: int, numbers: int = 1) -> int:
    """Where so many LEB128 numbers end."""
    for _ in range(numbers):
        while data[at] >= MORE:
            at += 1
        at += 1
    return at


def name(data: bytes, at: int) -> tuple[bytes, int]:
    length, at = number(data, at)
    return data[at:at + length], at + length


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    at = HEADER
    while at < len(module):
        kind = module[at]
        size, at = number(module, at + 1)
        yield kind, module[at:at + size]
        at += size


def instructions(body: bytes, at: int) -> Iterator[tuple[int, int]]:
    """The code of each from `at` on, and where it ends."""
    while at < len(body):
        code = body[at]
        at = _after(body, at + 1, code)
        yield code, at


def _after(body: bytes, at: int, code: int) -> int:
    if code in NUMBER:
        return skip(body, at)
    if code in NUMBERS:
        return skip(body, at, 2)
    if code in (BR_TABLE, SELECT_TYPED):
        count, at = number(body, at)
        return skip(body, at, count + (code == BR_TABLE))
    if code == PREFIX:
        kind, at = number(body, at)
        return skip(body, at, BULK.get(kind, 0))
    return at + BYTES.get(code, 0)
