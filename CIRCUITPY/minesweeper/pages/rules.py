# SPDX-License-Identifier: MIT
"""The options by which a board is dealt, and the question whether they may start a new game.

A player with a game in play is asked first, and may keep both.
"""

from minesweeper.pages.page import Page
from minesweeper.rules.controls import PLAYING
from minesweeper.screen import text, tiles
from minesweeper.screen.plate import put

_LOST = "The game in play would be gone."
_CHOICES = text.NEW + " New game", text.RESUME + " Keep playing"
_NAMES = ("preset", "first", "guessing", "custom_columns", "custom_rows",
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


def gives_up(session):
    """Whether another board loses no game in play, or the player agrees."""
    if not session.game.moves or session.game.outcome() != PLAYING:
        return True
    page = Page(session, "A new game?", _CHOICES, ("", "", "", _LOST))
    face = session.sheets.of(16).grid()
    face[0] = tiles.FACE_PRESSED
    put(page.group, face, 3, session.display.width // 2 - 24, page.above)
    return page.choose() == 0
