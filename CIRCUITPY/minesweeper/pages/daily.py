# SPDX-License-Identifier: MIT
"""The board of the day: a calendar of the month with a flower for each day that was won.

Where no clock tells the date, the player taps it.
"""

import displayio
from micropython import const

from minesweeper.pages.page import Page
from minesweeper.pages.question import gives_up
from minesweeper.saved import days
from minesweeper.saved.records import DEALT, LONGEST
from minesweeper.screen import text, tiles
from minesweeper.screen.plate import MARGIN
from minesweeper.screen.theme import box, palette_of
from minesweeper.sharing import today

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December")
_BACK, _LESS, _MORE, _PLAY = range(4)
_BUTTONS = (text.BACK + " Back", text.LESS, text.MORE, text.RESUME + " Play")
_ROWS = (4,)
_ASKED = const("Which day is it? Tap it.")
_STREAK = const("{} in a row, longest {}")
# A player who has played no such board begins to choose here.
_EARLIEST = const(2026)
_WEEK = const(7)
_TILE = const(16)
_FRAME = const(0xFFE763)


def show(session):
    """Return a request for the board of the day, or to go back."""
    known = today.day(session)
    day = known
    if day is None:
        day = max(session.saved.records.days[DEALT], days.number(_EARLIEST, 1, 1))
    tapped = _MORE
    while tapped in (_LESS, _MORE):
        calendar = _Calendar(session, day, known is None)
        tapped, day = calendar.choose()
    if tapped == _BACK or not gives_up(session):
        return "page", "back"
    return today.order(session, day)


class _Calendar:
    """The page of a day's month, on which the day is framed; `asks` lets another one be tapped."""

    def __init__(self, session, day, asks):
        self._records = session.saved.records
        self._asks = asks
        self._year, self._month, self._day = days.date(day)
        self._first = days.number(self._year, self._month, 1)
        heading = "{} {}".format(_MONTHS[self._month - 1], self._year)
        self._page = page = Page(session, heading, _BUTTONS if asks else (
            _BUTTONS[_BACK], "", "", _BUTTONS[_PLAY]), (), _ROWS)
        line = page.line(session.display.width // 2, page.top + text.body.height // 2 - 2)
        line.write(_ASKED if asks else _STREAK.format(
            days.in_a_row(self._records.days, day), self._records.days[LONGEST]))
        top = page.top + text.body.height
        self._across = page.width // _WEEK
        self._down = (page.bounds[0][1] - top - 2) // 6
        self._top = top
        palette = palette_of(_FRAME)
        self._frame = [box(palette, 0, 0, across, down) for across, down in (
            (self._across, 1), (self._across, 1), (1, self._down), (1, self._down))]
        for line in self._frame:
            page.group.append(line)
        self._fill(session)

    def choose(self):
        """Return (the tapped button, the chosen day)."""
        page = self._page
        if self._asks:
            page.add([self._bounds(day) for day in range(1, self._length() + 1)],
                     lambda place, is_down: None)
        tapped = _PLAY + self._day
        while tapped > _PLAY:
            self._day = tapped - _PLAY
            self._move_frame()
            tapped = page.choose(_BACK, requests=(("page", "back"),))
        if tapped in (_LESS, _MORE):
            self._turn(tapped == _MORE)
        return tapped, days.number(self._year, self._month, self._day)

    def _length(self):
        return days.length(self._year, self._month)

    def _turn(self, on):
        """Go to the next month, or to the one before, from the first year to the last."""
        number = self._year * 12 + self._month - 1 + (1 if on else -1)
        number = max(_EARLIEST * 12, min(days.LAST_YEAR * 12 + 11, number))
        self._year, self._month = number // 12, number % 12 + 1
        self._day = min(self._day, self._length())

    def _bounds(self, day):
        """Return the place of a day; weeks begin on Monday, and 1 January 2000 was a Saturday."""
        place = (self._first + 5) % _WEEK + day - 1
        left = MARGIN + place % _WEEK * self._across
        top = self._top + place // _WEEK * self._down
        return left, top, left + self._across, top + self._down

    def _move_frame(self):
        left, top, right, bottom = self._bounds(self._day)
        corners = (left, top), (left, bottom - 1), (left, top), (right - 1, top)
        for line, (x, y) in zip(self._frame, corners):
            line.x, line.y = x, y

    def _fill(self, session):
        """Write the days, a line for each week, and flowers in place of those that were won."""
        page = self._page
        weeks: list = [[] for _ in range(6)]
        sheet = session.sheets.of(_TILE)
        for day in range(1, self._length() + 1):
            left, top, _, _ = self._bounds(day)
            if self._records.was_won(self._first + day - 1):
                flower = sheet.grid()
                flower[0] = tiles.DEFUSED
                flower.x = left + (self._across - _TILE) // 2
                flower.y = top + (self._down - _TILE) // 2
                page.group.append(flower)
            else:
                weeks[(top - self._top) // self._down].append((str(day), left))
        for number, week in enumerate(weeks):
            if week:
                self._write(week, self._top + number * self._down)

    def _write(self, week, top):
        bitmap = text.blank(text.body, self._page.width, 1)[0]
        for words, left in week:
            middle = left - MARGIN + (self._across - text.body.width(words)) // 2
            text.stamp(text.body, bitmap, self._page.width, words, middle)
        self._page.group.append(displayio.TileGrid(
            bitmap, pixel_shader=self._page.ink, x=MARGIN,
            y=top + (self._down - text.body.height) // 2 + 1))
