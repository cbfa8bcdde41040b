# SPDX-License-Identifier: MIT
"""The board of the day, and the date that it needs, asked for where no clock tells it.

Day, month and year have a button for less and one for more each; they begin at the last board's.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.memory import dates
from minesweeper.memory.days import DEALT
from minesweeper.pages.page import Page

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December")
# Where a player begins who has not played one, and before which there is nothing to choose.
_EARLIEST = const(2026)
_DONE = const(9)
_DAY, _MONTH, _YEAR = range(3)


def show(table):
    """Leaves the wish for that board on the table, unless the player goes back."""
    day = lazy.call("sharing.today", "day", table)
    if day is None:
        day = _asked(table)
        if day is None:
            return
        lazy.call("sharing.today", "say", table, day)
    lazy.call("sharing.today", "order", table, day)


def _asked(table):
    """The number of a day, None for none."""
    date = first(table.memory.records.days[DEALT])
    page = Page(table, "Which day is it?", _words(date) + ["Done", "Back"], (), 3, foot=2)
    tapped = page.choose()
    while tapped < _DONE:
        date = stepped(date, tapped // 3, tapped % 3 - 1)
        for at, words in enumerate(_words(date)):
            page.rename(at, words)
        tapped = page.choose()
    return _number(date) if tapped == _DONE else None


def first(dealt):
    """(day, month, year) to begin at, after the last board's day."""
    year, month, day = dates.date(dealt)
    return (day, month, year) if year >= _EARLIEST else (1, 1, _EARLIEST)


def stepped(date, part, by):
    """One part less or more: days and months go round, years stop; no month is too short."""
    day, month, year = date
    if part == _DAY:
        return (day - 1 + by) % dates.length(year, month) + 1, month, year
    if part == _MONTH:
        month = (month - 1 + by) % len(_MONTHS) + 1
    else:
        year = max(_EARLIEST, min(dates.LAST_YEAR, year + by))
    return min(day, dates.length(year, month)), month, year


def _number(date):
    return dates.number(date[_YEAR], date[_MONTH], date[_DAY])


def _words(date):
    told = []
    for words in (str(date[_DAY]), _MONTHS[date[_MONTH] - 1], str(date[_YEAR])):
        told += ["-", words, "+"]
    return told
