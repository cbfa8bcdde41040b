# SPDX-License-Identifier: MIT
"""An oracle for the solver: every way to lay the mines is tried. Knows nothing of the firmware.

A position is told by width, height, number of mines and what is seen: 0-8 for a clue, 9 covered,
11 flagged.
"""

from itertools import combinations
from typing import NamedTuple

from tests.support import seeds

CLUES = range(9)
COVERED, FLAG = 9, 11
MOST_COVERED = 13


class Position(NamedTuple):
    width: int
    height: int
    mines: int
    seen: bytearray
    truth: frozenset

    def around(self, cell):
        x, y = cell % self.width, cell // self.width
        return {
            b * self.width + a
            for b in range(max(0, y - 1), min(self.height, y + 2))
            for a in range(max(0, x - 1), min(self.width, x + 2))
        } - {cell}

    def covered(self):
        return [cell for cell, byte in enumerate(self.seen) if byte not in CLUES]

    def clues(self):
        return [cell for cell, byte in enumerate(self.seen) if byte in CLUES]


def position(seed, flags=0.0):
    """A board by chance with at most MOST_COVERED covered cells."""
    chance = seeds.chance(seed)
    width, height = chance.randint(1, 7), chance.randint(1, 6)
    size = width * height
    mines = chance.randint(0, min(size - 1, MOST_COVERED * 2 // 3, size // 2))
    truth = frozenset(chance.sample(range(size), mines))
    at = Position(width, height, mines, bytearray([COVERED] * size), truth)
    safe = sorted(set(range(size)) - truth)
    fewest = max(0, size - MOST_COVERED)
    for cell in chance.sample(safe, chance.randint(fewest, len(safe))):
        at.seen[cell] = len(at.around(cell) & truth)
    for cell in at.covered():
        if chance.random() < flags:
            at.seen[cell] = FLAG
    return at


def solutions(at):
    """Return every set of mines that fits all clues and has the right size."""
    clues = [(at.seen[clue], at.around(clue)) for clue in at.clues()]
    return [
        mines
        for mines in map(set, combinations(at.covered(), at.mines))
        if all(len(near & mines) == number for number, near in clues)
    ]


def certain(at, clues, mines, safe):
    """(mines, safe) that follow from these clues alone, other cells known to be mines and safe.

    The number of mines on the board is not used.
    """
    wanted = [(at.around(clue), at.seen[clue]) for clue in clues]
    cells = sorted(set().union(*(near for near, _ in wanted)) & set(at.covered()) - mines - safe)
    found = []
    for bits in range(1 << len(cells)):
        laid = {cell for place, cell in enumerate(cells) if bits >> place & 1}
        if all(len(near & (laid | mines)) == number for near, number in wanted):
            found.append(laid)
    return set(cells).intersection(*found), set(cells).difference(*found)


def picture(rows):
    """A position from rows like "1-F": its width, height and what is seen."""
    cells = {"-": COVERED, "F": FLAG, ".": 0}
    seen = bytearray(cells.get(char) or int(cells.get(char, char)) for char in "".join(rows))
    return len(rows[0]), len(rows), seen
