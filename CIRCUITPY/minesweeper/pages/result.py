# SPDX-License-Identifier: MIT
"""The end of a game: face, time, best time, the board in miniature, a line, and what comes next.
"""

import displayio
from micropython import const

from minesweeper.pages.page import Page
from minesweeper.rules import field, presets
from minesweeper.rules.controls import LOST, WON
from minesweeper.saved.records import STREAK
from minesweeper.screen import text, tiles
from minesweeper.screen.panel import clock
from minesweeper.screen.plate import MARGIN, put

_SAME = text.SAME + "\nSame board"
_STEPS = {WON: text.STEPS + " Step\nby step", LOST: text.STEPS + " What\nwas safe?"}
_REQUESTS = (
    (_SAME, ("same", None)),
    (text.SHARE + "\nShare", ("page", "pages.share")),
    ("", ("advice", ("advice.steps", "show"))),
    (text.BACK + "\nBack", (None, None)),
    (text.MENU + "\nTitle", ("page", "pages.title")),
    (text.BOARDS + "\nBoards", ("page", "pages.boards")),
    (text.NEW + "\nNew", ("board", None)),
)
_ROWS = (3, 4)
_SOLVED = const("The solver finished this game.")
_HELPED = const("With help, a game sets no record.")
_KNOWN = const("On a known board, a game sets no record.")
_TILE = const(16)
_LARGER = const(3)
# Entries of the sheet's palette: covered, open, a mine, a flag, and the cell that ended the game.
_COVERED, _OPEN, _MINE, _FLAG, _LAST = const(1), const(4), const(12), const(14), const(15)
_COLORS = const(16)
# The miniature's share of the display's width.
_SHARE = const(3)


def show(session):
    """Show the result; returns a request."""
    game = session.game
    steps = _STEPS[game.outcome()] if game.first_cell is not None else ""
    page = Page(session, "", [words or steps for words, _ in _REQUESTS], (), _ROWS)
    bottom = page.bounds[0][1]
    _draw(session, page, bottom - text.body.height - 2 * MARGIN)
    page.say(sentence(session), session.display.width // 2, bottom - text.body.height // 2 - 2)
    return _REQUESTS[page.choose(3, requests=[request for _, request in _REQUESTS])][1]


def _draw(session, page, height):
    """Draw face, times and board side by side into so many rows of pixels."""
    game = session.game
    middle = MARGIN + height // 2
    face = session.sheets.of(_TILE).grid()
    face[0] = tiles.FACE if game.solved else tiles.FACES[game.outcome()]
    put(page.group, face, _LARGER, 2 * MARGIN, middle - _TILE * _LARGER // 2)
    board = _miniature(session)
    scale = max(1, min(page.width // _SHARE // game.field.width, height // game.field.height))
    left = session.display.width - 2 * MARGIN - board.width * scale
    put(page.group, displayio.TileGrid(board, pixel_shader=session.sheets.of(_TILE).palette),
         scale, left, middle - board.height * scale // 2)
    x = (2 * MARGIN + _TILE * _LARGER + left) // 2
    words, face = clock(game.played_ms // 1000), text.heading
    width = face.width(words)
    digits = displayio.Group(scale=2, x=x - width, y=middle - text.body.height // 2 - face.height)
    text.say(digits, face, page.ink, words, width // 2, face.height // 2, width)
    page.group.append(digits)
    page.say(_outcome(session), x, middle + text.heading.height)


def _outcome(session):
    """Return the outcome in a word, and the best time, if there is one."""
    game = session.game
    word = "Solved" if game.solved else "Won" if game.outcome() == WON else "Lost"
    best = 0 if game.preset[0] == presets.CUSTOM else session.saved.best(game.preset)
    return "{}, best {}".format(word, clock(best)) if best else word


def _miniature(session):
    """Draw the board, a pixel for a cell, in entries of the sheet's palette."""
    game = session.game
    board = displayio.Bitmap(game.field.width, game.field.height, _COLORS)
    for cell in range(len(game.field.cells)):
        byte = game.field.cells[cell]
        state = byte & field.STATE
        color = _FLAG if state == field.FLAG else _COVERED
        if state == field.OPEN:
            color = _MINE if byte & field.MINE else _OPEN
        board[cell] = color
    board[game.moved] = _LAST
    return board


def sentence(session):
    """Return what there is to say about the game."""
    game = session.game
    if game.outcome() == LOST:
        return session.verdict
    if game.solved or game.hinted:
        return _SOLVED if game.solved else _HELPED
    if game.daily:
        rank = session.poster.rank if session.poster else ""
        return rank or "Day {} in a row!".format(session.saved.records.days[STREAK])
    return _KNOWN if game.repeated else _progress(session)


def _progress(session):
    """Return how the time compares with the best one before."""
    game = session.game
    if game.preset[0] == presets.CUSTOM:
        return ""
    best, before = session.saved.best(game.preset), session.best_before
    if not before:
        return "Your first win!"
    if best < before:
        return "New best, {} s faster!".format(before - best)
    over = game.played_ms // 1000 - best
    return "{} s over your best.".format(over) if over > 0 else "As fast as your best."
