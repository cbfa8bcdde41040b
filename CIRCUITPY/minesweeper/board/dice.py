# SPDX-License-Identifier: MIT
"""The chance by which mines are laid: the same seed lays the same board on every machine.

Wichmann and Hill's generator (Algorithm AS 183, Applied Statistics 31, 1982), whose products are
small enough to need no memory on the board; their fractions are left out, so that no float counts.
"""

import random

# So many seeds there are: as many as seven digits tell apart.
SEEDS = 10_000_000
_WARM_UP = 8


class Dice:
    """`seed` is where it began; `throw` begins anywhere, `sow` at a seed."""

    def __init__(self, seed=0):
        self.sow(seed)

    def throw(self):
        """Begin a board that nobody knows."""
        self.sow(random.randrange(SEEDS))

    def sow(self, seed):
        """Begin a board again."""
        self.seed = seed
        self._x = 1 + seed % 30268
        self._y = 1 + seed // 30268
        self._z = 1 + seed % 30322
        for _ in range(_WARM_UP):
            self.randrange(1)

    def randrange(self, count):
        """A number from 0 to below `count`, which is much less than 30,000."""
        self._x = 171 * self._x % 30269
        self._y = 172 * self._y % 30307
        self._z = 170 * self._z % 30323
        return (self._x + self._y + self._z) % count
