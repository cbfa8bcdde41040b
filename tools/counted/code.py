# SPDX-License-Identifier: MIT
"""Starts the game, whose code.py has the name game.py here, with the counter running."""

import board

# The console's remaining drawing does not belong to the game.
board.DISPLAY.auto_refresh = False
import counter  # noqa: F401, E402
import game  # noqa: F401, E402
