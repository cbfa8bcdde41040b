# SPDX-License-Identifier: MIT
"""Numbers in single precision, and what the device keeps of them."""

# Four bytes that are seen as a single-precision number and as a word.
_BYTES = memoryview(bytearray(4))
SINGLE, WORD = _BYTES.cast("f"), _BYTES.cast("I")
KEPT_BITS = 0xFFFFFFFC


def cut(value: float) -> float:
    """What the device reads once it has kept this."""
    SINGLE[0] = value
    left = WORD[0] & KEPT_BITS
    WORD[0] = left | left >> 2 & 3
    return SINGLE[0]


def kept(value: float) -> float:
    """The same, without the two bits that are not kept."""
    SINGLE[0] = value
    WORD[0] &= KEPT_BITS
    return SINGLE[0]


def single(value: float) -> float:
    """In single precision, as in the middle of a calculation."""
    SINGLE[0] = value
    return SINGLE[0]
