# SPDX-License-Identifier: MIT
"""The commands that a program starts a display with."""

from typing import Any


def checked_sequence(init_sequence: Any) -> bytes:
    """Commands, each with the number of its parameters; the highest bit adds a delay."""
    sequence, at = bytes(init_sequence), 0
    while at < len(sequence):
        size = sequence[at + 1] if at + 1 < len(sequence) else 0xFF
        at += 2 + (size & 0x7F) + (size >> 7)
    if at > len(sequence):
        raise ValueError("init_sequence ends within a command")
    return sequence
