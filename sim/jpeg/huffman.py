# SPDX-License-Identifier: MIT
"""Bits of a picture's data, and the codes in them."""

import numpy as np

CODE_BITS = 16
NONE = -1


class HuffmanTable:
    """`codes` has an entry for the next 16 bits: the code's length times 256 and its value, or
    NONE.
    """

    def __init__(self, counts: bytes, values: bytes):
        self.codes = [NONE] * (1 << CODE_BITS)
        code = at = 0
        for length, count in enumerate(counts, 1):
            span = 1 << CODE_BITS - length
            for value in values[at : at + count]:
                first = (code & (1 << length) - 1) * span
                # The decoder takes the first code that fits.
                if self.codes[first] == NONE:
                    self.codes[first : first + span] = [length << 8 | value] * span
                code += 1
            at += count
            code <<= 1


class Bits:
    """The bits up to the next marker, after which come ones without end. `windows` are 32 of them
    from each byte on; `length` is how many there are, or without a marker how many can be read.
    """

    def __init__(self, data: bytes, start: int):
        raw = np.frombuffer(data, np.uint8)[start:]
        ends = np.flatnonzero((raw[:-1] == 0xFF) & (raw[1:] != 0))
        self.marker = int(raw[ends[0] + 1]) if len(ends) else NONE
        end = int(ends[0]) if len(ends) else len(raw)
        self.after = start + end + 2
        content = bytes(raw[:end]).replace(b"\xff\x00", b"\xff")
        if self.marker == NONE:
            content = content.removesuffix(b"\xff") if data[-1:] == b"\xff" else content
        self.length = len(content) * 8
        padded = np.frombuffer(content + b"\xff" * 8, np.uint8).astype(np.int64)
        self.windows = (padded[:-3] << 24 | padded[1:-2] << 16 | padded[2:-1] << 8
                        | padded[3:]).tolist()
