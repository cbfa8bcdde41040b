# SPDX-License-Identifier: MIT
"""A keypad for a board's number; during a game another key shows the number of its board."""

from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.pages.rules import gives_up
from minesweeper.screen import icons, text

_ERASE, _DEAL, _BACK = "Delete", icons.DONE + " Deal", icons.BACK + " Back"
_SHARE = icons.SHARE + " Share"
_KEYS = ("1", "2", "3", _ERASE, "4", "5", "6", "", "7", "8", "9", "", _BACK, "0", "", _DEAL)
# The key for sharing is below the one that deletes.
_PLACE = const(7)
_MOST = const(19)
_COLUMNS = const(4)
_ASKED = const("Type a board number:")


def show(session):
    """Return a request for the board whose number was typed, or to go back."""
    request = None
    while not request:
        request = _ask(session)
        if not request:
            lazy.call("pages.share", "show", session)
    return request


def _ask(session):
    """Show the keypad once; returns a request, None to share the board in play."""
    keys = list(_KEYS)
    if session.game.field.laid:
        keys[_PLACE] = _SHARE
    page = Page(session, "", keys, ("",) * 2, _COLUMNS)
    line = page.lines(session.display.width // 2, page.middle - 1)
    line.write(_ASKED)
    typed = ""
    while True:
        key = keys[page.choose()]
        if key == _SHARE:
            return None
        if key == _BACK:
            return "page", "pages.boards"
        if key == _DEAL:
            sentence, request = lazy.call("sharing.numbers", "order", session, typed)
            if request:
                return request if gives_up(session) else ("page", "pages.menu")
            line.write("\n".join(text.lines(sentence, page.width)))
            continue
        typed = typed[: len(typed) - 1] if key == _ERASE else (typed + key)[:_MOST]
        line.write(_group(typed) or _ASKED)


def _group(typed):
    """Group the digits as a number is written: five, seven and seven."""
    groups = typed[:5], typed[5:12], typed[12:]
    return "-".join([group for group in groups if group])
