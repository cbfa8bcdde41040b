# SPDX-License-Identifier: MIT
"""A game on the simulated PyPortal's console: says a line, hears the answer."""

from desk import Desk
from minesweeper.board import presets


class Talk:
    """A game on the console."""

    def __init__(self, drive, seed, preset=presets.GUIDE):
        self.desk = Desk(drive, seed, preset)
        self.portal = self.desk.portal

    def say(self, line):
        """The answer to a line, without its echo."""
        before = len(self.portal.serial)
        self.portal.type(line + "\n")
        self.portal.run(1.5)
        return self.portal.serial[before:].replace("\r", "").partition("\n")[2].strip()
