# SPDX-License-Identifier: MIT
"""The serial console: characters in, echo and complete lines out.

A half-typed line waits and blocks nothing.
"""

from micropython import const

from minesweeper import lazy

_LONGEST = const(80)


class Listener:
    """Reads what is typed to a session."""

    def __init__(self, session):
        self._session = session
        self._line = Line()
        self._waiting = None

    def waits(self, tells=True):
        """Whether a line is to be answered; an open page closes for it, but `tells` a replay."""
        if self._waiting is None:
            self._waiting = self._heard()
            if tells and self._waiting == "replay":
                self._tell()
        return self._waiting is not None

    def _tell(self):
        """Tell the replay, if the page leaves memory for it: else it is told when that closes."""
        try:
            lazy.call("sharing.replay", "tell", self._session)
            self._waiting = None
        except lazy.OUT_OF_MEMORY:
            pass

    def _heard(self):
        """Return a complete line, None until there is one."""
        typed = self._session.device.typed()
        if not typed and not self._line.pending:
            return None
        echo, line = self._line.feed(typed)
        print(echo, end="")
        return line

    def answer(self, now_ms):
        """Carry out the line that waits: (what to print, changed cells, a request or None)."""
        line, self._waiting = self._waiting or "", None
        return lazy.call("console.commands", "carry_out", self._session, line, now_ms)


class Line:
    """Assembles lines: `feed` it what is typed; what follows a line's end waits in `pending`."""

    def __init__(self):
        self.pending = ""
        self._typed = ""

    def feed(self, typed):
        """Add characters; returns (what to echo, a complete line or None)."""
        typed = self.pending + typed
        self.pending = ""
        echo = ""
        for at in range(len(typed)):
            if typed[at] in "\r\n":
                line, self._typed = self._typed, ""
                self.pending = typed[at + 1 :]
                return echo + "\r\n", line
            echo += self._take(typed[at])
        return echo, None

    def _take(self, character):
        if character in "\b\x7f":
            shorter = self._typed[: len(self._typed) - 1] if self._typed else ""
            erase = "\b \b" if self._typed else ""
            self._typed = shorter
            return erase
        if len(self._typed) >= _LONGEST or character < " ":
            return ""
        self._typed += character
        return character
