# SPDX-License-Identifier: MIT
"""bitbangio: serial buses on any digital pins, otherwise like those of `busio`."""

from typing import Any

from ..native.classes import MAXSIZE, Pin
from . import busio

__all__ = ["I2C", "SPI"]



class I2C(busio.I2C):  # type: ignore[misc]
    def __init__(self, scl: Pin, sda: Pin, *, frequency: int = 400_000, timeout: int = 255):
        super().__init__(scl, sda, frequency=frequency, timeout=timeout)


class SPI(busio.BaseSPI):  # type: ignore[misc]
    def write(self, buf: Any, *, start: int = 0, end: int = MAXSIZE) -> None:
        super().write(buf, start=start, end=end)
