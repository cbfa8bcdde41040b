# SPDX-License-Identifier: MIT
"""From the serial console into the game: reads what is typed and carries out its commands.

A typed line takes the path of a tap: the console knows what changed, the table shows it.
"""

from minesweeper import lazy
from minesweeper.console.line import Line

# What tells of a game on the console.
_PAGES = {
    "hint": ("advice.hint", "text"),
    "odds": ("advice.odds", "text"),
    "proof": ("advice.proof", "tell"),
    "replay": ("sharing.replay", "tell"),
    "number": ("sharing.numbers", "tell"),
}
_ADVICE = ("hint", "odds")


class Listener:
    """From the serial console to `table`."""

    def __init__(self, table):
        self._table = table
        self._line = Line()
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
        if not typed and not self._line.pending:
            return None
        echo, line = self._line.feed(typed)
        print(echo, end="")
        return line

    def _answer(self, line, now_ms):
        table = self._table
        told, changed, wanted, argument = lazy.call(
            "console.commands", "answer", line, table.game, now_ms, table.options.offered())
        table.show(changed, now_ms)
        if wanted == "new":
            table.deals.other_preset(argument)
        elif wanted == "deal":
            told = lazy.call("sharing.numbers", "order", table, argument)
        elif wanted == "today":
            told = lazy.call("sharing.today", "ask", table, argument)
        elif wanted == "quit":
            self._line.close()
        elif wanted:
            told = self._asked(wanted)
        if told:
            print(told)

    def _asked(self, wanted):
        """Carry out what a command cannot do itself: print the result, or return it."""
        table = self._table
        if wanted == "board":
            return lazy.call("console.text", "tell", table.game)
        if wanted == "stats":
            return "\n".join(lazy.call("memory.statistics", "lines", table.memory.records))
        ask = table.advise if wanted in _ADVICE else table.page
        return ask(*_PAGES[wanted])
