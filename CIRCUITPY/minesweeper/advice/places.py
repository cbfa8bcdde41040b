# SPDX-License-Identifier: MIT
"""Where cells lie, in words: row and column as a move is typed on the console."""


def place(cell, width):
    """Row and column of a cell."""
    return "{} {}".format(cell // width, cell % width)


def places(cells, width):
    return ", ".join([place(cell, width) for cell in sorted(cells)])
