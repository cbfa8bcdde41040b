# SPDX-License-Identifier: MIT
"""The pause sheet: on with the game, another one, advice, or one of the pages behind it.

Loaded while it is looked at, as the pages behind it are; leaves on the table what the player
wishes.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.board.controls import PLAYING
from minesweeper.pages.page import Page

_RESUME = const(0)
_CHOICES = ("Resume", "New game", "Same board", "How to play", "Board", "Options", "Statistics")
_PAGES = {"How to play": "pages.lesson", "Board": "pages.boards", "Options": "pages.choices"}


def show(table):
    """Resume, another game, or another page; returns (module, action) of what to do, or None."""
    choices = _CHOICES[:3] + _advice(table.game) + _CHOICES[3:]
    wishes = (None, table.deals.next_board, table.deals.same_board)
    while True:
        number = Page(table, "Pause", choices, (), 3).choose(_RESUME)
        if number < len(wishes):
            table.wish = wishes[number]
            return None
        action = _chosen(table, choices[number])
        if action or table.wish:
            return action


def _advice(game):
    """What can be asked of the solver."""
    if game.outcome() == PLAYING:
        return "Hint", "Solve"
    return ("Proof",) if game.first_cell is not None else ()


def _chosen(table, choice):
    """Another page, after which the sheet is back unless it returns an action or wishes a board.

    A page may name the one that follows it, so that both are not in memory at once.
    """
    if choice == "Hint":
        return "advice.hint", "hint"
    if choice == "Proof":
        return "advice.proof", "show"
    if choice == "Solve":
        return _solve(table)
    if choice == "Statistics":
        return _statistics(table)
    page = _PAGES[choice]
    while page:
        page = lazy.call(page, "show", table)
    return None


def _solve(table):
    """The Solve menu."""
    choices = ("Flag required\nmines", "Open required\nsafe cells", "As far as\nit goes",
               "Show the odds", "Back")
    actions = (("advice.moves", "flag_required"), ("advice.moves", "open_required"),
               ("advice.moves", "solve"), ("advice.odds", "show"), None)
    return actions[Page(table, "Solve", choices).choose()]


def _statistics(table):
    lines = lazy.call("memory.statistics", "lines", table.memory.records)
    Page(table, "Statistics", ("Done",), lines, 1).choose()
