# SPDX-License-Identifier: MIT
"""Lists the lessons: how to play, patterns, and the proof of a game that is over."""

from minesweeper.pages.page import Page
from minesweeper.screen import text

_PROOF = text.PROOF + " Last game's proof"
_REQUESTS = (
    (text.PLAY + " How to play", ("page", "pages.lesson")),
    (text.HINT + " Patterns", ("page", "pages.patterns")),
    (_PROOF, ("advice", ("advice.proof", "show"))),
    (text.BACK + " Back", ("page", "back")),
)


def show(session):
    """Show the page; returns a request. A proof shows the mines, so it comes after a game."""
    game = session.game
    provable = game.is_decided() and game.first_cell is not None
    choices = [item for item in _REQUESTS if provable or item[0] != _PROOF]
    page = Page(session, "Learn", [words for words, _ in choices], (), (1,) * len(choices))
    return choices[page.choose(requests=[request for _, request in choices])][1]
