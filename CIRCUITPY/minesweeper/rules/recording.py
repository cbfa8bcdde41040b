# SPDX-License-Identifier: MIT
"""A game's moves and their times, from which a replay is made."""

from array import array

MOST = 384
OPENED = 0
CHORDED = 1
FLAGGED = 2
UNFLAGGED = 3
# Question marks, which only some controls know.
QUESTIONED = 4
UNQUESTIONED = 5
# So many milliseconds fit one item; a longer pause is items of nothing but waiting.
_LONGEST_MS = 0xFFFF
_WAITED = 0xFFFF


class Recording:
    """Allocates its memory once; `whole` tells whether it has all moves of the game."""

    def __init__(self):
        self._waits = array("H", bytes(2 * MOST))
        self._moves = array("H", bytes(2 * MOST))
        self.begin(True)

    def begin(self, whole):
        """Forget all moves; a game that was begun elsewhere is not whole."""
        self.whole = whole
        self._count = 0
        self._last_ms = 0

    def add(self, kind, cell, ms):
        """Add a move, so many milliseconds after the clock began."""
        wait = ms - self._last_ms
        self._last_ms = ms
        while wait > _LONGEST_MS and self._add(_LONGEST_MS, _WAITED):
            wait -= _LONGEST_MS
        self._add(wait, kind << 10 | cell)

    def _add(self, wait, move):
        """Add an item; returns whether there was room."""
        if self._count == MOST:
            self.whole = False
            return False
        self._waits[self._count] = wait
        self._moves[self._count] = move
        self._count += 1
        return True

    def last_kind(self):
        """Return the kind of the last move, None before the first."""
        return self._moves[self._count - 1] >> 10 if self._count else None

    def moves(self):
        """Yield (kind, cell, ms) of each move."""
        return read(self._waits, self._moves, self._count)

    def packed(self):
        """Return the bytes of both arrays, one after the other, for `read`."""
        return bytes(self._waits[: self._count]) + bytes(self._moves[: self._count])


def read(waits, moves, count):
    """Yield (kind, cell, ms) of each move in so many items."""
    ms = 0
    for at in range(count):
        ms += waits[at]
        move = moves[at]
        if move != _WAITED:
            yield move >> 10, move & 1023, ms
