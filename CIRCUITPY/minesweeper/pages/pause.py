# SPDX-License-Identifier: MIT
"""The pause sheet: resume, another board, advice, or one of the pages behind it."""

from micropython import const

from minesweeper import lazy
from minesweeper.board.controls import PLAYING
from minesweeper.pages.page import Page

_RESUME = const(0)
# So many lines of statistics fit below a heading.
_LINES = const(10)
_BEFORE = ("Resume", "New game", "Same board")
_AFTER = ("How to play", "Board", "Options", "Statistics")
_REQUESTS = {
    "Resume": None,
    "New game": ("next", None),
    "Same board": ("same", None),
    "Hint": ("advice", ("advice.hint", "show")),
    "Proof": ("advice", ("advice.proof", "show")),
    "How to play": ("page", "pages.lesson"),
    "Board": ("page", "pages.boards"),
    "Options": ("page", "pages.choices"),
}
_SOLVE = (
    ("Flag required\nmines", ("advice.moves", "flag_required")),
    ("Open required\nsafe cells", ("advice.moves", "open_required")),
    ("As far as\nit goes", ("advice.moves", "solve")),
    ("Show the odds", ("advice.odds", "show")),
    ("Back", None),
)


def show(session):
    """Show the sheet, and again after the pages that belong to it; returns a request."""
    choices = _BEFORE + _advice(session.game) + _AFTER
    while True:
        choice = choices[Page(session, "Pause", choices, (), 3).choose(_RESUME)]
        if choice == "Statistics":
            _show_statistics(session)
        elif choice != "Solve":
            return _REQUESTS[choice]
        else:
            action = _solve(session)
            if action:
                return "advice", action


def _advice(game):
    """Return the advice that can be had now."""
    if game.outcome() == PLAYING:
        return "Hint", "Solve"
    return ("Proof",) if game.first_cell is not None else ()


def _solve(session):
    """Show the Solve menu; returns (module, function) of the advice, None to go back."""
    page = Page(session, "Solve", [words for words, _ in _SOLVE])
    return _SOLVE[page.choose()][1]


def _show_statistics(session):
    memory = session.memory
    lines = lazy.call("memory.statistics", "lines", memory.records, memory.erases)
    heading = "Statistics" if len(lines) <= _LINES else ""
    Page(session, heading, ("Done",), lines, 1).choose()
