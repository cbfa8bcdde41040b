# SPDX-License-Identifier: MIT
"""Colours for NeoPixels on a pin; the board's own pixel shows its first three bytes."""

from typing import Any

from sim.machine import Machine

__all__ = ["neopixel_write"]

machine: Machine

# 1.25 µs a bit at 800 kHz.
BYTE_NS = 10_000


def neopixel_write(digitalinout: Any, buf: Any) -> None:
    """The wire order is green, red, blue."""
    machine.clock.advance(BYTE_NS * len(buf))
    if digitalinout._claimed() is machine.pins["NEOPIXEL"] and len(buf) >= 3:
        machine.pixel = (buf[1], buf[0], buf[2])
