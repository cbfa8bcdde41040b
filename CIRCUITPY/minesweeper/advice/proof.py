# SPDX-License-Identifier: MIT
"""Why a board needs no guess: from its first cell to its last safe one, deduction by deduction.

It shows where the mines are, so it can be had after a game only. Stepped through on the display or
listed on the console.
"""

from micropython import const

from minesweeper import gesture
from minesweeper.advice.reasons import named, reason
from minesweeper.rules.field import FLAG, OPEN
from minesweeper.screen import tiles
from minesweeper.solver import reasoning, trial
from minesweeper.solver.deduction import TooLarge
from minesweeper.solver.knowledge import MINE
from minesweeper.solver.knowledge import OPEN as KNOWN

_HELP = const("Every step follows by logic. Tap for the next one, hold to leave.")


def tell(session):
    """Print a line for each deduction."""
    width = session.game.field.width
    replay = _Replay(session)
    for found in replay.deductions():
        print("{}. {}{}".format(replay.steps, replay.reason(found),
                                named(found.mines, found.safe, found.clues, width)))
    print(replay.verdict)


def show(session):
    """Step through the proof on the display: a tap shows the next step, a hold leaves.

    Returns True: it was shown.
    """
    replay = _Replay(session)
    _draw(session, replay)
    session.view.banner.tell(_HELP)
    if _leaves(session):
        return True
    for found in replay.deductions():
        _draw(session, replay)
        session.view.mark(_marks(found))
        session.view.banner.tell("{}. {}".format(replay.steps, replay.reason(found)))
        if _leaves(session):
            return True
    session.view.unmark()
    _draw(session, replay)
    session.view.banner.tell(replay.verdict)
    _leaves(session)
    return True


class _Replay:
    """Solves the board again from its first cell; `verdict` is the sentence at the end."""

    def __init__(self, session):
        field, solver = session.game.field, session.solver
        solver.shape(field)
        self._diagram = solver.diagram
        # A touch is for the next step.
        self._diagram.undisturbed()
        self.trial = trial.Trial(solver.topology, trial.truth(field), solver.known)
        self.trial.open(session.game.first_cell)
        self.steps = 0
        self.verdict = ""

    def deductions(self):
        """Yield each deduction; it is believed when the next is asked for."""
        self.verdict = "That is the whole board: no guess was needed."
        try:
            for found in self.trial.deductions(self._further):
                self.steps += 1
                yield found
        except TooLarge:
            self.verdict = "From here on it is too hard for me to work out."
            return
        if not self.trial.solved():
            self.verdict = "From here on nothing is certain: this board needs a guess."

    def reason(self, found):
        return reason(found, found.mines, found.safe, self.trial.around)

    def _further(self, known):
        return reasoning.complete(known, self._diagram)

    def cells(self):
        """Return what is known so far, as a field's bytes."""
        known, around = self.trial.knowledge.known, self.trial.around
        cells = bytearray(len(around))
        for cell in range(len(around)):
            if known[cell] == KNOWN:
                cells[cell] = OPEN | around[cell]
            elif known[cell] == MINE:
                cells[cell] = FLAG
        return cells


def _draw(session, replay):
    cells = replay.cells()
    session.view.show(range(len(cells)), cells)


def _marks(found):
    marks = [(cell, tiles.CLUE) for cell in found.clues]
    marks += [(cell, tiles.TICK) for cell in found.safe]
    return marks + [(cell, tiles.FLAG) for cell in found.mines]


def _leaves(session):
    """Wait for a tap or a hold; returns whether it was a hold, or a line on the console."""
    while True:
        session.device.rest()
        if session.console.waits():
            return True
        event = session.finger.update(session.device.touch(), session.device.ticks_ms())
        if session.view.moves(event, session.finger):
            continue
        if event in (gesture.TAP, gesture.HOLD, gesture.LONG):
            return event != gesture.TAP
