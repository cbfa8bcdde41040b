# SPDX-License-Identifier: MIT
"""Counts the game's instructions with the core's counter; imported before anything else.

A count stands for `WEIGHT` instructions of the processor.
"""

import board

WEIGHT = 2.5
# Milliseconds of a count in Python on a PyPortal.
_MS = WEIGHT * 2.1 / 120_000


class Counter:
    """Counts instructions between `begin` and `end`, those of redraws apart."""

    def __init__(self):
        self.display = board.DISPLAY
        # Work that this core does in Python instead of natively is not counted.
        self.pardoned = 0
        self._started = board.count()
        self.begin()

    def begin(self):
        self.drawn = self.first = self.first_drawn = self.pardoned = 0
        self.began = board.count()

    def refresh(self):
        """Draw what has changed, as the display does sixty times a second."""
        now = board.count()
        self.display.refresh()
        drawn = board.count() - now
        self.drawn += drawn
        if drawn > 4000 and not self.first:
            self.first, self.first_drawn = self.spent() - self.drawn, self.drawn

    def spent(self):
        return board.count() - self.began - self.pardoned

    def computed_ms(self):
        """Return the milliseconds of computing since the start."""
        return (board.count() - self._started) * _MS

    def end(self, name, cells=0):
        """Print the step: its name, computed, drawn, both until the first pixels, cells opened."""
        counts = self.spent() - self.drawn, self.drawn, self.first, self.first_drawn
        print("step", name, *[int(count * WEIGHT) for count in counts], cells, sep=",")


counter = Counter()
