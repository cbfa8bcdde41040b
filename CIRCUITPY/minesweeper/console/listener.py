# SPDX-License-Identifier: MIT
"""From the serial console into the game: reads what is typed and carries out its commands.

A typed line takes the path of a tap: the console knows what changed, the table shows it.
"""

from minesweeper.console import text
from minesweeper.console.commands import Console


class Listener:
    """From the serial console to `table`; its presets are those that the options offer."""

    def __init__(self, table):
        self._table = table
        self._console = Console(table.options.offered())
        self._waiting = None

    def listen(self, now_ms):
        """Read what was typed, and answer a complete line."""
        if self.waits():
            line, self._waiting = self._waiting, None
            self._answer(line, now_ms)

    def waits(self):
        """Whether a line is to be answered; an open page closes for it."""
        if self._waiting is None:
            self._waiting = self._heard()
        return self._waiting is not None

    def _heard(self):
        """A complete line, None until there is one."""
        typed = self._table.device.typed()
        if not typed and not self._console.pending:
            return None
        echo, line = self._console.feed(typed)
        print(echo, end="")
        return line

    def _answer(self, line, now_ms):
        told = self._console.answer(line, self._table.game, now_ms)
        self._table.show(self._console.changed, now_ms)
        if self._console.wanted == "new":
            self._table.other_preset(self._console.preset)
        elif self._console.wanted:
            told = self._asked(self._console.wanted)
        if told:
            print(told)

    def _asked(self, wanted):
        """Carry out what the console cannot do itself: print the result, or return it."""
        table = self._table
        if wanted in ("board", "stats"):
            rows = text.lines(table.game) if wanted == "board" else table.memory.records.lines()
            for row in rows:
                print(row)
            return ""
        if wanted == "hint":
            return table.advise("advice.hint", "text")
        if wanted == "odds":
            return table.advise("advice.odds", "text")
        return table.page("advice.proof", "tell")
