# SPDX-License-Identifier: MIT
"""The end of a game: how long and how well it was played, how lucky, and what comes next.

The guesses are counted while the page is looked at; a touch goes before.
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
# A proof's name after a loss, and after a win.
_PROOFS = ("What was\nsafe?", "Proof")


def show(table):
    """Leaves a wish on the table; returns (module, action) of advice or of the sheet, or None."""
    choice, guesses = _asked(table, "")
    while choice == "Share":
        lazy.call("pages.share", "show", table)
        choice, guesses = _asked(table, guesses)
    if choice == "Menu":
        return "pages.pause", "show"
    if choice in _PROOFS:
        return "advice.proof", "show"
    table.wish = table.deals.next_board if choice == "Again" else table.deals.same_board
    return None


def _asked(table, guesses):
    """The page: what is chosen on it, and the sentence about the guesses, counted if it is ""."""
    game = table.game
    lines = [_pace(table), _record(table)]
    proof = (_PROOFS[game.outcome() == WON],) if game.first_cell is not None else ()
    choices = ("Again", "Same board", "Share") + proof + ("Menu",)
    page = Page(table, _heading(game), choices, lines, 3)
    line = page.say(" " * _LETTERS, table.display.width // 2,
                    HEADING + text.HEIGHT * len(lines) + text.HEIGHT // 2)
    line.write(guesses or _COUNTING)
    guesses = guesses or _guesses(table)
    line.write(guesses)
    return choices[page.choose(0)], guesses


def _heading(game):
    words = "Won in {}" if game.outcome() == WON else "Lost after {}"
    return words.format(clock(game.played_ms // 1000))


def _pace(table):
    """3BV, 3BV a second and, of a won game, its efficiency."""
    value, moves, won = table.memory.records.last
    if not won:
        return "3BV {}, {} moves.".format(value, moves)
    tenths = value * 10000 // max(1, table.game.played_ms)
    return "3BV {}, {}.{} a second, {} % efficient.".format(
        value, tenths // 10, tenths % 10, 100 * value // max(1, moves))


def _record(table):
    """The best time and the streak; why a game does not count."""
    game = table.game
    if game.daily:
        return lazy.call("sharing.today", "result", table)
    index = index_of(game.preset)
    if index >= len(presets.ALL):
        return "Your own boards have no records."
    if game.hinted or game.repeated:
        why = "With advice" if game.hinted else "On a known board"
        return "{}, a game sets no record.".format(why)
    best, _, _, streak, longest = table.memory.records.of(index)
    before = table.best_before
    if not best:
        told = "Not won yet."
    elif best == before:
        told = "Best {}.".format(clock(best))
    else:
        told = "New best, {} s faster.".format(before - best) if before else "The first win."
    return "{} Streak {}, longest {}.".format(told, streak, longest)


def _guesses(table):
    if not table.game.recording.whole:
        return "Guesses are not known of this game."
    reckoned = lazy.call("advice.luck", "reckon", table)
    if not reckoned:
        return "The guesses were not counted."
    guesses, luck = reckoned
    if not guesses:
        return "No guess was made."
    return "{} guess{}: {} % likely to be safe.".format(guesses, "" if guesses == 1 else "es",
                                                        (luck + 50) // 100)
