# SPDX-License-Identifier: MIT
"""A sentence after a loss: a slip, a safe cell that was missed, or a guess and its odds.

The board shakes meanwhile: modules are loaded one after the other, and the solver's `poll`, which
shows the next frame, is called between them.
"""

from minesweeper import lazy
from minesweeper.screen import tiles
from minesweeper.solver import reasoning, rules
from minesweeper.solver.deduction import GROUP, Impossible, TooLarge
from minesweeper.solver.knowledge import SAFE

SLIP = 0
MISSED = 1
GUESS = 2
NOT_KNOWN = 3


def give(session, before):
    """Return (a sentence, marks on the clues that would have helped).

    `before` are the field's bytes before the fatal move, which are overwritten: give it once.
    """
    solver, fatal_cell = session.solver, session.game.field.fatal_cell
    solver.see(before, session.game.field)
    solver.diagram.poll()
    try:
        verdict, found = judge(solver.known, solver.diagram, fatal_cell)
    except Impossible:
        return "", ()
    marks = []
    if found:
        marks += [(cell, tiles.CLUE) for cell in found.clues]
        marks += [(cell, tiles.CURSOR) for cell in found.safe[:1]]
    words = ""
    if verdict == SLIP:
        words = "Oops! " + _reason(solver, found, found.mines, (), before)
        # Else the reason is not to be seen.
        steps, known = session.game.field.neighbours.steps, solver.known.known
        near = {clue + way for clue in found.clues for way in steps(clue)}
        marks += [(cell, tiles.TICK) for cell in near if known[cell] == SAFE]
    elif verdict == MISSED:
        words = "Missed! " + _reason(solver, found, (), found.safe[:1], before)
    elif verdict == GUESS:
        words = _guess(solver, fatal_cell)
    solver.diagram.poll()
    return words, marks


def judge(known, diagram, cell):
    """Return (verdict, the deduction that proves it or None); adds what follows to `known`.

    Raises Impossible if no mines fit what is seen.
    """
    missed = None
    try:
        found = _next(known, diagram)
        while found:
            if cell in found.mines:
                return SLIP, _explain(known, diagram, found, cell)
            if found.safe and not missed:
                missed = _explain(known, diagram, found, found.safe[0])
            known.take(found)
            diagram.poll()
            found = _next(known, diagram)
    except TooLarge:
        return (MISSED, missed) if missed else (NOT_KNOWN, None)
    return (MISSED, missed) if missed else (GUESS, None)


def _next(known, diagram):
    return rules.simple(known) or (known.unknown and reasoning.follows(known, diagram))


def _explain(known, diagram, found, cell):
    """Return the deduction with as few clues as decide the cell."""
    return reasoning.explain(known, diagram, cell) if found.rule == GROUP else found


def _reason(solver, found, mines, safe, cells):
    return _load(solver, "advice.reasons").reason(found, mines, safe, cells)


def _guess(solver, cell):
    odds = _load(solver, "solver.odds")
    try:
        mines, fewest, solutions = odds.weigh(solver.known, solver.diagram, cell, solver.counts)
        solver.diagram.poll()
    finally:
        solver.forget()
    if not solutions:
        return ""
    risk, best = odds.percent(mines, solutions), odds.percent(fewest, solutions)
    if mines == fewest:
        return "A guess at {} %: no cell was safer.".format(risk)
    return "A guess at {} %; the safest cell had {} %.".format(risk, best)


def _load(solver, name):
    """Load a module in two steps, because collecting memory takes as long as loading."""
    solver.diagram.poll()
    lazy.make_room()
    solver.diagram.poll()
    module = lazy.load(name)
    solver.diagram.poll()
    return module
