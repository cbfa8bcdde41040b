# SPDX-License-Identifier: MIT
"""Records: best time, games, wins and streaks of each preset, the days, and the last game.

Custom boards have no records. Games with advice, and those on the same board again, do not count:
they change neither best time nor games, wins or streak.
"""

import struct
from array import array

from micropython import const

from minesweeper.board import presets

_MOST = const(0xFFFF)
# For each preset, in this order; a best time of 0 seconds means none yet.
_BEST, _GAMES, _WINS, _STREAK, _LONGEST = range(5)
_FIELDS = const(5)
_COUNT = _FIELDS * len(presets.ALL)
_DAYS = const(4)
_FORMAT = "<{}H".format(_COUNT + 3 + _DAYS)
SIZE = struct.calcsize(_FORMAT)


class Records:
    """The records; `last` is the last game's (3BV, moves, whether it was won); 0 moves mean none.

    `days` are the four numbers that the module `days` describes.
    """

    def __init__(self):
        self._numbers = array("H", bytes(2 * _COUNT))
        self.last = (0, 0, False)
        self.days = array("H", bytes(2 * _DAYS))

    def of(self, index):
        """Return (best seconds, games, wins, streak, longest streak) of a preset, else zeros."""
        if index >= len(presets.ALL):
            return 0, 0, 0, 0, 0
        return tuple(self._numbers[index * _FIELDS : (index + 1) * _FIELDS])

    def finished(self, index, won, seconds, counts):
        """Note a game on the preset of this index; returns whether it is a new best."""
        if not counts or index >= len(presets.ALL):
            return False
        at = index * _FIELDS
        self._more(at + _GAMES)
        if not won:
            self._numbers[at + _STREAK] = 0
            return False
        self._more(at + _WINS)
        self._more(at + _STREAK)
        longest = max(self._numbers[at + _LONGEST], self._numbers[at + _STREAK])
        self._numbers[at + _LONGEST] = longest
        return self._is_best(at + _BEST, max(1, min(seconds, _MOST)))

    def _more(self, at):
        self._numbers[at] = min(self._numbers[at] + 1, _MOST)

    def _is_best(self, at, seconds):
        if 0 < self._numbers[at] <= seconds:
            return False
        self._numbers[at] = seconds
        return True

    def pack_into(self, buffer, offset):
        value, moves, won = self.last
        last = [min(value, _MOST), min(moves, _MOST), int(won)]
        numbers = list(self._numbers) + last + list(self.days)
        struct.pack_into(_FORMAT, buffer, offset, *numbers)

    def unpack_from(self, buffer, offset):
        numbers = struct.unpack_from(_FORMAT, buffer, offset)
        for at in range(_COUNT):
            self._numbers[at] = numbers[at]
        self.last = numbers[_COUNT], numbers[_COUNT + 1], bool(numbers[_COUNT + 2])
        for at in range(_DAYS):
            self.days[at] = numbers[_COUNT + 3 + at]
