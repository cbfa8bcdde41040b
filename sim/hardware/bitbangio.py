# SPDX-License-Identifier: MIT
"""Serial buses on any digital pins: slower, and otherwise like those of `busio`."""

from typing import Any

from ..board.lockedbus import MAXSIZE
from ..board.pins import Pin
from ..machine import Machine

__all__ = ["I2C", "SPI"]

machine: Machine
busio: Any = machine.hardware("busio")


class I2C(busio.I2C):  # type: ignore[misc]
    def __init__(self, scl: Pin, sda: Pin, *, frequency: int = 400_000, timeout: int = 255):
        super().__init__(scl, sda, frequency=frequency, timeout=timeout)


class SPI(busio.BaseSPI):  # type: ignore[misc]
    def write(self, buf: Any, *, start: int = 0, end: int = MAXSIZE) -> None:
        super().write(buf, start=start, end=end)
