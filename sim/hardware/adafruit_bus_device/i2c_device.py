# SPDX-License-Identifier: MIT
"""A device at an address of an I2C bus."""

from typing import Any

from ...board.lockedbus import MAXSIZE
from ...clock import MS
from ...machine import Machine
from ...native.arguments import word

__all__ = ["I2CDevice"]

machine: Machine


class I2CDevice:
    """`i2c` is a bus or an object like one. With `probe`, raises ValueError if none answers."""

    def __init__(self, i2c: Any, device_address: int, probe: bool = True):
        self._i2c = i2c
        self._address = word(device_address)
        if probe:
            self._probe()

    def __enter__(self) -> "I2CDevice":
        """Waits for the lock."""
        while not self._i2c.try_lock():
            machine.clock.advance(MS)
        return self

    def __exit__(self, *_: object) -> None:
        self._i2c.unlock()

    def readinto(self, buffer: Any, *, start: int = 0, end: int = MAXSIZE) -> None:
        self._i2c.readfrom_into(self._address, buffer, start=start, end=end)

    def write(self, buffer: Any, *, start: int = 0, end: int = MAXSIZE) -> None:
        self._i2c.writeto(self._address, buffer, start=start, end=end)

    def write_then_readinto(self, out_buffer: Any, in_buffer: Any, *, out_start: int = 0,
                            out_end: int = MAXSIZE, in_start: int = 0,
                            in_end: int = MAXSIZE) -> None:
        self._i2c.writeto_then_readfrom(
            self._address, out_buffer, in_buffer, out_start=out_start, out_end=out_end,
            in_start=in_start, in_end=in_end)

    def _probe(self) -> None:
        with self:
            try:
                self._i2c.writeto(self._address, b"")
            except OSError:
                raise ValueError(f"No I2C device at address: 0x{self._address:x}") from None
