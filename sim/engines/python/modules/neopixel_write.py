# SPDX-License-Identifier: MIT
"""neopixel_write: sends colours to NeoPixels, the board's own or those on another pin."""

from typing import Any

from ....clock import SECOND
from ..native.arguments import buffer, of_type
from . import machine
from .digitalio import DigitalInOut

__all__ = ["neopixel_write"]


# 1.25 µs a bit at 800 kHz.
BYTE_NS = 10_000
# The pixels show what they got after a pause; the firmware lets four of its 1,024 ticks pass.
TICK_NS, PAUSE_TICKS = SECOND // 1024, 4
_state = {"ready": 0}


def neopixel_write(digitalinout: Any, buf: Any) -> None:
    """Send bytes in the order green, red, blue."""
    pin = of_type(digitalinout, DigitalInOut, "digitalinout")._claimed()
    sent = buffer(buf)
    machine.clock.advance(max(0, _state["ready"] - machine.clock.now) + BYTE_NS * len(sent))
    _state["ready"] = (machine.clock.now // TICK_NS + PAUSE_TICKS) * TICK_NS
    pin.on_pixels(bytes(sent))
