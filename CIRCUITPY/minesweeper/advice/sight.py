# SPDX-License-Identifier: MIT
"""What the player sees of a table's board, put before the table's solver."""

from minesweeper.solver.deduction import Stopped


def watch(table):
    """A touch stops what the solver is asked from now on: it raises Stopped."""
    def pause():
        if table.device.touch():
            raise Stopped

    table.solver.diagram.pause = pause


def sight(table):
    """The board at sight, which the solver then knows; a touch stops what is asked about it."""
    watch(table)
    return table.solver.see(table.game.field.cells, table.game.field)
