# SPDX-License-Identifier: MIT
"""The position on a table's board, as the player sees it, put before the table's solver."""

from minesweeper.solver.deduction import Stopped


def watch(table):
    """A touch stops what the solver is asked from now on: it raises Stopped."""
    def pause():
        if table.device.touch():
            raise Stopped

    table.solver.diagram.pause = pause


def position(table):
    """What is visible, which the solver then knows; a touch stops what is asked about it."""
    watch(table)
    return table.solver.see(table.game.field.cells, table.game.field)
