# SPDX-License-Identifier: MIT
"""A sentence after a loss: a slip, a safe cell that was missed, or a guess and its odds.

Judged by what was seen before the last move. The board shakes meanwhile: what is needed is loaded
one module after the other, and the solver's `pause` called between them.
"""

from minesweeper import lazy
from minesweeper.screen import tiles
from minesweeper.solver.deduction import Impossible


def show(table):
    """(a sentence, marks on the clues that would have told)"""
    solver, fatal_cell = table.solver, table.game.field.fatal_cell
    judge = _load(solver, "solver.judge")
    solver.see(table.before, table.game.field)
    solver.diagram.pause()
    try:
        verdict, found = judge.judge(solver.known, solver.diagram, fatal_cell)
    except Impossible:
        return "", ()
    marks = []
    if found:
        marks += [(cell, tiles.CLUE) for cell in found.clues]
        marks += [(cell, tiles.CURSOR) for cell in found.safe[:1]]
    words = ""
    if verdict == judge.SLIP:
        words = "A slip. " + _reason(table, found, found.mines, ())
    elif verdict == judge.MISSED:
        words = "Missed: " + _reason(table, found, (), found.safe[:1])
    elif verdict == judge.GUESS:
        words = _guess(solver, fatal_cell)
    solver.diagram.pause()
    return words, marks


def _reason(table, found, mines, safe):
    return _load(table.solver, "advice.reasons").reason(found, mines, safe, table.before)


def _guess(solver, cell):
    tally, odds = _load(solver, "solver.tally"), _load(solver, "solver.odds")
    try:
        mines, fewest, solutions = odds.weigh(solver.known, solver.diagram, cell, solver.room)
        solver.diagram.pause()
    finally:
        solver.forget()
    if not solutions:
        return ""
    risk, best = tally.percent(mines, solutions), tally.percent(fewest, solutions)
    if mines == fewest:
        return "A fair guess: {} % for a mine, and no cell had less.".format(risk)
    return "A guess: {} % for a mine, and the safest cell had {} %.".format(risk, best)


def _load(solver, name):
    """Memory is collected apart: it takes as long as the loading."""
    solver.diagram.pause()
    lazy.make_room()
    solver.diagram.pause()
    module = lazy.load(name)
    solver.diagram.pause()
    return module
