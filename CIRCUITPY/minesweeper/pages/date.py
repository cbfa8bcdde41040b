# SPDX-License-Identifier: MIT
"""The board of the day, and the date that it needs, asked for where no clock tells it.

Day, month and year have a button for less and one for more each; they begin at the last board's.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.pages.rules import gives_up
from minesweeper.saved import days
from minesweeper.saved.records import DEALT
from minesweeper.screen import icons, text

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December")
# The earliest date that can be chosen; a player who has played no such board begins there.
_EARLIEST = const(2026)
_BACK, _DONE = 9, 10
_DAY, _MONTH, _YEAR = range(3)


def show(session):
    """Return a request for the board of the day, or to go back."""
    day = lazy.call("sharing.today", "day", session)
    if day is None:
        day = _ask(session)
    if day is None:
        return "page", "pages.boards"
    if not gives_up(session):
        return "page", "pages.menu"
    return lazy.call("sharing.today", "order", session, day)


def _ask(session):
    """Return the day that the player chooses, None to go back."""
    date = first(session.saved.records.days[DEALT])
    buttons = _words(date) + [icons.BACK + " Back", icons.DONE + " Done"]
    page = Page(session, "Which day is it?", buttons, (), 3, 0, 2,
                (max(_MONTHS, key=text.body.width),) * _BACK)

    def step(tapped):
        nonlocal date
        if tapped >= _BACK:
            return False
        date = stepped(date, tapped // 3, tapped % 3 - 1)
        for at, words in enumerate(_words(date)):
            page.rename(at, words)
        return True

    tapped = page.choose(_BACK, step=step)
    return days.number(date[_YEAR], date[_MONTH], date[_DAY]) if tapped == _DONE else None


def first(dealt):
    """Return (day, month, year) to begin at: the day of the last board."""
    year, month, day = days.date(dealt)
    return (day, month, year) if year >= _EARLIEST else (1, 1, _EARLIEST)


def stepped(date, part, by):
    """Step one part of a date: days and months go round, years stop; no month is too short."""
    day, month, year = date
    if part == _DAY:
        return (day - 1 + by) % days.length(year, month) + 1, month, year
    if part == _MONTH:
        month = (month - 1 + by) % len(_MONTHS) + 1
    else:
        year = max(_EARLIEST, min(days.LAST_YEAR, year + by))
    return min(day, days.length(year, month)), month, year


def _words(date):
    told = []
    for words in (str(date[_DAY]), _MONTHS[date[_MONTH] - 1], str(date[_YEAR])):
        told += ["-", words, "+"]
    return told
