# SPDX-License-Identifier: MIT
"""The board of the day: from the date alone, so it is everybody's, and it needs no guess."""

from micropython import const

from minesweeper.board import presets
from minesweeper.board.dice import SEEDS
from minesweeper.board.game import NO_GUESS
from minesweeper.memory import dates, days
from minesweeper.ticks import since

# It fits every PyPortal, is made in a second or two, and played in some minutes.
BOARD = presets.find("intermediate")
# Prime to the number of seeds, so that each day has one of its own.
_SPREAD = const(6180339)
# A clock that shows an earlier year was never set.
_SET_SINCE = const(2025)
_DAY_MS = const(86_400_000)

_UNKNOWN = const("The date is not known: type it, as in today 2026-11-22")
_WRONG = const("{} is no date: type it as in today 2026-11-22")
_KNOWN = const("The clock says {}: type today")
_NEWS = const("Board of the day, {}: start at the tick ({} {}).")


def day(table):
    """By the clock, or as the player has said since power-on; None if neither tells."""
    date = table.device.date()
    if _is_set(date):
        return dates.number(*date)
    if table.deals.said is None:
        return None
    day, then_ms = table.deals.said
    return day + since(then_ms, table.device.ticks_ms()) // _DAY_MS


def _is_set(date):
    return date is not None and _SET_SINCE <= date[0] <= dates.LAST_YEAR


def say(table, day):
    """The player has told which day it is."""
    table.deals.said = day, table.device.ticks_ms()


def order(table, day):
    """Wish for the board of a day."""
    _, columns, rows, _, _ = BOARD
    seed = day * _SPREAD % SEEDS
    cell = seed % (columns * rows)
    table.memory.records.days[days.DEALT] = day
    table.options.choose(BOARD)
    table.deals.order = NO_GUESS, cell, seed, True
    table.wish = table.deals.other_board
    table.news = _NEWS.format(dates.written(day), cell // columns, cell % columns)


def ask(table, words):
    """For the console, which may tell the date; returns a sentence."""
    if words:
        said = dates.read(words)
        if said is None:
            return _WRONG.format(words)
        if _is_set(table.device.date()):
            return _KNOWN.format(dates.written(day(table)))
        say(table, said)
    known = day(table)
    if known is None:
        return _UNKNOWN
    order(table, known)
    return ""


def result(table):
    """What a decided game on it has come to, in a sentence."""
    kept = table.memory.records.days
    if table.game.hinted:
        return "With advice, the day does not count."
    if not kept[days.STREAK]:
        return "Lost: the days in a row begin again."
    return "Day {} in a row, longest {}.".format(kept[days.STREAK], kept[days.LONGEST])


def in_a_row(table):
    """The days that would go on today."""
    return days.in_a_row(table.memory.records.days, day(table))
