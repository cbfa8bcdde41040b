# SPDX-License-Identifier: MIT
"""Why a board needs no guess: from its first cell to its last safe one, deduction by deduction.

After a game only, for it tells where the mines are. Stepped through on the screen or listed on the
console; loaded when it is asked for and forgotten after, the solver is not.
"""

from micropython import const

from minesweeper import gesture
from minesweeper.advice.reasons import named, reason
from minesweeper.board.field import FLAG, OPEN
from minesweeper.screen import tiles
from minesweeper.solver import reasoning, trial
from minesweeper.solver.deduction import TooLarge
from minesweeper.solver.knowledge import MINE
from minesweeper.solver.knowledge import OPEN as KNOWN

_HELP = const("Why no guess was needed. Tap: next step. Hold: leave.")


def tell(table):
    """On the console, a line a deduction."""
    width = table.game.field.width
    replay = _Replay(table)
    for found in replay.deductions():
        print("{}. {}{}".format(replay.steps, replay.reason(found),
                                named(found.mines, found.safe, found.clues, width)))
    print(replay.verdict)


def show(table):
    """On the screen: a tap shows the next step, a hold leaves."""
    table.show_all()
    _step_through(table, _Replay(table))
    table.show_all()


def _step_through(table, replay):
    _draw(table, replay)
    table.view.banner.tell(_HELP)
    if _leaves(table):
        return
    for found in replay.deductions():
        _draw(table, replay)
        table.view.mark(_marks(found))
        table.view.banner.tell("{}. {}".format(replay.steps, replay.reason(found)))
        if _leaves(table):
            return
    table.view.unmark()
    _draw(table, replay)
    table.view.banner.tell(replay.verdict)
    _leaves(table)


class _Replay:
    """The board solved again from its first cell; `verdict` is said at the end."""

    def __init__(self, table):
        field, solver = table.game.field, table.solver
        solver.shape(field)
        self._diagram = solver.diagram
        # A touch is for the next step.
        self._diagram.undisturbed()
        self.trial = trial.Trial(solver.topology, trial.truth(field), solver.known)
        self.trial.open(table.game.first_cell)
        self.steps = 0
        self.verdict = ""

    def deductions(self):
        """Each is taken when the next is asked for."""
        self.verdict = "That is the whole board: no guess was needed."
        try:
            for found in self.trial.deductions(self._further):
                self.steps += 1
                yield found
        except TooLarge:
            self.verdict = "Not known: this goes beyond the solver's memory."
            return
        if not self.trial.solved():
            self.verdict = "From here on nothing is certain: this board needs a guess."

    def reason(self, found):
        return reason(found, found.mines, found.safe, self.trial.around)

    def _further(self, known):
        return reasoning.complete(known, self._diagram)

    def cells(self):
        """What is known so far, as a field's bytes."""
        known, around = self.trial.knowledge.known, self.trial.around
        cells = bytearray(len(around))
        for cell in range(len(around)):
            if known[cell] == KNOWN:
                cells[cell] = OPEN | around[cell]
            elif known[cell] == MINE:
                cells[cell] = FLAG
        return cells


def _draw(table, replay):
    cells = replay.cells()
    table.view.show(range(len(cells)), cells)


def _marks(found):
    marks = [(cell, tiles.CLUE) for cell in found.clues]
    marks += [(cell, tiles.TICK) for cell in found.safe]
    return marks + [(cell, tiles.FLAG) for cell in found.mines]


def _leaves(table):
    """Wait for a tap or a hold; whether it was a hold, or a line on the console."""
    while True:
        table.device.rest()
        if table.listener.waits():
            return True
        event = table.hand.update(table.device.touch(), table.device.ticks_ms())
        if table.view.moves(event, table.hand):
            continue
        if event in (gesture.TAP, gesture.HOLD, gesture.LONG):
            return event != gesture.TAP
