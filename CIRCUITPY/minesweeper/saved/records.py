# SPDX-License-Identifier: MIT
"""Records: best time, games, wins and streaks of each preset, days, the last game.

Custom boards have no records. Games with advice, and those on the same board again, do not count:
they change no record.
"""

import struct
from array import array

from micropython import const

from minesweeper.rules import presets

_MOST = const(0xFFFF)
# For each preset, by its id; a best time of 0 seconds means none yet.
_BEST, _GAMES, _WINS, _STREAK, _LONGEST = range(5)
_FIELDS = const(5)
# Places in `days`: the day of the board that was dealt last, the day of the last game that counted,
# the days in a row that were won up to then, and the most ever.
DEALT, DECIDED, STREAK, LONGEST = range(4)
_DAYS = const(4)
# So many days up to the last one are remembered as won or not, a bit each.
_REMEMBERED = (1 << 64) - 1
# The last game, the days, which of them were won, and how many presets follow; a preset's id and
# numbers. Only presets that were played are kept.
_FORMAT = const("<3H4HQB")
_PRESET = const("<B5H")
LEAST = struct.calcsize(_FORMAT)
_EACH = struct.calcsize(_PRESET)


class Records:
    """The records; `last` is the last game's (3BV, moves, whether it was won); 0 moves mean none.

    `days` are four numbers about boards of the day, which the module `days` counts; `won` has a bit
    for each day that was won, the lowest for the day of the last game that counted.
    """

    def __init__(self):
        self._numbers = array("H", bytes(2 * _FIELDS * len(presets.ids())))
        self.last = (0, 0, False)
        self.days = array("H", bytes(2 * _DAYS))
        self.won = 0

    def of(self, number):
        """Return (best seconds, games, wins, streak, longest streak) of a preset's id."""
        return tuple(self._numbers[number * _FIELDS : (number + 1) * _FIELDS])

    def finished(self, number, won, seconds, counts):
        """Note a game on the preset of this id; returns whether it is a new best."""
        if not counts or number == presets.CUSTOM_ID:
            return False
        at = number * _FIELDS
        self._more(at + _GAMES)
        if not won:
            self._numbers[at + _STREAK] = 0
            return False
        self._more(at + _WINS)
        self._more(at + _STREAK)
        longest = max(self._numbers[at + _LONGEST], self._numbers[at + _STREAK])
        self._numbers[at + _LONGEST] = longest
        return self._is_best(at + _BEST, max(1, min(seconds, _MOST)))

    def dealt(self, day):
        """Note that the board of a day was dealt."""
        self.days[DEALT] = day

    def finished_day(self, won):
        """Note a game on the board that was dealt last; returns whether it is the day's first."""
        days = self.days
        if days[DECIDED] == days[DEALT]:
            return False
        passed = days[DEALT] - days[DECIDED]
        before = days[STREAK] if passed == 1 else 0
        self.won = self.won << min(passed, 64) if passed > 0 else self.won >> -passed
        self.won = self.won & _REMEMBERED & ~1 | won
        days[STREAK] = min(before + 1, _MOST) if won else 0
        days[LONGEST] = max(days[LONGEST], days[STREAK])
        days[DECIDED] = days[DEALT]
        return True

    def was_won(self, day):
        """Whether the board of a day was won, as far as that is remembered."""
        ago = self.days[DECIDED] - day
        return 0 <= ago < 64 and self.won >> ago & 1 == 1

    def _more(self, at):
        self._numbers[at] = min(self._numbers[at] + 1, _MOST)

    def _is_best(self, at, seconds):
        if 0 < self._numbers[at] <= seconds:
            return False
        self._numbers[at] = seconds
        return True

    def size(self):
        return LEAST + _EACH * len(self._played())

    def _played(self):
        return [number for number in presets.ids() if self.of(number)[_GAMES]]

    def pack_into(self, buffer, offset):
        value, moves, won = self.last
        played = self._played()
        struct.pack_into(_FORMAT, buffer, offset, min(value, _MOST), min(moves, _MOST), int(won),
                         *(list(self.days) + [self.won, len(played)]))
        for place, number in enumerate(played):
            struct.pack_into(_PRESET, buffer, offset + LEAST + _EACH * place, number,
                             *self.of(number))

    def unpack_from(self, buffer, offset):
        """Read the records back, but for unknown ids; returns the offset behind them."""
        numbers = struct.unpack_from(_FORMAT, buffer, offset)
        self.last = numbers[0], numbers[1], bool(numbers[2])
        self.won = numbers[7]
        for at in range(_DAYS):
            self.days[at] = numbers[3 + at]
        offset += LEAST
        for _ in range(min(numbers[8], (len(buffer) - offset) // _EACH)):
            record = struct.unpack_from(_PRESET, buffer, offset)
            offset += _EACH
            if record[0] in presets.ids():
                for at in range(_FIELDS):
                    self._numbers[record[0] * _FIELDS + at] = record[1 + at]
                self._limit(record[0] * _FIELDS)
        return offset

    def _limit(self, preset):
        """Make a preset's numbers possible, whatever the memory held: no more wins than games."""
        numbers = self._numbers
        for most, least in (_GAMES, _WINS), (_WINS, _LONGEST), (_LONGEST, _STREAK):
            numbers[preset + least] = min(numbers[preset + least], numbers[preset + most])
