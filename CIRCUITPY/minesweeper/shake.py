# SPDX-License-Identifier: MIT
"""The shake of a lost board: to and fro, sideways only. The panel scrolls, nothing is drawn again.

It lasts as long as what is computed meanwhile, and no less than its frames.
"""

import random

from micropython import const

from minesweeper.ticks import since

_FRAMES = const(10)
_FRAME_MS = const(40)
# Between two steps of what is computed, a frame rather comes early than late.
_EARLY_MS = const(25)
_PIXELS = const(2)
# From one look at what else moves to the next.
_WAIT_MS = const(10)


class Shake:
    """Whoever computes calls `go_on` again and again, and then `finish`.

    `beside(now_ms)` is called where there is time for something else that moves.
    """

    def __init__(self, device, beside):
        self._device = device
        self._beside = beside
        self._side = 1
        self._frames = 0
        self._moved_ms = 0

    def go_on(self):
        """The next frame, if it is about due."""
        if self._left_ms() <= _EARLY_MS:
            self._move()
        else:
            self._beside(self._device.ticks_ms())

    def finish(self):
        """The frames that are left; then the board lies where it lay before."""
        while self._frames < _FRAMES:
            self._wait()
            self._move()
        self._wait()
        self._device.scroll(0)

    def _wait(self):
        left_ms = self._left_ms()
        while left_ms:
            self._beside(self._device.ticks_ms())
            self._device.wait(min(_WAIT_MS, left_ms))
            left_ms = self._left_ms()

    def _move(self):
        self._side = -self._side
        self._frames += 1
        self._device.scroll(self._side * random.randint(1, _PIXELS))
        self._moved_ms = self._device.ticks_ms()

    def _left_ms(self):
        """Until the next frame; the first has waited for nothing."""
        if not self._frames:
            return 0
        return max(0, _FRAME_MS - since(self._moved_ms, self._device.ticks_ms()))
