# SPDX-License-Identifier: MIT
"""Stands for a game's dice: what they draw is told, or goes on from one board to the next."""


class Chance:
    """Draws by `randrange(count)`."""

    def __init__(self, randrange):
        self.seed = 0
        self.randrange = randrange

    def throw(self):
        pass

    def sow(self, seed):
        self.seed = seed
