# SPDX-License-Identifier: MIT
"""Devices on a bus: its lock and its settings, taken for the length of a `with`."""

from ...machine import Machine

__all__ = ["i2c_device", "spi_device"]

machine: Machine

i2c_device = machine.hardware.for_program("adafruit_bus_device.i2c_device")
spi_device = machine.hardware.for_program("adafruit_bus_device.spi_device")
