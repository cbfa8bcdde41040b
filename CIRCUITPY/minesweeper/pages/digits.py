# SPDX-License-Identifier: MIT
"""A keypad for a board's number."""

from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.pages.question import gives_up
from minesweeper.screen import text

_BACK, _ERASE, _DEAL = text.BACK + " Back", "Delete", text.RESUME + " Play"
_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", _BACK, _ERASE, _DEAL)
_ROWS = (5, 5, 3)
_MOST = const(19)
_ASKED = const("Type a board number:")


def show(session):
    """Return a request for the board whose number was typed, or to go back."""
    page = Page(session, "", _KEYS, ("",) * 2, _ROWS)
    line = page.lines(session.display.width // 2, page.middle - 1)
    line.write(_ASKED)
    typed = ""
    while True:
        key = _KEYS[page.choose(_KEYS.index(_BACK))]
        if key == _BACK:
            return "page", "pages.share"
        if key == _DEAL:
            sentence, request = lazy.call("sharing.numbers", "order", session, typed)
            if request:
                return request if gives_up(session) else ("page", "back")
            line.write("\n".join(text.lines(sentence, page.width)))
            continue
        typed = typed[: len(typed) - 1] if key == _ERASE else (typed + key)[:_MOST]
        line.write(_group(typed) or _ASKED)


def _group(typed):
    """Group the digits as a number is written: five, seven and seven."""
    groups = typed[:5], typed[5:12], typed[12:]
    return "-".join([group for group in groups if group])
