# SPDX-License-Identifier: MIT
"""A line as it is typed on the serial console: characters in, echo and complete lines out.

A half-typed line waits and blocks nothing.
"""

from micropython import const

_LONGEST = const(80)


class Line:
    """`feed` it what is typed; what comes after a line's end waits in `pending`."""

    def __init__(self):
        self.pending = ""
        self._typed = ""
        self._is_closed = False

    def close(self):
        """Hear nothing more."""
        self._is_closed = True

    def feed(self, typed):
        """Add characters; returns (what to echo, a complete line or None)."""
        typed = self.pending + typed
        self.pending = ""
        echo = ""
        if self._is_closed:
            return echo, None
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
