# SPDX-License-Identifier: MIT
"""The menu of a game in play: resume it, another board, advice, or the title."""

from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.screen import text

_RESUME = text.RESUME + " Resume"
_NEW = text.NEW + " New game"
_SOLVE = text.SOLVE + " Solve"
_REQUESTS = (
    (_RESUME, (None, None)),
    (_NEW, ("board", None)),
    (text.BOARDS + " Boards", ("page", "pages.boards")),
    (text.HINT + " Hint", ("advice", ("advice.hint", "show"))),
    (_SOLVE, None),
    (text.SHARE + "\nShare", ("page", "pages.share")),
    (text.OPTIONS + "\nOptions", ("page", "pages.choices")),
    (text.MENU + "\nTitle", ("page", "pages.title")),
)
_ROWS = (1, 2, 2, 3)
_WAYS = (
    ("Play on until\na guess", ("advice.moves", "solve")),
    (text.ODDS + " Show\nthe odds", ("advice.odds", "show")),
    (text.BACK + " Back", None),
)
_WAY_ROWS = (2, 1)
_TOLD = const("The solver plays for you: such a game sets no record.")


def show(session):
    """Show the menu, and again after the player went back to it; returns a request."""
    while True:
        choice, request = _REQUESTS[_choose(session)]
        if choice == _NEW and not lazy.call("pages.question", "gives_up", session):
            continue
        if choice != _SOLVE:
            return request
        action = _solve(session)
        if action:
            return "advice", action


def _choose(session):
    """Return the number of the chosen button.

    While this function's frame lasts, the memory collector finds the page in it.
    """
    return Page(session, "Menu", [words for words, _ in _REQUESTS], (), _ROWS).choose(
        0, requests=[request for _, request in _REQUESTS])


def _solve(session):
    """Show the Solve menu; returns (module, function) of the advice, None to go back."""
    page = Page(session, "Solve", [words for words, _ in _WAYS], (_TOLD,), _WAY_ROWS)
    requests = [("advice", action) if action else None for _, action in _WAYS]
    return _WAYS[page.choose(requests=requests)][1]
