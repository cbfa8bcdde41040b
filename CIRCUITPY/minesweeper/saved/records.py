# SPDX-License-Identifier: MIT
"""Records: best time, latest times, games, wins and streaks of each preset, days, the last game.

Custom boards have no records. Games with advice, and those on the same board again, do not count:
they change no record.
"""

import struct
from array import array

from micropython import const

from minesweeper.rules import presets

_MOST = const(0xFFFF)
# For each preset, in this order; a best time of 0 seconds means none yet.
_BEST, _GAMES, _WINS, _STREAK, _LONGEST = range(5)
_FIELDS = const(5)
_COUNT = _FIELDS * len(presets.ALL)
# Places in `days`: the day of the board that was dealt last, the day of the last game that counted,
# the days in a row that were won up to then, and the most ever.
DEALT, DECIDED, STREAK, LONGEST = range(4)
_DAYS = const(4)
# So many of the latest winning times of a preset are kept.
RECENT = 8
_TIMES = RECENT * len(presets.ALL)
_FORMAT = "<{}H".format(_COUNT + 3 + _DAYS + _TIMES)
SIZE = struct.calcsize(_FORMAT)


class Records:
    """The records; `last` is the last game's (3BV, moves, whether it was won); 0 moves mean none.

    `days` are four numbers about boards of the day, which the module `days` counts.
    """

    def __init__(self):
        self._numbers = array("H", bytes(2 * _COUNT))
        self.last = (0, 0, False)
        self.days = array("H", bytes(2 * _DAYS))
        self._times = array("H", bytes(2 * _TIMES))

    def of(self, index):
        """Return (best seconds, games, wins, streak, longest streak) of a preset, else zeros."""
        if index >= len(presets.ALL):
            return 0, 0, 0, 0, 0
        return tuple(self._numbers[index * _FIELDS : (index + 1) * _FIELDS])

    def recent(self, index):
        """Return the seconds of a preset's latest wins, the last one first; 0 for none."""
        return self._times[index * RECENT : (index + 1) * RECENT]

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
        seconds = max(1, min(seconds, _MOST))
        self._note_time(index * RECENT, seconds)
        return self._is_best(at + _BEST, seconds)

    def _note_time(self, first, seconds):
        for at in range(first + RECENT - 1, first, -1):
            self._times[at] = self._times[at - 1]
        self._times[first] = seconds

    def dealt(self, day):
        """Note that the board of a day was dealt."""
        self.days[DEALT] = day

    def finished_day(self, won):
        """Note a game on the board that was dealt last; returns whether it is the day's first."""
        days = self.days
        if days[DECIDED] == days[DEALT]:
            return False
        before = days[STREAK] if days[DECIDED] == days[DEALT] - 1 else 0
        days[STREAK] = min(before + 1, _MOST) if won else 0
        days[LONGEST] = max(days[LONGEST], days[STREAK])
        days[DECIDED] = days[DEALT]
        return True

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
        numbers = list(self._numbers) + last + list(self.days) + list(self._times)
        struct.pack_into(_FORMAT, buffer, offset, *numbers)

    def unpack_from(self, buffer, offset):
        numbers = struct.unpack_from(_FORMAT, buffer, offset)
        for at in range(_COUNT):
            self._numbers[at] = numbers[at]
        self.last = numbers[_COUNT], numbers[_COUNT + 1], bool(numbers[_COUNT + 2])
        for at in range(_DAYS):
            self.days[at] = numbers[_COUNT + 3 + at]
        for at in range(_TIMES):
            self._times[at] = numbers[_COUNT + 3 + _DAYS + at]
        for preset in range(0, _COUNT, _FIELDS):
            self._limit(preset)

    def _limit(self, preset):
        """Make a preset's numbers possible, whatever the memory held: no more wins than games."""
        numbers = self._numbers
        for most, least in (_GAMES, _WINS), (_WINS, _LONGEST), (_LONGEST, _STREAK):
            numbers[preset + least] = min(numbers[preset + least], numbers[preset + most])
