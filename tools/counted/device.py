# SPDX-License-Identifier: MIT
"""Replaces the game's device module on a core with nothing but a display: a scripted player.

Time passes by computing, and by rests, which cost nothing.
"""

import gc
import os

from counter import counter

POLL_MS = 8
OFF, QUIET, ON = 0, 1, 2
FOLLOW_LIGHT = 0
# Powered long enough for whatever waits for the power to settle.
_POWERED_MS = 60000
# The step from one move of the shake to the next.
_SHAKING = "frame"
# A finger's step on a board larger than the display, and one that the board has followed.
_DRAGGING, _SCROLLED = "drag", "scroll"


class Display:
    """The core's display, whose refreshes are counted."""

    auto_refresh = True
    # Whether the game has asked for a refresh in the step at work.
    asked = False

    def __init__(self, display):
        self.width, self.height, self.bus = display.width, display.height, display.bus
        self._display = display

    @property
    def root_group(self):
        return self._display.root_group

    @root_group.setter
    def root_group(self, group):
        self._display.root_group = group

    def refresh(self):
        self.asked = True
        counter.refresh()
        return True


class Device:
    """Returns the script's next reading at every poll; a step ends at the next rest."""

    playing = False

    def __init__(self):
        self.display = Display(counter.display)
        self.nvm = bytearray(b"\xff" * 8192)
        self.volume = ON
        self.typing = ""
        self._hands = None
        self._waited_ms = _POWERED_MS
        self._step, self._before = "power-on", 0

    def touch(self):
        """Return no touch while a step is at work, which it would cancel."""
        counter.refresh()
        if self._step and self._hands:
            return None
        if self._hands is None:
            from scripts import Hands

            self._hands = Hands(self)
        point, step = next(self._hands.steps)
        if step:
            self._step, self._before = step, self._opened()
            counter.begin()
        return point

    raw_touch = touch

    def date(self):
        """The core has no clock."""

    def rest(self):
        self.wait(POLL_MS)
        self._end("verdict" if self._step == _SHAKING else self._step)
        self._step = ""

    def wait(self, ms):
        self._waited_ms += ms

    def _opened(self):
        return self._hands.opened() if self._hands else 0

    def _end(self, step):
        counter.refresh()
        if step:
            moved = step == _DRAGGING and self.display.asked
            counter.end(_SCROLLED if moved else step, self._opened() - self._before)
        self.display.asked = False
        counter.begin()

    def tidy(self):
        gc.collect()

    def ticks_ms(self):
        return int(self._waited_ms + counter.computed_ms())

    def entropy(self):
        return 7

    def setting(self, name):
        return os.getenv(name)

    def typed(self):
        typed, self.typing = self.typing, ""
        return typed

    def scroll(self, pixels):
        self._end(self._step)
        self._step = _SHAKING
        line = pixels % self.display.width
        self.display.bus.send(0x37, bytes((line >> 8, line & 0xFF)))

    def calibrate(self, calibration):
        pass

    def pixel(self, red, green, blue):
        pass

    def shine(self, level):
        pass

    def play(self, name):
        pass

    def click(self):
        pass

    def hush(self):
        pass
