# SPDX-License-Identifier: MIT
"""A keypad for a board's number."""

from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.screen import text

_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "<-", "0", "Deal", "Back")
_MOST = const(19)
_WIDTH = const(38)
_ASKED = const("The number of a board:")


def show(session):
    """Return a request for the board whose number was typed, or to go back."""
    page = Page(session, "", _KEYS, ("", ""), 4)
    line = page.say(" " * _WIDTH + "\n", session.display.width // 2, 18)
    line.write(_ASKED)
    typed = ""
    while True:
        key = _KEYS[page.choose()]
        if key == "Back":
            return "page", "pages.pause"
        if key == "Deal":
            sentence, request = lazy.call("sharing.numbers", "order", session, typed)
            if request:
                return request
            line.write("\n".join(text.lines(sentence, _WIDTH)))
            continue
        typed = typed[: len(typed) - 1] if key == "<-" else (typed + key)[:_MOST]
        line.write(_grouped(typed) or _ASKED)


def _grouped(typed):
    """Group the digits as a number is written: five, seven and seven."""
    groups = typed[:5], typed[5:12], typed[12:]
    return "-".join([group for group in groups if group])
