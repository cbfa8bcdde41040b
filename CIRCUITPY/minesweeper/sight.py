# SPDX-License-Identifier: MIT
"""What the player sees, one byte a cell: 0-8 is an opened clue, anything else is still covered.

The border between truth and knowledge: `seen` reads a field's cells, and the solver is handed
nothing but its answer. A question mark says nothing, so it is seen as covered.
"""

from minesweeper import field

COVERED = 9
FLAG = 11


def seen(board):
    """The board as a bytearray. A mine that was opened counts as covered: as before that move."""
    return bytearray([of(cell) for cell in board.cells])


def of(cell):
    """What is seen of a field's cell byte."""
    state = cell & field.STATE
    if state == field.OPEN and not cell & field.MINE:
        return cell & field.AROUND
    return FLAG if state == field.FLAG else COVERED
