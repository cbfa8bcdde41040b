# SPDX-License-Identifier: MIT
"""Colours for NeoPixels on a pin; the board's own pixel shows its first three bytes."""

from typing import Any

from ..machine import Machine
from ..native.arguments import buffer, of_type

__all__ = ["neopixel_write"]

machine: Machine
DigitalInOut: Any = machine.hardware("digitalio").DigitalInOut

# 1.25 µs a bit at 800 kHz.
BYTE_NS = 10_000


def neopixel_write(digitalinout: Any, buf: Any) -> None:
    """The wire order is green, red, blue."""
    pin = of_type(digitalinout, DigitalInOut, "digitalinout")._claimed()
    sent = buffer(buf)
    machine.clock.advance(BYTE_NS * len(sent))
    if pin is machine.pins["NEOPIXEL"] and len(sent) >= 3:
        machine.pixel = (sent[1], sent[0], sent[2])
