# SPDX-License-Identifier: MIT
"""The frames of nina-fw: a command from the program, the reply of the ESP32.

A command is E0, its number, how many parameters, each with its length, and EE; a reply the same
with the number's highest bit set. Both are filled up to a multiple of four bytes.
"""

from collections.abc import Iterable
from dataclasses import dataclass

START, END, ERROR, REPLY = 0xE0, 0xEE, 0xEF, 0x80
# Commands whose parameters, and replies whose parameters, have lengths of two bytes.
WIDE, WIDE_REPLIES = frozenset([0x44, 0x45, 0x46]), frozenset([0x45])
REFUSAL = bytes([ERROR, 0, END, 0])


@dataclass(frozen=True)
class Command:
    """`parameters` are as many as the frame promises; those that are not there are empty."""

    number: int
    parameters: tuple[bytes, ...]


def parse(data: bytes) -> Command | None:
    """None for what does not begin as a command does; the firmware checks no more than that."""
    if len(data) < 3 or data[0] != START or data[1] & REPLY:
        return None
    width, at, parameters = 2 if data[1] in WIDE else 1, 3, []
    for _ in range(data[2]):
        length = int.from_bytes(data[at : at + width], "big")
        at += width
        parameters.append(data[at : at + length])
        at += length
    return Command(data[1], tuple(parameters))


def reply(number: int, parameters: Iterable[bytes]) -> bytes:
    width, values = 2 if number in WIDE_REPLIES else 1, list(parameters)
    body = b"".join(len(value).to_bytes(width, "big") + value for value in values)
    whole = bytes([START, number | REPLY, len(values)]) + body + bytes([END])
    return whole.ljust(-(-len(whole) // 4) * 4, b"\0")
