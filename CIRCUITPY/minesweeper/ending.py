# SPDX-License-Identifier: MIT
"""The end of a game: the board revealed, the sound and the shake, a banner, and the wait.

The guide's next board comes by itself, the others' when the player taps.
"""

from micropython import const

from minesweeper import gesture
from minesweeper.board import controls
from minesweeper.screen import panel
from minesweeper.shake import Shake
from minesweeper.ticks import since

# How long after the sound the guide's next board comes.
_PAUSE_MS = const(5000)
# A tap this soon after the end was still meant for the game.
_SETTLE_MS = const(700)
# So many cells are drawn without a frame of the shake being late.
_FEW = const(12)


class Ending:
    """Ends the game on `table`; `run` returns when the next board is due."""

    def __init__(self, table):
        self._table = table
        self._ended_ms = self._quiet_ms = table.device.ticks_ms()
        self._won = table.game.outcome() == controls.WON
        self._best = False
        self._verdict = "", ()

    def run(self):
        table = self._table
        table.since_ms = self._ended_ms
        table.best_before = table.memory.best(table.game.preset)
        self._best = table.memory.finished(table.game, self._won, self._ended_ms)
        if table.poster:
            table.poster.finished()
        table.save()
        table.before = bytes(table.game.field.cells)
        table.motion.finish()
        if self._won:
            table.view.show(table.game.end(), table.game.field.cells)
            table.device.play("win")
        else:
            self._explode()
            table.device.play("lose")
            self._verdict = self._shaken()
        self._tell()
        table.hand.wait_for_release()
        self._quiet_ms = table.device.ticks_ms()
        while not table.wish:
            table.turn(self._act)
            self._hurry()
        table.device.hush()
        table.since_ms = table.device.ticks_ms()

    def _tell(self):
        """The verdict's marks, and the banner where it hides neither them nor the fatal mine."""
        words = "New best: " if self._best else "You have won in "
        words = words if self._won else "You have lost after "
        words += panel.clock(self._table.game.played_ms // 1000)
        sentence, marks = self._verdict
        if marks:
            self._table.view.mark(marks)
        words = sentence or words
        told_of = () if self._won else (self._table.game.field.fatal_cell,)
        self._table.view.keep(told_of)
        self._table.view.banner.show(words, self._won)

    def _explode(self):
        """From the fatal cell the mines go off outward, while the board shakes."""
        table, field = self._table, self._table.game.field
        now_ms = table.device.ticks_ms()
        table.motion.show(table.view, table.game.end(), field.cells, field.fatal_cell, now_ms)

    def _shaken(self):
        """The verdict, found while the board shakes."""
        table = self._table
        shake = Shake(table.device, self._go_on)
        table.solver.diagram.pause = shake.go_on
        verdict = table.page("advice.verdict")
        shake.finish()
        table.motion.finish()
        return verdict or ("", ())

    def _go_on(self, now_ms):
        self._table.motion.go_on(now_ms, _FEW)

    def _hurry(self):
        table = self._table
        now_ms = table.device.ticks_ms()
        if table.device.playing:
            self._quiet_ms = now_ms
        elif table.options.controls == controls.GUIDE:
            if since(self._quiet_ms, now_ms) >= _PAUSE_MS:
                table.wish = table.deals.next_board

    def _act(self, event, target, now_ms):
        """A tap brings the next board; a hold, the face or the banner the result."""
        is_tap = event == gesture.TAP
        hand = self._table.hand
        asks = target == panel.PAUSE or self._table.view.banner.covers(hand.x, hand.y)
        if event in (gesture.HOLD, gesture.LONG) or (is_tap and asks):
            proved = self._table.pause(now_ms)
            self._tell()
            self._quiet_ms = self._table.device.ticks_ms()
            if proved:
                # A tap too many on the proof is not meant for the next board.
                self._ended_ms = self._quiet_ms
        elif is_tap and since(self._ended_ms, now_ms) >= _SETTLE_MS:
            self._table.wish = self._table.deals.next_board
