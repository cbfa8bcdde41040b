# SPDX-License-Identifier: MIT
"""adafruit_bus_device: devices on a bus, which a `with` locks and configures."""

from typing import Any

from ....clock import MS
from ..native.arguments import word
from ..native.classes import MAXSIZE
from . import machine, submodule
from .digitalio import DigitalInOut

__all__ = ["i2c_device", "spi_device"]


class I2CDevice:
    """A device at an address of `i2c`. With `probe`, raises ValueError if no device answers."""

    __module__ = "adafruit_bus_device.i2c_device"

    def __init__(self, i2c: Any, device_address: int, probe: bool = True):
        self._i2c = i2c
        self._address = word(device_address)
        if probe:
            self._probe()

    def __enter__(self) -> "I2CDevice":
        """Wait for the lock."""
        while not self._i2c.try_lock():
            machine.clock.advance(MS)
        return self

    def __exit__(self, *_: object) -> None:
        self._i2c.unlock()

    def readinto(self, buffer: Any, *, start: int = 0, end: int = MAXSIZE) -> None:
        self._i2c.readfrom_into(self._address, buffer, **_part("", start, end))

    def write(self, buffer: Any, *, start: int = 0, end: int = MAXSIZE) -> None:
        self._i2c.writeto(self._address, buffer, **_part("", start, end))

    def write_then_readinto(self, out_buffer: Any, in_buffer: Any, *, out_start: int = 0,
                            out_end: int = MAXSIZE, in_start: int = 0,
                            in_end: int = MAXSIZE) -> None:
        self._i2c.writeto_then_readfrom(
            self._address, out_buffer, in_buffer, **_part("out_", out_start, out_end),
            **_part("in_", in_start, in_end))

    def _probe(self) -> None:
        with self:
            if not self._i2c.probe(self._address):
                raise ValueError(f"No I2C device at address: 0x{self._address:x}")


def _part(prefix: str, start: int, end: int) -> dict[str, int]:
    """Return the keywords for a part of a buffer; the firmware leaves out an end that is not given.
    """
    part = {f"{prefix}start": start}
    return part if end == MAXSIZE else {**part, f"{prefix}end": end}


class SPIDevice:
    """A device behind a chip select, which is low within a `with`."""

    __module__ = "adafruit_bus_device.spi_device"

    def __init__(self, spi: Any, chip_select: Any = None, *, baudrate: int = 100_000,
                 polarity: int = 0, phase: int = 0, extra_clocks: int = 0):
        if not isinstance(chip_select, DigitalInOut | None):
            raise TypeError("chip_select must be of type DigitalInOut or None, "
                            f"not {type(chip_select).__name__}")
        self._spi = spi
        self._chip_select = chip_select
        self._settings = {"baudrate": baudrate, "polarity": polarity, "phase": phase, "bits": 8}
        self._extra_clocks = word(extra_clocks)
        if chip_select is not None:
            chip_select.switch_to_output(value=True)

    def __enter__(self) -> Any:
        """Wait for the lock."""
        while not self._spi.try_lock():
            machine.clock.advance(MS)
        self._spi.configure(**self._settings)
        if self._chip_select is not None:
            self._chip_select.value = False
        return self._spi

    def __exit__(self, *_: object) -> None:
        if self._chip_select is not None:
            self._chip_select.value = True
        for _byte in range(-(-self._extra_clocks // 8)):
            self._spi.write(b"\xff")
        self._spi.unlock()


i2c_device = submodule("adafruit_bus_device.i2c_device", I2CDevice=I2CDevice)
spi_device = submodule("adafruit_bus_device.spi_device", SPIDevice=SPIDevice)
