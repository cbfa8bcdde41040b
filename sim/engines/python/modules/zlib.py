# SPDX-License-Identifier: MIT
"""zlib: `decompress`, all that the board has of it."""

import zlib as host
from typing import Any

from ..native.arguments import buffer, word

__all__ = ["decompress"]

RAW_WINDOW = 15


def decompress(data: Any, wbits: int = 0, bufsize: int = 0) -> bytearray:
    """`wbits` 0–15 is zlib's format, 16–31 gzip's, below 0 raw deflate. Raises ValueError."""
    word(bufsize)
    try:
        return bytearray(host.decompress(buffer(data), _window(word(wbits))))
    except host.error:
        raise ValueError(-3) from None


def _window(wbits: int) -> int:
    """Return the host's number for the format, with the largest window, which reads all others."""
    if wbits < 0:
        return -RAW_WINDOW
    return RAW_WINDOW + 16 if wbits >= 16 else RAW_WINDOW
