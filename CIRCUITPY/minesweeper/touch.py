# SPDX-License-Identifier: MIT
"""What a gesture on a cell or a button of the panel does to the table's game and its picture."""

from minesweeper import gesture
from minesweeper.board import controls
from minesweeper.screen import panel, tiles

SLIP_PIXELS = 2


class Touch:
    """`act` on each gesture; remembers the cell that it has asked about."""

    def __init__(self, table):
        self._table = table
        self._asked = None

    def act(self, event, target, now_ms):
        """What a gesture does to the board and its picture."""
        table = self._table
        if event == gesture.LONG:
            if target >= 0:
                table.view.lift(target)
            table.pause(now_ms)
        elif target < 0:
            self._press_button(event, target, now_ms)
        elif event == gesture.PRESS:
            table.motion.hurry()
            table.view.press(target)
            table.device.tidy()
        elif event == gesture.RIPE:
            table.view.frame(target, tiles.RIPE)
        else:
            table.view.lift(target)
            self._commit(event, target, now_ms)

    def _commit(self, event, cell, now_ms):
        table = self._table
        if event == gesture.HOLD:
            if table.game.field.is_open(cell):
                table.pause(now_ms)
            else:
                table.show(table.game.hold(cell, now_ms), now_ms)
        elif event == gesture.TAP and not self._slipped(cell):
            table.show(table.game.tap(cell, now_ms), now_ms)

    def _slipped(self, cell):
        """A tap close to a border is asked about: the cell is framed and waits for a second tap."""
        table = self._table
        close = table.view.near_border(table.hand.x, table.hand.y, SLIP_PIXELS)
        if not table.options.guard or not close or self._asked == cell:
            self._asked = None
            return False
        self._asked = cell
        table.view.frame(cell, tiles.CURSOR)
        return True

    def _press_button(self, event, button, now_ms):
        table = self._table
        if event == gesture.TAP and button == panel.PAUSE:
            table.pause(now_ms)
        elif event == gesture.TAP and button == panel.SWITCH:
            self._switch()

    def _switch(self):
        """The next controls; once Guide is left, Dig and Flag alternate."""
        table = self._table
        flagging = table.options.controls == controls.FLAGS
        table.options.controls = controls.DIG if flagging else controls.FLAGS
        table.game.play_by(table.options.make_controls())
        table.device.click()
