# SPDX-License-Identifier: MIT
"""adafruit_pixelbuf: Adafruit's library in Python, which reads pixels as tuples as a board does."""

from typing import Any

import adafruit_pixelbuf

__all__ = ["PixelBuf"]


class PixelBuf(adafruit_pixelbuf.PixelBuf):  # type: ignore[misc]
    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        return tuple(map(tuple, found)) if isinstance(index, slice) else tuple(found)
