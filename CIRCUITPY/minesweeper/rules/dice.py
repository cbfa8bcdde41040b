# SPDX-License-Identifier: MIT
"""The random numbers by which mines are laid: a seed lays the same board on every machine.

Wichmann and Hill's generator (Algorithm AS 183, Applied Statistics 31, 1982), whose products are
small enough to need no memory on the board; integer sums replace the original's fractions, so that
no float is involved.
"""

import random

# The number of seeds: seven digits tell them apart.
SEEDS = 10_000_000
_WARM_UP = 8


class Dice:
    """A generator, started at `seed`."""

    def __init__(self, seed=0):
        self.start(seed)

    def shuffle(self):
        """Start at a random seed."""
        self.start(random.randrange(SEEDS))

    def start(self, seed):
        """Start at a seed."""
        self.seed = seed
        self._x = 1 + seed % 30268
        self._y = 1 + seed // 30268
        self._z = 1 + seed % 30322
        for _ in range(_WARM_UP):
            self.randrange(1)

    def randrange(self, count):
        """Return a number from 0 to below `count`, which is much less than 30,000."""
        self._x = 171 * self._x % 30269
        self._y = 172 * self._y % 30307
        self._z = 170 * self._z % 30323
        return (self._x + self._y + self._z) % count
