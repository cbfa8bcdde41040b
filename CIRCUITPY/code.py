# SPDX-License-Identifier: MIT
"""Minesweeper for the Adafruit PyPortal.

The board compiles this file at every start, so it is short: minesweeper/start.py has the way to the
title, minesweeper/loop.py the path of a tap, minesweeper/session.py the state.
"""

import board

# The console is not shown at first: drawing it takes longer than all before the title.
board.DISPLAY.auto_refresh = False

try:
    from minesweeper.start import load

    loop = load()
    # Free the module that has started the game.
    del load
    loop.run()
except ImportError as error:
    print("Minesweeper cannot run, {}: copy the whole CIRCUITPY folder again".format(error))
