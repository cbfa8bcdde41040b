# SPDX-License-Identifier: MIT
"""The game's console without a table: typed characters in, what is answered and asked for out."""

from minesweeper.console import commands
from minesweeper.console.listener import Line


class Typist:
    """Types a line and has it answered; `changed`, `wanted` and `argument` are the last line's."""

    def __init__(self, presets):
        self.line = Line()
        self._presets = presets

    def answer(self, line, game, now_ms):
        """Return the printed answer."""
        told, self.changed, self.wanted, self.argument = commands.answer(
            line, game, now_ms, self._presets)
        if self.wanted == "quit":
            self.line.close()
        return told
