# SPDX-License-Identifier: MIT
"""The boards of the day that were played, and how many days in a row were won.

A day is a number, as `dates` counts them. Only the first game of a day counts.
"""

import struct

from micropython import const

_MOST = const(0xFFFF)
_FORMAT = const("<4H")
SIZE = struct.calcsize(_FORMAT)


class Days:
    """`dealt` is the day of the board that was dealt last, `decided` of the last game that counted.

    `streak` are the days in a row that were won up to `decided`, `longest` the most ever.
    """

    def __init__(self):
        self.dealt = self.decided = self.streak = self.longest = 0

    def finished(self, won):
        """Note a game on the board that was dealt last; returns whether it counts."""
        if self.decided == self.dealt:
            return False
        before = self.streak if self.decided == self.dealt - 1 else 0
        self.streak = min(before + 1, _MOST) if won else 0
        self.longest = max(self.longest, self.streak)
        self.decided = self.dealt
        return True

    def in_a_row(self, day):
        """The streak that a win on this day would make longer; None for a day that is not known."""
        return self.streak if day is None or self.decided in (day, day - 1) else 0

    def pack_into(self, buffer, offset):
        struct.pack_into(_FORMAT, buffer, offset, self.dealt, self.decided, self.streak,
                         self.longest)

    def unpack_from(self, buffer, offset):
        self.dealt, self.decided, self.streak, self.longest = struct.unpack_from(
            _FORMAT, buffer, offset)
