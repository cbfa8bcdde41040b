# SPDX-License-Identifier: MIT
"""Deductions, and the error raised for an impossible board.

Rules are numbered by how simple they are. The solver makes deductions, screens and tools show them.
"""

ALL_MINES = 0
ALL_FOUND = 1
SUBSET = 2
OVERLAP = 3
MINES_LEFT = 4
GROUP = 5
WHOLE_BOARD = 6
WRONG_FLAG = 7
TOO_MANY_FLAGS = 8
FLAGS_CONTRADICT = 9
IMPOSSIBLE = 10
NOTHING = 11
NOT_KNOWN = 12

CONTRADICTION = "these clues contradict each other"


class Deduction:
    """By `rule`, the clue cells `clues` prove that the cells `mines` are mines and `safe` are safe.

    `flags` are the player's flags that are wrong or in doubt, for the rules about flags.
    """

    def __init__(self, rule, mines=(), safe=(), clues=(), flags=()):
        self.rule = rule
        self.mines = mines
        self.safe = safe
        self.clues = clues
        self.flags = flags


class Impossible(Exception):
    """No mines fit what is seen: `clues` are the cells that contradict each other."""

    def __init__(self, why, clues=()):
        super().__init__(why)
        self.why = why
        self.clues = tuple(clues)


class TooLarge(Exception):
    """The question needs more memory than there is: its answer is not known."""


class Stopped(Exception):
    """The player has stopped the work."""
