# SPDX-License-Identifier: MIT
"""The guesses of a decided game: cells that could not be known when they were opened, and the odds.

The recorded moves are made again, and the solver knows what the player saw before each.
"""

from minesweeper.rules import recording
from minesweeper.solver import odds, reasoning, rules, trial
from minesweeper.solver.deduction import Impossible, Stopped, TooLarge
from minesweeper.solver.knowledge import OPEN, UNKNOWN

# A probability of one, in the unit that is counted in.
WHOLE = 10000


def reckon(session):
    """Return (guesses, how likely all of them were to be safe, out of WHOLE).

    None if it is not known: a touch stops the count, and so does a bound of the solver's.
    """
    session.solver.watch(session.device.touch)
    try:
        return _Player(session).play()
    except (Impossible, Stopped, TooLarge):
        return None
    finally:
        session.solver.forget()


class _Player:
    """Makes the moves again."""

    def __init__(self, session):
        self._game = session.game
        self._solver = solver = session.solver
        field = session.game.field
        solver.shape(field)
        self._trial = trial.Trial(solver.topology, trial.truth(field), solver.known)
        self._flags = bytearray(solver.topology.size)
        self._guesses = 0
        self._luck = WHOLE

    def play(self):
        for kind, cell, _ in self._game.recording.moves():
            if kind == recording.OPENED:
                self._open(cell)
            elif kind == recording.CHORDED:
                for way in self._solver.topology.ways[cell]:
                    if not self._flags[cell + way[0]]:
                        self._open(cell + way[0])
            else:
                self._flags[cell] = kind == recording.FLAGGED
        return self._guesses, self._luck

    def _open(self, cell):
        known = self._solver.known
        if known.known[cell] == OPEN:
            return
        begun = known.unknown < self._solver.topology.size
        if (begun or cell != self._game.first_cell) and not self._is_certain(cell):
            self._guess(cell)
        if not self._trial.truth[cell]:
            self._trial.open(cell)

    def _is_certain(self, cell):
        """Whether it follows that the cell is safe or a mine."""
        solver = self._solver
        while solver.known.known[cell] == UNKNOWN:
            found = rules.simple(solver.known) or reasoning.follows(solver.known, solver.diagram)
            if not found:
                return False
            solver.known.take(found)
        return True

    def _guess(self, cell):
        solver = self._solver
        mines, _, solutions = odds.weigh(solver.known, solver.diagram, cell, solver.room)
        if not solutions:
            raise TooLarge
        self._guesses += 1
        self._luck = self._luck * (WHOLE - WHOLE * mines // solutions) // WHOLE
