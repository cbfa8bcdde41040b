# SPDX-License-Identifier: MIT
"""A word after a loss: a slip, a safe cell that was missed, or a guess and its odds.

Judged by what was seen before the last move.
"""

from minesweeper.advice import sight
from minesweeper.screen import tiles
from minesweeper.solver import judge, odds
from minesweeper.solver.chance import percent
from minesweeper.solver.deduction import Impossible


def show(table):
    """Sets the table's `verdict` and marks the clues that would have told."""
    fatal_cell = table.game.field.fatal_cell
    solver = table.solver
    sight.before(table)
    try:
        verdict, found = judge.judge(solver.known, solver.diagram, fatal_cell)
        table.verdict = _words(verdict, found, solver, fatal_cell)
    except Impossible:
        return
    if found:
        marks = [(cell, tiles.CLUE) for cell in found.clues]
        marks += [(cell, tiles.HINT) for cell in found.safe[:1]]
        table.view.mark(marks)


def _words(verdict, found, solver, cell):
    """Short enough for the banner."""
    if verdict == judge.SLIP:
        return "a slip, {}".format(found.name)
    if verdict == judge.MISSED:
        return "missed, {}".format(found.name)
    return _guess(solver, cell) if verdict == judge.GUESS else ""


def _guess(solver, cell):
    mines, fewest, solutions = odds.weigh(solver.known, solver.diagram, cell, solver.room)
    solver.forget()
    chance, best = percent(mines, solutions), percent(fewest, solutions)
    if not solutions:
        return ""
    if mines == fewest:
        return "fair guess, {} %".format(chance)
    return "a guess, {} %, best was {} %".format(chance, best)
