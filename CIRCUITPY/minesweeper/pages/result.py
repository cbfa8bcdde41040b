# SPDX-License-Identifier: MIT
"""The end of a game: how long and how well it was played, how lucky, and what comes next.

The guesses are counted while the page is shown; a touch ends the counting.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.rules import presets
from minesweeper.rules.controls import WON
from minesweeper.saved.options import index_of
from minesweeper.screen import icons, text
from minesweeper.screen.panel import clock

_COUNTING = const("Counting the guesses ...")
_NEW = icons.NEW + "\nNew game"
_SAME = icons.SAME + "\nSame board"
_SHARE = icons.SHARE + "\nShare"
_MENU = icons.MENU + "\nMenu"
# The button for a proof after a loss, and after a win.
_PROOFS = ("What was\nsafe?", icons.PROOF + "\nProof")
_PROOF = ("advice", ("advice.proof", "show"))
_REQUESTS = {_NEW: ("next", None), _SAME: ("same", None), _MENU: ("page", "pages.menu"),
             _PROOFS[0]: _PROOF, _PROOFS[1]: _PROOF}


def show(session):
    """Show the result, and again after the board's number; returns a request."""
    choice, guesses = _ask(session, "")
    while choice == _SHARE:
        lazy.call("pages.share", "show", session)
        choice, guesses = _ask(session, guesses)
    return _REQUESTS[choice]


def _ask(session, guesses):
    """Show the page once; returns the choice, and `guesses` or, if that is "", their count."""
    game = session.game
    lines = [_record(session), _pace(session), ""]
    proof = (_PROOFS[game.outcome() == WON],) if game.first_cell is not None else ()
    choices = (_SAME, _SHARE) + proof + (_MENU, _NEW)
    page = Page(session, _heading(game), choices, lines, 3)
    line = page.lines(session.display.width // 2, page.below - text.body.height // 2)
    line.write(guesses or _COUNTING)
    guesses = guesses or _guesses(session)
    line.write(guesses)
    return choices[page.choose()], guesses


def _heading(game):
    if game.solved:
        return "Finished by the solver"
    words = "Won in {}" if game.outcome() == WON else "Lost after {}"
    return words.format(clock(game.played_ms // 1000))


def _pace(session):
    """Return the taps and, after a win, how many of them the board needed (its 3BV)."""
    value, moves, won = session.saved.records.last
    if not won:
        return "{} taps. The board needed {}.".format(moves, value)
    return "{} taps, {} needed: {} % efficient.".format(
        moves, value, (200 * value // max(1, moves) + 1) // 2)


def _record(session):
    """Return the best time and the streak, or why the game does not count."""
    game = session.game
    if game.daily:
        return lazy.call("sharing.today", "result", session)
    index = index_of(game.preset)
    if index >= len(presets.ALL):
        return "Custom boards have no records."
    if game.hinted or game.repeated:
        why = "With help" if game.hinted else "On a known board"
        return "{}, a game sets no record.".format(why)
    best, _, _, streak, longest = session.saved.records.of(index)
    before = session.best_before
    if not best:
        told = "Not won yet."
    elif best == before:
        told = "Best {}.".format(clock(best))
    else:
        told = "New best, {} s faster.".format(before - best) if before else "Your first win!"
    return told if longest < 2 else "{} Streak {}, longest {}.".format(told, streak, longest)


def _guesses(session):
    if session.game.solved:
        return ""
    if not session.game.recording.whole:
        return "The guesses of this game are not known."
    reckoned = lazy.call("advice.luck", "reckon", session)
    if not reckoned:
        return "The guesses were not counted."
    guesses, luck = reckoned
    if not guesses:
        return "You made no guess."
    return "{} guess{}: {} % likely to be safe.".format(guesses, "" if guesses == 1 else "es",
                                                        (luck + 50) // 100)
