# SPDX-License-Identifier: MIT
"""What the player sees, one byte a cell: 0-8 is an opened clue, anything else is still covered.

The border between truth and knowledge: `seen` reads a field's cells, and the solver is handed
nothing but its answer. A question mark says nothing, so it is seen as covered.
"""

from minesweeper.board import field

COVERED = 9
FLAG = 11


def seen(board):
    """The board as a bytearray. A mine that was opened counts as covered: as before that move."""
    return of_cells(board.cells)


def of_cells(cells):
    """The same of a field's bytes."""
    seen = bytearray(len(cells))
    for cell in range(len(cells)):
        seen[cell] = of(cells[cell])
    return seen


def of(cell):
    """What is seen of a field's cell byte."""
    state = cell & field.STATE
    if state == field.OPEN and not cell & field.MINE:
        return cell & field.AROUND
    return FLAG if state == field.FLAG else COVERED


def marked(seen, topology, clue, mark):
    """The neighbours of a clue that are seen as `mark`."""
    return tuple([clue + way[0] for way in topology.ways[clue] if seen[clue + way[0]] == mark])
