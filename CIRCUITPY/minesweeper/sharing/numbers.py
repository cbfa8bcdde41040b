# SPDX-License-Identifier: MIT
"""The number of a table's board, and the board of a number; loaded when they are asked for."""

from minesweeper.board import number, presets
from minesweeper.board.game import NO_GUESS
from minesweeper.memory.options import index_of

REARRANGED = "Fair guesses have moved its mines: no number deals this board."
_LARGER = "Board {} does not fit this display."
_IMPOSSIBLE = "Board {} cannot be laid: its mines do not fit."


def of(table):
    """The number that deals the game's board again, "" if there is none."""
    game = table.game
    if game.rearranged:
        return ""
    rule = NO_GUESS if game.proved else game.first
    return number.text(index_of(game.preset), game.preset, rule, game.first_cell, game.dice.seed)


def tell(table):
    """What the number says, in a sentence."""
    if not table.game.field.laid:
        return "The mines are not laid yet: open a cell first."
    if table.game.rearranged:
        return REARRANGED
    return "Board {}: {}, {} columns, {} rows, {} mines.".format(of(table), *table.game.preset[:4])


def order(table, words):
    """Wish for the board of a number; returns a sentence."""
    try:
        index, rule, cell, seed, own = number.read(words)
    except ValueError as error:
        return str(error)
    columns, rows, mines = own or presets.ALL[index][1:4]
    if cell >= columns * rows or mines >= columns * rows:
        return _IMPOSSIBLE.format(words)
    options = table.options
    if not (options.set_custom(*own) if own else options.allows("preset", index)):
        return _LARGER.format(words)
    options.preset = index
    board = options.board()
    table.deals.order = rule, cell, seed, False
    table.wish = table.deals.other_board
    table.news = "Board {}.".format(number.text(index, board, rule, cell, seed))
    return ""
