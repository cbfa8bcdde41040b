# SPDX-License-Identifier: MIT
"""The backlight, and the NeoPixel: calm in a game, red on a loss, bright on a win.

`color` is a pure function of time; `Lights` writes only changes to the device.
"""

from micropython import const

from minesweeper.rules.controls import LOST, PLAYING
from minesweeper.ticks import since

_CALM = (0, 3, 8)
_FLASH = (60, 0, 0)
_DARK = (0, 0, 0)
_FLASH_MS = const(250)
_FLASHES = const(6)
_RAINBOW_MS = const(40)
_BRIGHT = const(40)
_LIGHT_MS = const(1000)


def color(outcome, ms):
    """Return (red, green, blue) at so many ms after the outcome."""
    if outcome == PLAYING:
        return _CALM
    if outcome == LOST:
        step = ms // _FLASH_MS
        return _FLASH if step < _FLASHES and step % 2 == 0 else _DARK
    return wheel(ms // _RAINBOW_MS)


def wheel(step):
    """Return (red, green, blue) of the colour wheel, which has 120 steps."""
    third, along = (step % 120) // 40, step % 40
    rising, falling = along * _BRIGHT // 40, _BRIGHT - along * _BRIGHT // 40
    return (falling, rising, 0) if third == 0 else (
        (0, falling, rising) if third == 1 else (rising, 0, falling)
    )


class Lights:
    """Sets both; `on` and `light` are the player's options. The backlight is set once a second."""

    def __init__(self, device):
        self.on = True
        self.light = None
        self._device = device
        self._shown = None
        self._lit = None
        self._lit_ms = 0

    def show(self, outcome, ms, now_ms):
        """Set the lights, so many `ms` after the outcome."""
        self._shine(now_ms)
        wanted = color(outcome, ms) if self.on else _DARK
        if wanted != self._shown:
            self._shown = wanted
            self._device.pixel(wanted[0], wanted[1], wanted[2])

    def _shine(self, now_ms):
        if self.light != self._lit or since(self._lit_ms, now_ms) >= _LIGHT_MS:
            self._lit, self._lit_ms = self.light, now_ms
            self._device.shine(self.light)
