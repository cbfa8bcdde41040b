# SPDX-License-Identifier: MIT
"""bitbangio: serial buses on any digital pins, otherwise like those of `busio`."""

import errno
from typing import Any

from ..native.arguments import word
from ..native.classes import MAXSIZE, Pin
from . import busio

__all__ = ["I2C", "SPI"]


class I2C(busio.BaseI2C):  # type: ignore[misc]
    """Works without pull-ups, and finds nothing there."""

    _no_answer = errno.ENODEV

    def __init__(self, scl: Pin, sda: Pin, *, frequency: int = 400_000, timeout: int = 255):
        self._frequency = max(1, word(frequency))
        word(timeout)
        self._claim(scl=scl, sda=sda)


class SPI(busio.BaseSPI):  # type: ignore[misc]
    def write(self, buf: Any, *, start: int = 0, end: int = MAXSIZE) -> None:
        super().write(buf, start=start, end=end)
