# SPDX-License-Identifier: MIT
"""A time server's answer, as RFC 5905 has it."""

import struct

# From 1900, where NTP begins, to 1970.
EPOCH = 2_208_988_800


def answer(question: bytes, unix_time: float) -> bytes | None:
    """The time is when it was received and sent; None for what is no client's question."""
    if len(question) < 48 or question[0] & 7 != 3:
        return None
    stamp = round((unix_time + EPOCH) * (1 << 32))
    times = struct.pack("!4Q", stamp, int.from_bytes(question[40:48], "big"), stamp, stamp)
    # Version 4, a server of stratum 2 that wants to be asked every 64 s, to the microsecond.
    return struct.pack("!BBBb3I", 0x24, 2, 6, -20, 0, 0, 0) + times


def seconds(answer: bytes) -> int:
    """The whole seconds since 1970 at which an answer was sent."""
    return int.from_bytes(answer[40:44], "big") - EPOCH
