# SPDX-License-Identifier: MIT
"""Devices on a bus: a `with` locks and configures it."""

from ...machine import Machine

__all__ = ["i2c_device", "spi_device"]

machine: Machine

i2c_device = machine.hardware.for_program("adafruit_bus_device.i2c_device")
spi_device = machine.hardware.for_program("adafruit_bus_device.spi_device")
