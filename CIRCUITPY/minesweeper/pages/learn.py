# SPDX-License-Identifier: MIT
"""Lists the lessons: how to play, patterns, and the steps of a game that is over."""

from minesweeper.pages.page import Page
from minesweeper.screen import text

_STEPS = text.STEPS + " Last game, step by step"
_REQUESTS = (
    (text.PLAY + " How to play", ("page", "pages.lesson")),
    (text.HINT + " Patterns", ("page", "pages.patterns")),
    (_STEPS, ("advice", ("advice.steps", "show"))),
    (text.BACK + " Back", ("page", "back")),
)


def show(session):
    """Show the page; returns a request. The steps show the mines, so they come after a game."""
    game = session.game
    known = game.is_decided() and game.first_cell is not None
    choices = [item for item in _REQUESTS if known or item[0] != _STEPS]
    page = Page(session, "Learn", [words for words, _ in choices], (), (1,) * len(choices))
    return choices[page.choose(requests=[request for _, request in choices])][1]
