# SPDX-License-Identifier: MIT
"""The question whether another board may replace a game in play."""

from minesweeper.pages.page import Page
from minesweeper.rules.controls import PLAYING
from minesweeper.screen import text, tiles
from minesweeper.screen.plate import put

_LOST = "The game in play would be gone."
_CHOICES = text.NEW + " New game", text.RESUME + " Keep playing"


def gives_up(session):
    """Whether another board loses no game in play, or the player agrees."""
    if not session.game.moves or session.game.outcome() != PLAYING:
        return True
    page = Page(session, "A new game?", _CHOICES, ("", "", "", _LOST))
    face = session.sheets.of(16).grid()
    face[0] = tiles.FACE_PRESSED
    put(page.group, face, 3, session.display.width // 2 - 24, page.above)
    return page.choose() == 0
