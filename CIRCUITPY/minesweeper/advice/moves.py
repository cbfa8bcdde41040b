# SPDX-License-Identifier: MIT
"""The moves that follow from what the player sees, made one after the other.

`make(move, cell)` makes a move of the game's, shows what it changes, and returns that. Loaded for
the Solve menu and for a hint that is asked for twice.
"""

from minesweeper.rules.controls import PLAYING
from minesweeper.rules.field import AROUND, FLAG
from minesweeper.solver import analysis, reasoning, visible
from minesweeper.solver.deduction import Impossible, Stopped, TooLarge


def follow(session, make):
    """Make the moves of the last hint."""
    game = session.game
    safe, mines = session.advice
    for cell in safe:
        if not game.field.is_open(cell):
            make(game.open_certain, cell)
    for cell in mines:
        make(game.flag, cell)
    return "Done."


def flag_required(session, make):
    """Flag the mines that clues ask for; returns a sentence about what was done."""
    count = _make_all(session, make, session.game.flag, required_mines)
    return "Mines flagged: {}.".format(count) if count else "No number needs another flag."


def open_required(session, make):
    """Open the cells around clues that have all their flags; returns a sentence."""
    count = _make_all(session, make, session.game.open, required_safe)
    if not count:
        return "No number has all its flags and cells left to open."
    return "Safe cells opened: {}.".format(count)


def required_mines(seen, topology):
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


def required_safe(seen, topology):
    """Open Required Safe Cells: the covered neighbours of clues that have all their flags.

    A cell of two such clues comes twice.
    """
    for clue in range(len(seen)):
        if len(visible.marked(seen, topology, clue, visible.FLAG)) == seen[clue]:
            for cell in visible.marked(seen, topology, clue, visible.COVERED):
                yield cell


def solve(session, make):
    """Make all moves that need no guess, or until the display is touched; returns a sentence."""
    game, solver = session.game, session.solver
    solver.look(game.field, session.device.touch)
    count = 0
    try:
        for found in analysis.deductions(solver.known, solver.diagram, reasoning.follows):
            solver.diagram.poll()
            count += _follow(game, solver.known, make, found)
    except (Impossible, Stopped, TooLarge):
        pass
    if not count:
        return "Nothing is certain here: you have to guess."
    return "Certain moves made: {}.".format(count)


def _make_all(session, make, move, required):
    """Return how many of the moves that are `required` have changed something."""
    game, solver = session.game, session.solver
    count = 0
    for cell in required(solver.look(game.field, session.device.touch), solver.topology):
        count += len(_made(game, make, move, cell)) > 0
    return count


def _follow(game, known, make, found):
    """Open and flag the cells of a deduction, and see what that opens; returns how many moves."""
    count = 0
    for cell in found.safe:
        changed = _made(game, make, game.open_certain, cell)
        for opened in changed:
            known.open(opened, game.field.cells[opened] & AROUND)
        count += len(changed) > 0
    for cell in found.mines:
        if game.field.state(cell) != FLAG:
            count += len(_made(game, make, game.flag, cell)) > 0
    return count


def _made(game, make, move, cell):
    """Make a move on a cell that is still covered; returns the changed cells."""
    if game.outcome() != PLAYING or game.field.is_open(cell):
        return ()
    return make(move, cell)
