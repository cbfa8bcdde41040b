# SPDX-License-Identifier: MIT
"""adafruit_pixelbuf: Adafruit's library in Python, which reads pixels as tuples as a board does."""

from typing import Any

import adafruit_pixelbuf

__all__ = ["PixelBuf"]


class PixelBuf(adafruit_pixelbuf.PixelBuf):  # type: ignore[misc]
    def __getitem__(self, index: Any) -> Any:
        self._check(index)
        found = super().__getitem__(index)
        return tuple(map(tuple, found)) if isinstance(index, slice) else tuple(found)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check(index)
        color = value if isinstance(index, slice) else _color(value, self.bpp)
        super().__setitem__(index, color)

    @property
    def brightness(self) -> float:
        return float(super().brightness)

    @brightness.setter
    def brightness(self, value: float) -> None:
        adafruit_pixelbuf.PixelBuf.brightness.fset(self, value)  # type: ignore[attr-defined]

    def fill(self, color: Any) -> None:
        super().fill(_color(color, self.bpp))

    def _check(self, index: Any) -> None:
        length = len(self)  # type: ignore[arg-type]
        if not isinstance(index, slice) and not -length <= index < length:
            raise IndexError("index out of range")


def _color(value: Any, parts: int) -> Any:
    """Return a color of at most so many parts; red, green and blue keep their lowest eight bits."""
    if isinstance(value, (int, float)):
        return int(value) & 0xFFFFFF
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"object '{type(value).__name__}' isn't a tuple or list")
    if not 3 <= len(value) <= 4:
        raise ValueError("color length must be 3-4")
    return *(int(part) & 0xFF for part in value[:3]), *value[3:parts]
