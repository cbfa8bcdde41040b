# SPDX-License-Identifier: MIT
"""A sentence after a loss: a slip, a safe cell that was missed, or a guess and its odds.

Judged by what was seen before the last move.
"""

from minesweeper import lazy
from minesweeper.advice import sight
from minesweeper.screen import tiles
from minesweeper.solver import judge
from minesweeper.solver.chance import percent
from minesweeper.solver.deduction import Impossible


def show(table):
    """(a sentence, marks on the clues that would have told)"""
    fatal_cell = table.game.field.fatal_cell
    solver = table.solver
    solver.diagram.pause()
    sight.before(table)
    solver.diagram.pause()
    try:
        verdict, found = judge.judge(solver.known, solver.diagram, fatal_cell)
    except Impossible:
        return "", ()
    marks = []
    if found:
        marks += [(cell, tiles.CLUE) for cell in found.clues]
        marks += [(cell, tiles.CURSOR) for cell in found.safe[:1]]
    return _words(verdict, found, solver, fatal_cell, table.before), marks


def _words(verdict, found, solver, cell, before):
    if verdict == judge.SLIP:
        return "A slip. " + _reason(found, found.mines, (), before)
    if verdict == judge.MISSED:
        return "Missed: " + _reason(found, (), found.safe[:1], before)
    return _guess(solver, cell) if verdict == judge.GUESS else ""


def _reason(*found):
    return lazy.call("advice.reasons", "reason", *found)


def _guess(solver, cell):
    mines, fewest, solutions = lazy.call("solver.odds", "weigh", solver.known, solver.diagram, cell,
                                         solver.room)
    solver.forget()
    chance, best = percent(mines, solutions), percent(fewest, solutions)
    if not solutions:
        return ""
    if mines == fewest:
        return "A fair guess: {} % for a mine, and no cell had less.".format(chance)
    return "A guess: {} % for a mine, and the safest cell had {} %.".format(chance, best)
