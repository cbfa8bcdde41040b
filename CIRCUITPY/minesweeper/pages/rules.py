# SPDX-License-Identifier: MIT
"""What a board depends on, and another board once that has changed.

A player with a game in play is asked first, and may keep both.
"""

from minesweeper.board.controls import PLAYING
from minesweeper.pages.page import Page

_LOST = ("These changes start a new game:", "the one you are playing would be lost.")
_DEALT_ANEW = ("preset", "first", "no_guess", "guesses", "custom_columns", "custom_rows",
               "custom_mines")


def rules(table):
    """What a board depends on."""
    return [getattr(table.options, name) for name in _DEALT_ANEW]


def deal_anew(table, before):
    """Another board if its rules have changed, unless the player would rather play on."""
    if before == rules(table):
        return
    if gives_up(table):
        table.wish = table.deals.other_board
        return
    for name, value in zip(_DEALT_ANEW, before):
        setattr(table.options, name, value)


def gives_up(table):
    """Whether no game in play would be lost by another board, or the player lets it go."""
    if table.wish or not table.game.moves or table.game.outcome() != PLAYING:
        return True
    page = Page(table, "Another board?", ("New game", "Go on with\nthis one"), _LOST)
    return page.choose() == 0
