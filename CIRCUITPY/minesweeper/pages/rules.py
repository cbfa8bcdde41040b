# SPDX-License-Identifier: MIT
"""The options by which a board is dealt, and the question whether they may start a new game.

A player with a game in play is asked first, and may keep both.
"""

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.rules.controls import PLAYING
from minesweeper.screen import icons, text, tiles

# Below three lines for the picture.
_LOST = ("", "", "", "A game is in progress. If you start again, it counts as lost.")
_HEADINGS = "A new game?", "The same board again?"
_STARTS = icons.NEW + " New game", icons.SAME + " Same board"
_NAMES = ("preset", "first", "no_guess", "guesses", "custom_columns", "custom_rows",
          "custom_mines")


def rules(options):
    """Return the values of the options by which a board is dealt."""
    return [getattr(options, name) for name in _NAMES]


def asks_for_board(session, before):
    """Whether the rules have changed from `before` and the player lets the game in play go.

    Otherwise they become what they were.
    """
    options = session.options
    if before == rules(options):
        return False
    if gives_up(session):
        return True
    for name, value in zip(_NAMES, before):
        setattr(options, name, value)
    return False


def gives_up(session, is_same=False):
    """Whether another board, or the same again, loses no game in play, or the player agrees."""
    if not session.game.moves or session.game.outcome() != PLAYING:
        return True
    choices = _STARTS[is_same], icons.RESUME + " Keep playing"
    page = Page(session, _HEADINGS[is_same], choices, _LOST)
    lazy.call("pages.picture", "lay", session, page, tiles.FACE_PRESSED,
              page.above + 3 * text.body.height // 2)
    return page.choose() == 0
