# SPDX-License-Identifier: MIT
"""The serial line over USB: what the program prints, and what somebody types."""

from collections.abc import Callable


class Console:
    """`printed` is all output so far; `listener` hears it as it comes.

    `echo`: whoever types sees nothing but what the board sends, so `input` must echo.
    """

    def __init__(self) -> None:
        self.printed: list[str] = []
        self.typed = ""
        self.connected = True
        self.muted = False
        self.echo = False
        self.listener: Callable[[str], None] = lambda text: None

    @property
    def text(self) -> str:
        return "".join(self.printed)

    def write(self, text: str) -> int:
        if not self.muted:
            self.printed.append(text)
            self.listener(text)
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""

    def edit(self, line: str, key: str) -> str:
        """The line that `input` reads, after one more key."""
        if key in "\b\x7f":
            self._answer("\b \b" if line else "")
            return line[:-1]
        if key < " " and key != "\n":
            return line
        self._answer(key)
        return line + key

    def _answer(self, text: str) -> None:
        if self.echo:
            self.write(text)

    def take(self, count: int) -> str:
        """At most `count` characters of what was typed."""
        taken, self.typed = self.typed[:count], self.typed[count:]
        return taken
