# SPDX-License-Identifier: MIT
"""A device on an SPI bus, behind a chip select."""

from typing import Any

from ...clock import MS
from ...machine import Machine
from ...native.arguments import word

__all__ = ["SPIDevice"]

machine: Machine


class SPIDevice:
    """Within a `with`, the bus is locked and configured and the chip select is low."""

    def __init__(self, spi: Any, chip_select: Any = None, *, baudrate: int = 100_000,
                 polarity: int = 0, phase: int = 0, extra_clocks: int = 0):
        self._spi = spi
        self._chip_select = chip_select
        self._settings = {"baudrate": baudrate, "polarity": polarity, "phase": phase}
        self._extra_clocks = word(extra_clocks)
        if chip_select is not None:
            chip_select.switch_to_output(value=True)

    def __enter__(self) -> Any:
        """Waits for the lock."""
        while not self._spi.try_lock():
            machine.clock.advance(MS)
        self._spi.configure(**self._settings)
        if self._chip_select is not None:
            self._chip_select.value = False
        return self._spi

    def __exit__(self, *_: object) -> None:
        if self._chip_select is not None:
            self._chip_select.value = True
        if self._extra_clocks:
            self._spi.write(b"\xff" * -(-self._extra_clocks // 8))
        self._spi.unlock()
