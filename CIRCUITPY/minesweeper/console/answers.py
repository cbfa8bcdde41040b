# SPDX-License-Identifier: MIT
"""Answers a complete line: what to print, what it changed, and what the game loop is to do.

Loaded for each line.
"""

from minesweeper import lazy

# Commands that print something about the game, and the advice among them.
_PRINTED = {
    "board": ("console.text", "tell"),
    "stats": ("saved.statistics", "tell"),
    "proof": ("advice.proof", "tell"),
    "replay": ("sharing.replay", "tell"),
    "number": ("sharing.numbers", "tell"),
}
_ADVICE = {"hint": ("advice.hint", "text"), "odds": ("advice.odds", "text")}
# Moves of the solver's.
_MOVES = {"flag required": "flag_required", "open required": "open_required"}
# Commands that ask for a board, and the functions that make an order of their arguments. They are
# carried out at once, because the board takes long enough.
_ORDERED = {"deal": ("sharing.numbers", "order"), "today": ("sharing.today", "ask")}


def answer(session, line, now_ms):
    """Carry out a line; returns (what to print, changed cells, a request or None)."""
    words = line.lower().split()
    if " ".join(words) in _MOVES and not session.game.is_decided():
        return "", (), ("advice", ("advice.moves", _MOVES[" ".join(words)]))
    if words and words[0] in _ORDERED:
        module, action = _ORDERED[words[0]]
        order = getattr(lazy.load(module), action)
        told, request = order(session, " ".join(words[1:]))
        return told, (), request
    told, changed, wanted, argument = lazy.load("console.commands").answer(
        line, session.game, now_ms, session.options.offered())
    request = None
    if wanted == "new":
        request = "board", argument
    elif wanted in _PRINTED:
        request = "print", _PRINTED[wanted]
    elif wanted in _ADVICE:
        request = "advice", _ADVICE[wanted]
    elif wanted == "quit":
        session.console.close()
    return told, changed, request
