# SPDX-License-Identifier: MIT
"""The Solve menu: the moves that what is seen asks for, made one after the other.

Loaded when it is asked for and forgotten after.
"""

from minesweeper.advice.position import position
from minesweeper.board.controls import PLAYING
from minesweeper.board.field import AROUND, FLAG
from minesweeper.solver import analysis, reasoning, required
from minesweeper.solver.deduction import Impossible, Stopped, TooLarge


def flag_required(table):
    """Flag Required Mines: returns what was done, in words."""
    table.show_all()
    seen = position(table)
    changed = _act(table, required.mines(seen, table.solver.topology), table.game.flag)
    return _told(changed, "mine is flagged.", "mines are flagged.",
                 "No number asks for another flag.")


def open_required(table):
    """Open what lies around clues that have all their flags."""
    table.show_all()
    seen = position(table)
    changed = _act(table, required.safe(seen, table.solver.topology), table.game.open)
    return _told(changed, "safe cell is opened.", "safe cells are opened.",
                 "No number has all its flags and cells to open.")


def _act(table, cells, move):
    changed = 0
    for cell in cells:
        changed += len(_moved(table, cell, move)) > 0
    return changed


def _told(changed, one, many, nothing):
    if not changed:
        return nothing
    return "One " + one if changed == 1 else "{} {}".format(changed, many)


def solve(table):
    """As far as it goes without a guess, or until it is touched."""
    table.show_all()
    position(table)
    solver = table.solver
    moves = 0
    try:
        for found in analysis.deductions(solver.known, solver.diagram, reasoning.follows):
            solver.diagram.pause()
            moves += _follow_all(table, found)
    except (Impossible, Stopped, TooLarge):
        pass
    return _told(moves, "move was certain.", "moves were certain.",
                 "Nothing is certain here: you have to guess.")


def _follow_all(table, found):
    """Open and flag what was found, and see what that opens; returns how many moves it took."""
    game, known = table.game, table.solver.known
    moves = 0
    for cell in found.safe:
        changed = _moved(table, cell, game.open_certain)
        for opened in changed:
            known.open(opened, game.field.cells[opened] & AROUND)
        moves += len(changed) > 0
    for cell in found.mines:
        if game.field.state(cell) != FLAG:
            moves += len(_moved(table, cell, game.flag)) > 0
    return moves


def _moved(table, cell, move):
    """What a move on the cell changes, shown; nothing if it is open already."""
    game = table.game
    if game.outcome() != PLAYING or game.field.is_open(cell):
        return ()
    now_ms = table.device.ticks_ms()
    changed = move(cell, now_ms)
    table.show(changed, now_ms)
    return changed
