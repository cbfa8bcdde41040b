# SPDX-License-Identifier: MIT
"""Why a board needs no guess: from its first cell to its last safe one, deduction by deduction.

It shows where the mines are, so it can be had after a game only. Stepped through on the display or
listed on the console.
"""

from micropython import const

from minesweeper import gesture
from minesweeper.advice.reasons import named, reason
from minesweeper.rules import recording
from minesweeper.rules.controls import LOST
from minesweeper.rules.field import FLAG, OPEN
from minesweeper.screen import tiles
from minesweeper.solver import reasoning, trial
from minesweeper.solver.deduction import TooLarge
from minesweeper.solver.knowledge import MINE
from minesweeper.solver.knowledge import OPEN as KNOWN

_HELP = const("Tap right or left to step, hold to leave.")
_STEP = const("{} of {}: {}")
_NEXT, _BACK, _LEAVE = range(3)
# A touch that has ended may chatter for so long.
_CHATTER_MS = const(20)
# Pixels around a tap that are its target; beyond, a finger drags a large board.
_NEAR = const(16)


def tell(session):
    """Print a line for each deduction."""
    width = session.game.field.width
    replay = _Replay(session)
    for found in replay.deductions():
        print("{}. {}{}".format(replay.steps, replay.reason(found),
                                named(found.mines, found.safe, found.clues, width)))
    print(replay.verdict)


def show(session):
    """Step through them on the display: a tap right or left steps, a hold leaves.

    After a loss it begins at the position in which the game was lost. Returns True: it was shown.
    """
    replay = _Replay(session, True)
    count = len([None for _ in replay.deductions()])
    at, wish = 0, _NEXT
    # A tap beside the board steps too.
    session.finger.aim(lambda x, y: (x - _NEAR, y - _NEAR, x + _NEAR, y + _NEAR),
                       session.view.scrolls)
    while True:
        marks = replay.go_to(at)
        _draw(session, replay)
        session.view.mark(marks)
        session.view.banner.tell(replay.words(at, count))
        wish = _wish(session, wish)
        if wish == _LEAVE:
            return True
        session.device.wait(_CHATTER_MS)
        session.device.watch()
        at = max(0, min(count + 1, at + (1 if wish == _NEXT else -1)))


class _Replay:
    """Solves the board again from its first cell, or where a game was lost from that position.

    `verdict` is the sentence at the end.
    """

    def __init__(self, session, from_loss=False):
        field, solver = session.game.field, session.solver
        solver.shape(field)
        self._game, self._from_loss = session.game, from_loss
        self._diagram = solver.diagram
        # A touch is for the next step.
        self._diagram.undisturbed()
        self.trial = trial.Trial(solver.topology, trial.truth(field), solver.known)
        self.steps = 0
        self._found = None
        self.verdict = ""
        self._begin()

    def _begin(self):
        """Begin with the cells that were open then."""
        self.trial.start()
        self.trial.open(self._game.first_cell)
        self.steps, self._found, self._rest = 0, None, self.deductions()
        recorded = self._game.recording
        if not self._from_loss or not recorded.whole or self._game.outcome() != LOST:
            return
        moves = list(recorded.moves())
        for kind, cell, _ in moves[: len(moves) - 1]:
            if kind == recording.OPENED:
                self.trial.open(cell)
            elif kind == recording.CHORDED:
                self._chord(cell)

    def _chord(self, cell):
        for way in self.trial.topology.near[cell]:
            if not self.trial.truth[cell + way[0]]:
                self.trial.open(cell + way[0])

    def go_to(self, step):
        """Make so many steps, from the beginning or on; returns the marks of the last one."""
        if step <= self.steps:
            self._begin()
        for found in self._rest if step else ():
            self._found = found
            if self.steps == step:
                return _marks(found)
        self._found = None
        return ()

    def words(self, step, count):
        """Return the sentence of the step that `go_to` has made, out of so many."""
        if not step:
            return _HELP
        if step > count:
            return self.verdict
        return _STEP.format(step, count, self.reason(self._found))

    def deductions(self):
        """Yield each deduction; it is believed when the next is asked for."""
        self.verdict = "That is all: no guess was needed."
        try:
            for found in self.trial.deductions(self._further):
                self.steps += 1
                yield found
        except TooLarge:
            self.verdict = "From here on it is too hard for me."
            return
        if not self.trial.solved():
            self.verdict = "From here on a guess is needed."

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
            elif known[cell] == MINE or (self._found and cell in self._found.mines):
                cells[cell] = FLAG
        return cells


def _draw(session, replay):
    cells = replay.cells()
    flags = len([cell for cell in cells if cell == FLAG])
    session.view.panel.count(session.game.field.mines - flags)
    session.view.show(range(len(cells)), cells)


def _marks(found):
    marks = [(cell, tiles.CLUE) for cell in found.clues]
    marks += [(cell, tiles.TICK) for cell in found.safe]
    return marks + [(cell, tiles.FLAG) for cell in found.mines]


def _wish(session, last):
    """Wait for a tap or a hold; returns what it asks for. A line on the console leaves.

    A tap that was over before it could be read repeats the `last` one.
    """
    device, finger = session.device, session.finger
    was_touched = device.was_touched()
    while True:
        event = finger.update(device.touch(), device.ticks_ms())
        was_touched = was_touched and event == gesture.NONE
        if was_touched and finger.is_idle():
            return last
        device.rest(finger.is_idle())
        if session.console.waits():
            return _LEAVE
        if session.view.moves(event, finger):
            continue
        if event in (gesture.HOLD, gesture.LONG):
            return _LEAVE
        if event == gesture.TAP:
            return _BACK if finger.x < session.display.width // 3 else _NEXT
