# SPDX-License-Identifier: MIT
"""The number of a game's board, and the board of a number; loaded when they are asked for."""

from minesweeper.rules import number, presets
from minesweeper.rules.game import NO_GUESS
from minesweeper.saved.options import custom

REARRANGED = "Fair guesses have moved its mines: no number deals this board."
_LARGER = "Board {} does not fit this display."
_IMPOSSIBLE = "Board {} cannot be laid: its mines do not fit."


def of(game):
    """Return the number that deals the game's board again, "" if there is none."""
    if game.rearranged:
        return ""
    rule = NO_GUESS if game.proved else game.first
    board = game.preset
    return number.text(presets.id_of(board), board, rule, game.first_cell, game.dice.seed)


def tell(session):
    """Return a sentence with the number of the board in play."""
    game = session.game
    if not game.field.laid:
        return "The mines are not laid yet: open a cell first."
    if game.rearranged:
        return REARRANGED
    return "Board {}: {}, {} columns, {} rows, {} mines.".format(of(game), *game.preset[:4])


def order(session, words):
    """Read a number: (a sentence, None) if no board has it here, else ("", a request for it)."""
    words = words.replace(" ", "")
    try:
        index, rule, cell, seed, own = number.read(words)
    except ValueError as error:
        return str(error), None
    board = custom(*own) if own else presets.of(index)
    _, columns, rows, mines, _ = board
    if cell >= columns * rows or mines >= columns * rows:
        return _IMPOSSIBLE.format(words), None
    if own and not session.options.fits(*own):
        return _LARGER.format(words), None
    sentence = "Board {}.".format(number.text(index, board, rule, cell, seed))
    return "", ("order", (board, rule, cell, seed, None, session.date, sentence))
