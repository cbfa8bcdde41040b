# SPDX-License-Identifier: MIT
"""Minesweeper for the Adafruit PyPortal: power on, the title, then a table to play at.

The board compiles this file at every start, so it is short: the path of a tap is in
minesweeper/table.py.
"""

import random


def has_wifi():
    try:
        return device.setting("CIRCUITPY_WIFI_SSID")
    except ValueError:
        return None


try:
    from minesweeper import lazy
    from minesweeper.device import Device
    from minesweeper.memory.memory import Memory
    from minesweeper.screen.sheet import SheetError, Sheets

    device, sheets = Device(), Sheets()
    memory = Memory(device.nvm, (device.display.width, device.display.height))
    for sentence in memory.load(device.setting):
        print(sentence)
    try:
        sheets.of(16).paint(memory.options.theme)
    except SheetError as error:
        print(error)
        raise SystemExit from None
    offered = lazy.call("pages.title", "show", device.display, sheets.of(16), memory.is_new)

    # The rest is loaded while the player looks at the title, what is large while there is room.
    sheets.load_all()
    from minesweeper.table import Table

    # Later there may be no memory for these.
    lazy.keep("pages.page", "advice.hint")
    wifi = has_wifi()
    if wifi:
        lazy.keep("network.poster")
except ImportError as error:
    print("Minesweeper cannot start, {}: copy the whole CIRCUITPY folder again".format(error))
    raise SystemExit from None


def main():
    random.seed(device.entropy())
    try:
        table = Table(device, memory, sheets)
        if wifi:
            lazy.load("network.poster").start(table)
        table.run(offered)
    except SheetError as error:
        print(error)


main()
