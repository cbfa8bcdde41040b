# SPDX-License-Identifier: MIT
"""What clues and flags ask for at sight, the player's flags believed as they stand.

`seen` is a bytearray as `visible` makes it. The cells come one after the other.
"""

from minesweeper.solver import visible


def mines(seen, topology):
    """Flag Required Mines: the cells to flag, the player's flags believed as they stand.

    For every clue whose covered, unflagged neighbours number exactly clue - flags, those. Once is
    enough: a cell that is flagged is one less of both for every other clue.
    """
    seen = bytearray(seen)
    for clue in range(len(seen)):
        if seen[clue] < visible.COVERED:
            covered = visible.marked(seen, topology, clue, visible.COVERED)
            flags = len(visible.marked(seen, topology, clue, visible.FLAG))
            if len(covered) == seen[clue] - flags:
                for cell in covered:
                    seen[cell] = visible.FLAG
                    yield cell


def safe(seen, topology):
    """Open Required Safe Cells: the covered neighbours of clues that have all their flags."""
    found = bytearray(len(seen))
    for clue in range(len(seen)):
        if seen[clue] < visible.COVERED:
            if len(visible.marked(seen, topology, clue, visible.FLAG)) == seen[clue]:
                for cell in visible.marked(seen, topology, clue, visible.COVERED):
                    found[cell] = 1
    for cell in range(len(found)):
        if found[cell]:
            yield cell
