# SPDX-License-Identifier: MIT
"""The rules of Adafruit's PyPortal guide: what a tap and a hold do, and when a game is decided.

A tap leads a covered cell round: covered, ?, flag, open. A hold is the short way: it opens a
covered cell at once and takes a flag off.
"""

from minesweeper import field

PLAYING = 0
WON = 1
LOST = 2

# One cell in twenty: 15 of the guide's 20×15.
CELLS_PER_MINE = 20


def tap(board, cell):
    """One step round; returns the changed cells."""
    state = board.state(cell)
    if state == field.COVERED:
        return board.mark(cell, field.QUESTION)
    if state == field.QUESTION:
        return board.mark(cell, field.FLAG)
    return board.open(cell)


def hold(board, cell):
    """The short way; returns the changed cells."""
    if board.state(cell) == field.FLAG:
        return board.mark(cell, field.COVERED)
    return board.open(cell)


def outcome(board):
    """Decided by a mine, or when every cell is open or flagged: won if no flag is wrong."""
    if board.exploded:
        return LOST
    if board.undecided:
        return PLAYING
    return LOST if board.wrong_flags else WON
