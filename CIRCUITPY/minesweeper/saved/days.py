# SPDX-License-Identifier: MIT
"""Dates as numbers, and the days whose boards were played and won in a row.

A day is counted from 1 January 2000, which is 0, to the end of 2099. Loaded when it is asked for.
"""

from minesweeper.saved.records import DECIDED, STREAK

FIRST_YEAR = 2000
LAST_YEAR = 2099
_YEAR = 365
# Four years, of which the first is a leap year.
_FOUR_YEARS = 4 * _YEAR + 1
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def length(year, month):
    """Return how many days a month has."""
    return 29 if month == 2 and year % 4 == 0 else _LENGTHS[month - 1]


def number(year, month, day):
    """Return the number of a date."""
    years = year - FIRST_YEAR
    before = years * _YEAR + (years + 3) // 4
    return before + sum([length(year, past) for past in range(1, month)]) + day - 1


def date(number):
    """Return (year, month, day) of a number."""
    year = FIRST_YEAR + number // _FOUR_YEARS * 4
    left = number % _FOUR_YEARS
    month = 1
    while left >= length(year, month):
        left -= length(year, month)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return year, month, left + 1


def written(number):
    """Write a day as in 2026-11-22."""
    return "{}-{:02d}-{:02d}".format(*date(number))


def read(words):
    """Return the number of a date that is written so, None for anything else."""
    parts = words.split("-")
    if len(parts) != 3 or not all([part.isdigit() for part in parts]):
        return None
    year, month, day = [int(part) for part in parts]
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12):
        return None
    return number(year, month, day) if 1 <= day <= length(year, month) else None


def in_a_row(days, day):
    """Return the streak that a win on this day would make longer."""
    return days[STREAK] if days[DECIDED] in (day, day - 1) else 0
