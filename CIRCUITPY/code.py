# SPDX-License-Identifier: MIT
"""Minesweeper for the Adafruit PyPortal: power on, show the title, then play.

The board compiles this file at every start, so it is short: minesweeper/loop.py has the path of a
tap, minesweeper/session.py the state.
"""

import random

import board

# The console is not shown at first: drawing it takes longer than all before the title.
board.DISPLAY.auto_refresh = False

# All this loads while the player looks at the title, the largest first while there is room. Later
# there may be no memory for the last ones.
PARTS = ("rules.game", "solver.solver", "screen.view", "screen.motion", "deals", "loop", "session",
         "pages.page")


def has_wifi():
    try:
        return device.setting("CIRCUITPY_WIFI_SSID")
    except ValueError:
        return None


def poll():
    """Note the first touch of the title, and let its button sink at once."""
    if touched or not device.was_touched():
        return
    title = lazy.load("pages.title")
    touched.append(title.chosen(bounds, device.touch()))
    cap = title.caps(device.display.root_group)[touched[0]]
    cap.x = cap.y = 2


# The number of the button that was touched first.
touched: list = []

try:
    from minesweeper import lazy
    from minesweeper.device import Device
    from minesweeper.saved.state import SavedState
    from minesweeper.screen.sheet import SheetError, Sheets

    device = Device()
    sheets = Sheets(device.display.height)
    saved = SavedState(device.nvm, (device.display.width, device.display.height))
    for sentence in saved.load(device.setting if device.has_settings(b"MINES_") else None):
        print(sentence)
    sheets.of(16).paint(saved.options.theme)
    device.watch()
    bounds = lazy.call("pages.title", "draw", device.display, sheets.of(16), saved.options.theme,
                       saved.has_game())
    device.tune(saved.options.sound)
    sheets.load_heading()
    wifi = has_wifi()
    for part in PARTS + (("network.poster",) if wifi else ()):
        poll()
        lazy.keep(part)
    from minesweeper.loop import Loop
    from minesweeper.session import Session
except ImportError as error:
    print("Minesweeper cannot start, {}: copy the whole CIRCUITPY folder again".format(error))
    raise SystemExit from None
except SheetError as error:
    print(error)
    raise SystemExit from None


def main():
    random.seed(device.entropy())
    try:
        session = Session(device, saved, sheets)
        poll()
        title = [bounds, None]
        loop = Loop(session, title)
        # The last moment at which a touch was noted and not yet acted upon.
        poll()
        title[1] = touched[0] if touched else None
        if wifi:
            session.poster = lazy.load("network.poster").start(device, saved.write_behind)
        loop.run()
    except SheetError as error:
        print(error)


main()
