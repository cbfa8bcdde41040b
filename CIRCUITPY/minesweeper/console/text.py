# SPDX-License-Identifier: MIT
"""The board as text, with row and column numbers, for a console or a screen reader."""

from minesweeper.rules import controls
from minesweeper.screen import tiles

# One character for each tile that a cell can show; a defused mine shows its flag.
SIGNS = ".12345678-XF!?*---F"


def tell(session):
    for line in lines(session.game):
        print(line)


def lines(game):
    """Yield the board row by row, to keep only one in memory, and then the state of the game."""
    field = game.field
    yield "   " + "".join(["{:3}".format(column) for column in range(field.width)])
    for row in range(field.height):
        yield "{:3}".format(row) + _row(field, row)
    yield status(game)


def _row(field, row):
    cells = range(row * field.width, (row + 1) * field.width)
    return "".join(["  " + SIGNS[tiles.of(field.cells[cell])] for cell in cells])


def status(game):
    outcome = game.outcome()
    if outcome == controls.WON:
        return "You have won."
    if outcome == controls.LOST:
        return "You have lost."
    counts = "{} mines, {} flags, {} safe cells to open{}."
    return counts.format(game.field.mines, game.field.flags, game.field.safe_left,
                         ", no guess needed" if game.proved else "")
