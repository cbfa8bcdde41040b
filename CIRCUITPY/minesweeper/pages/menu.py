# SPDX-License-Identifier: MIT
"""The menu: resume, another board, advice, or one of the pages behind it.

A button is at the same place in a game and after it.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.rules.controls import PLAYING
from minesweeper.screen import icons

_RESUME = icons.RESUME + "\nResume"
_BACK = icons.BACK + "\nBack"
_NEW = icons.NEW + "\nNew game"
_SAME = icons.SAME + "\nSame board"
_HINT = icons.HINT + "\nHint"
_SOLVE = icons.SOLVE + "\nSolve"
_PROOF = icons.PROOF + "\nProof"
_SHARE = icons.SHARE + "\nShare"
_STATISTICS = icons.STATISTICS + "\nStatistics"
_PLAY = icons.PLAY + "\nHow to play"
_BOARDS = icons.BOARDS + "\nBoards"
_OPTIONS = icons.OPTIONS + "\nOptions"
_REQUESTS = {
    _RESUME: (None, None),
    _BACK: (None, None),
    _NEW: ("next", None),
    _SAME: ("same", None),
    _HINT: ("advice", ("advice.hint", "show")),
    _PROOF: ("advice", ("advice.proof", "show")),
    _PLAY: ("page", "pages.lesson"),
    _BOARDS: ("page", "pages.boards"),
    _OPTIONS: ("page", "pages.choices"),
    _STATISTICS: ("page", "pages.statistics"),
    _SHARE: ("page", "pages.share"),
}
_WAYS = (
    ("Flag certain\nmines", ("advice.moves", "flag_required")),
    ("Open certain\nsafe cells", ("advice.moves", "open_required")),
    ("Play on until\na guess", ("advice.moves", "solve")),
    (icons.ODDS + " Show the odds", ("advice.odds", "show")),
    (icons.BACK + " Back", None),
)
_COLUMNS = const(3)


def show(session):
    """Show the menu, and again after the player went back to it; returns a request."""
    choices = _choices(session.game)
    while True:
        choice = _menu(session, choices)
        if choice in (_NEW, _SAME) and not _gives_up(session, choice == _SAME):
            continue
        if choice != _SOLVE:
            return _REQUESTS[choice]
        action = _solve(session)
        if action:
            return "advice", action


def _choices(game):
    """Return the buttons' words, without those that make no sense now."""
    if game.outcome() == PLAYING:
        first, advice = _RESUME, (_HINT, _SOLVE)
    else:
        first, advice = _BACK, (_PROOF if game.first_cell is not None else "", _SHARE)
    return (first, _NEW, _SAME) + advice + (_PLAY, _BOARDS, _OPTIONS, _STATISTICS)


def _menu(session, choices):
    """Return the words on the chosen button.

    While this function's frame lasts, the memory collector finds the page in it.
    """
    return choices[Page(session, "Menu", choices, (), _COLUMNS).choose(0)]


def _gives_up(session, is_same):
    return lazy.call("pages.rules", "gives_up", session, is_same)


def _solve(session):
    """Show the Solve menu; returns (module, function) of the advice, None to go back."""
    page = Page(session, "Solve", [words for words, _ in _WAYS])
    return _WAYS[page.choose()][1]

