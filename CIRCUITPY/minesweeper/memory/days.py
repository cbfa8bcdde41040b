# SPDX-License-Identifier: MIT
"""The days whose boards were played, and how many in a row were won: four numbers of the records.

A day is a number, as `dates` counts them. Only the first game of a day counts. Loaded when it is
asked for.
"""

from micropython import const

# The day of the board that was dealt last, and of the last game that counted; the days in a row
# that were won up to then, and the most ever.
DEALT, DECIDED, STREAK, LONGEST = range(4)
_MOST = const(0xFFFF)


def finished(days, won):
    """Note a game on the board that was dealt last; returns whether it counts."""
    if days[DECIDED] == days[DEALT]:
        return False
    before = days[STREAK] if days[DECIDED] == days[DEALT] - 1 else 0
    days[STREAK] = min(before + 1, _MOST) if won else 0
    days[LONGEST] = max(days[LONGEST], days[STREAK])
    days[DECIDED] = days[DEALT]
    return True


def in_a_row(days, day):
    """The streak that a win on this day would make longer; None for a day that is not known."""
    return days[STREAK] if day is None or days[DECIDED] in (day, day - 1) else 0
