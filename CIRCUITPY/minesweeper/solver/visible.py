# SPDX-License-Identifier: MIT
"""The visible board, one byte a cell: 0-8 is an open clue, anything else is still covered.

This is the border between truth and knowledge: `of_cells` reads a field's cells, and the solver
gets only its answer. A question mark tells nothing, so it counts as covered.
"""

from minesweeper.rules import field

COVERED = 9
FLAG = 11


def of_cells(cells, seen):
    """Write the visible board of a field's bytes into `seen`, which may be the same; return it.

    An exploded mine counts as covered, as before.
    """
    for cell in range(len(cells)):
        seen[cell] = of(cells[cell])
    return seen


def of(cell):
    """Return the visible byte of a field's cell."""
    state = cell & field.STATE
    if state == field.OPEN and not cell & field.MINE:
        return cell & field.AROUND
    return FLAG if state == field.FLAG else COVERED


def marked(seen, topology, clue, mark):
    """Return the neighbours of a clue that are seen as `mark`."""
    return tuple([clue + way[0] for way in topology.near[clue] if seen[clue + way[0]] == mark])
