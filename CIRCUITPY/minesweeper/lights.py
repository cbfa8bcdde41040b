# SPDX-License-Identifier: MIT
"""The backlight, and the NeoPixel: faintly blue in a game, green after a win, red after a loss."""

from micropython import const

# For PLAYING, WON and LOST.
_COLORS = ((0, 3, 8), (0, 40, 0), (60, 0, 0))
_DARK = (0, 0, 0)
_LIGHT_MS = const(1000)


class Lights:
    """Sets both; `on` and `light` are the player's options. The backlight is set once a second.

    Only changes of the pixel are written to the device.
    """

    def __init__(self, device):
        self.on = True
        self.light = None
        self._device = device
        self._shown = None
        self._lit = None
        self._lit_ms = 0

    def show(self, outcome, now_ms):
        if self.light != self._lit or now_ms - self._lit_ms >= _LIGHT_MS:
            self._lit, self._lit_ms = self.light, now_ms
            self._device.shine(self.light)
        wanted = _COLORS[outcome] if self.on else _DARK
        if wanted != self._shown:
            self._shown = wanted
            self._device.pixel(wanted[0], wanted[1], wanted[2])
