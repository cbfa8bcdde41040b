# SPDX-License-Identifier: MIT
"""3BV (Bechtel's Board Benchmark Value): the fewest left clicks that clear a board.

Every opening counts once, and so does every number that borders on none.
"""

from minesweeper.board.field import AROUND, MINE


def three_bv(field):
    """Reads the truth only; 0 until the mines are laid."""
    if not field.laid:
        return 0
    cells = field.cells
    reached = bytearray(len(cells))
    count = 0
    for cell in range(len(cells)):
        if not cells[cell] & (AROUND | MINE) and not reached[cell]:
            _reach(field, cell, reached)
            count += 1
    for cell in range(len(cells)):
        if not cells[cell] & MINE and not reached[cell]:
            count += 1
    return count


def _reach(field, cell, reached):
    """Tick off what opens together with a cell that has no mine near."""
    reached[cell] = 1
    waiting = [cell]
    while waiting:
        cell = waiting.pop()
        for step in field.neighbours.steps(cell):
            if not reached[cell + step]:
                reached[cell + step] = 1
                if not field.cells[cell + step] & (AROUND | MINE):
                    waiting.append(cell + step)
