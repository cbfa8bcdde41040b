# SPDX-License-Identifier: MIT
"""The end of a game: how long and how well it was played, how lucky, and what comes next.

The guesses are counted while the page is shown; a touch ends the counting.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.board import presets
from minesweeper.board.controls import WON
from minesweeper.memory.options import index_of
from minesweeper.pages.page import HEADING, Page
from minesweeper.screen import text
from minesweeper.screen.panel import clock

_COUNTING = const("Counting the guesses ...")
_LETTERS = const(38)
# The button for a proof after a loss, and after a win.
_PROOFS = ("What was\nsafe?", "Proof")
_PROOF = ("advice", ("advice.proof", "show"))
_REQUESTS = {"Again": ("next", None), "Same board": ("same", None), "Menu": ("page", "pages.pause"),
             _PROOFS[0]: _PROOF, _PROOFS[1]: _PROOF}

_NUMBERED = ("This number deals the same board", "on any PyPortal: Board, By number.")
_MOVED = ("Fair guesses have moved its mines:", "no number deals this board again.")
_REPLAY = ("", "On the console, replay prints", "the game for other programs.")


def show(session):
    """Show the result, and again after the board's number; returns a request."""
    choice, guesses = _asked(session, "")
    while choice == "Share":
        _share(session)
        choice, guesses = _asked(session, guesses)
    return _REQUESTS[choice]


def _asked(session, guesses):
    """Show the page once; returns the choice, and `guesses` or, if that is "", their count."""
    game = session.game
    lines = [_pace(session), _record(session)]
    proof = (_PROOFS[game.outcome() == WON],) if game.first_cell is not None else ()
    choices = ("Again", "Same board", "Share") + proof + ("Menu",)
    page = Page(session, _heading(game), choices, lines, 3)
    line = page.say(" " * _LETTERS, session.display.width // 2,
                    HEADING + text.HEIGHT * len(lines) + text.HEIGHT // 2)
    line.write(guesses or _COUNTING)
    guesses = guesses or _guesses(session)
    line.write(guesses)
    return choices[page.choose(0)], guesses


def _heading(game):
    words = "Won in {}" if game.outcome() == WON else "Lost after {}"
    return words.format(clock(game.played_ms // 1000))


def _pace(session):
    """Return 3BV, 3BV a second and, after a win, the efficiency."""
    value, moves, won = session.memory.records.last
    if not won:
        return "3BV {}, {} moves.".format(value, moves)
    tenths = value * 10000 // max(1, session.game.played_ms)
    return "3BV {}, {}.{} a second, {} % efficient.".format(
        value, tenths // 10, tenths % 10, 100 * value // max(1, moves))


def _record(session):
    """Return the best time and the streak, or why the game does not count."""
    game = session.game
    if game.daily:
        return lazy.call("sharing.today", "result", session)
    index = index_of(game.preset)
    if index >= len(presets.ALL):
        return "Your own boards have no records."
    if game.hinted or game.repeated:
        why = "With advice" if game.hinted else "On a known board"
        return "{}, a game sets no record.".format(why)
    best, _, _, streak, longest = session.memory.records.of(index)
    before = session.best_before
    if not best:
        told = "Not won yet."
    elif best == before:
        told = "Best {}.".format(clock(best))
    else:
        told = "New best, {} s faster.".format(before - best) if before else "The first win."
    return "{} Streak {}, longest {}.".format(told, streak, longest)


def _guesses(session):
    if not session.game.recording.whole:
        return "Guesses are not known of this game."
    reckoned = lazy.call("advice.luck", "reckon", session)
    if not reckoned:
        return "The guesses were not counted."
    guesses, luck = reckoned
    if not guesses:
        return "No guess was made."
    return "{} guess{}: {} % likely to be safe.".format(guesses, "" if guesses == 1 else "es",
                                                        (luck + 50) // 100)


def _share(session):
    """Show the board's number, large enough to be copied by hand, and what it is good for."""
    lines = (_MOVED if session.game.rearranged else _NUMBERED) + _REPLAY
    page = Page(session, "", ("Back",), ("",) * 5 + lines, 1)
    number = lazy.call("sharing.numbers", "of", session.game)
    if number:
        page.say(number, session.display.width // 2, 44, 2 if len(number) < 20 else 1)
    page.choose()
