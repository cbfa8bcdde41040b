# SPDX-License-Identifier: MIT
"""The board of the day: made from the date alone, the same for everybody, and without guessing."""

from micropython import const

from minesweeper.rules import presets
from minesweeper.rules.dice import SEEDS
from minesweeper.rules.game import NO_GUESS
from minesweeper.saved import days

# It fits every PyPortal, is made in a second or two, and played in some minutes.
BOARD = presets.INTERMEDIATE
# Prime to the number of seeds, so that each day has one of its own.
_SPREAD = const(6180339)
# A clock that shows an earlier year was never set.
_SET_SINCE = const(2025)
_DAY_MS = const(86_400_000)

_UNKNOWN = const("The date is not known: type it, as in today 2026-11-22")
_WRONG = const("{} is no date: type it as in today 2026-11-22")
_KNOWN = const("The clock says {}: type today")
_MESSAGE = const("Board of the day, {}.")


def day(session):
    """Return the day by the clock, or as the player has told it; None if neither is known."""
    date = session.device.date()
    if _is_set(date):
        return days.number(*date)
    if session.date is None:
        return None
    given, then_ms = session.date
    return given + (session.device.ticks_ms() - then_ms) // _DAY_MS


def _is_set(date):
    return date is not None and _SET_SINCE <= date[0] <= days.LAST_YEAR


def dated(session, given):
    """Return the (day, ms) that the session is to keep once the player has told a day."""
    return session.date if given == day(session) else (given, session.device.ticks_ms())


def laid(day):
    """Return (seed, first cell) of the board of a day."""
    _, columns, rows, _, _ = BOARD
    seed = day * _SPREAD % SEEDS
    return seed, seed % (columns * rows)


def order(session, day):
    """Return a request for the board of a day."""
    seed, cell = laid(day)
    sentence = _MESSAGE.format(days.written(day))
    return "order", (BOARD, NO_GUESS, cell, seed, day, dated(session, day), sentence)


def ask(session, words):
    """Answer the console, which may tell the date: (a sentence, None) or ("", a request)."""
    known = day(session)
    if words:
        given = days.read(words)
        if given is None:
            return _WRONG.format(words), None
        if _is_set(session.device.date()):
            return _KNOWN.format(days.written(known)), None
        known = given
    return (_UNKNOWN, None) if known is None else ("", order(session, known))
