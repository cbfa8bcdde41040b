# SPDX-License-Identifier: MIT
"""From power-on to the game: shows the title, loads the rest, and notes a touch meanwhile."""

import random

from micropython import const

from minesweeper import lazy
from minesweeper.device import Device
from minesweeper.saved.state import SavedState
from minesweeper.screen.sheet import Sheets

# These modules show the board, and load while the player looks at the title. Each takes less time
# than a tap, so that its place is still to be read after it.
_PARTS = ("screen.view", "screen.motion", "gesture", "deals", "lights", "loop", "session",
          "screen.plate", "pages.page")
_POSTER = const("network.poster")
_CHATTER_MS = const(20)


def load():
    """Show the title, and return the game's loop once all is loaded.

    Raises ImportError for a module or a sheet that is missing.
    """
    device = Device()
    sheets = Sheets(device.display.height)
    saved = SavedState(device.nvm, (device.display.width, device.display.height))
    for sentence in saved.load(device.setting if device.has_settings(b"MINES_") else None):
        print(sentence)
    sheets.of(16).paint(saved.options.theme)
    device.calibrate(saved.options.calibration)
    device.watch()
    title = _Title(device, lazy.call("pages.title", "draw", device.display, sheets.of(16),
                                     saved.options.theme, saved.game))
    device.tune(saved.options.sound)
    title.poll()
    sheets.load_heading()
    wifi = _has_wifi(device)
    for part in _PARTS + ((_POSTER,) if wifi else ()):
        title.poll()
        lazy.load(part)
    title.poll()
    random.seed(device.entropy())
    session = lazy.load("session").Session(device, saved, sheets)
    title.poll()
    loop = lazy.load("loop").Loop(session, (title.bounds, title.touched))
    title.poll()
    if session.teaches:
        lazy.load("advice.first")
        title.poll()
    if wifi:
        session.poster = lazy.load(_POSTER).start(device, saved.write_behind)
    return loop


def _has_wifi(device):
    try:
        return device.setting("CIRCUITPY_WIFI_SSID")
    except ValueError:
        return None


class _Title:
    """The title while the game loads; `touched` has the number of the first button touched."""

    def __init__(self, device, bounds):
        self._device = device
        self.bounds = bounds
        self.touched: list = []

    def poll(self):
        """Note the first touch, and let its button sink at once."""
        device = self._device
        if self.touched:
            return
        was_touched, point = device.was_touched(), device.touch()
        if not was_touched and not point:
            device.watch()
            return
        # The first readings of a touch may be false.
        device.wait(_CHATTER_MS)
        self.touched.append(lazy.call("pages.title", "press", device.display.root_group,
                                      self.bounds, device.touch() or point))
