# SPDX-License-Identifier: MIT
"""The board as text, with row and column numbers, for a console or a screen reader."""

from minesweeper import controls, tiles

# One character for each tile that a cell can show; a defused mine bears its flag.
SIGNS = ".12345678-XF!?*---F"


def text(game):
    """The board, and a line that says how the game stands."""
    field = game.field
    lines = ["   " + "".join(["{:3}".format(column) for column in range(field.width)])]
    for row in range(field.height):
        lines.append("{:3}".format(row) + _row(field, row))
    lines.append(status(game))
    return "\n".join(lines)


def _row(field, row):
    cells = range(row * field.width, (row + 1) * field.width)
    return "".join(["  " + SIGNS[tiles.of(field.cells[cell])] for cell in cells])


def place(cell, width):
    """Row and column of a cell, as a move is typed."""
    return "{} {}".format(cell // width, cell % width)


def places(cells, width):
    return ", ".join([place(cell, width) for cell in sorted(cells)])


def status(game):
    outcome = game.outcome()
    if outcome == controls.WON:
        return "You have won."
    if outcome == controls.LOST:
        return "You have lost."
    counts = "{} mines, {} flags, {} safe cells to open{}."
    return counts.format(game.field.mines, game.field.flags, game.field.safe_left,
                         ", no guess needed" if game.proved else "")
