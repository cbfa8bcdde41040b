# SPDX-License-Identifier: MIT
"""Tests of the game, the simulator, the tools and the page."""

import sys

from sim import interrupt

if sys.argv[0] == "-m":  # Python is about to import one of tests/commands
    interrupt.at_once()
