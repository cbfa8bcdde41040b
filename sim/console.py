# SPDX-License-Identifier: MIT
"""The serial line over USB: what the program prints, and what somebody types."""

from collections.abc import Callable


class Console:
    """`printed` is all output so far; `listener` hears it as it comes."""

    def __init__(self) -> None:
        self.printed: list[str] = []
        self.typed = ""
        self.connected = True
        self.listener: Callable[[str], None] = lambda text: None

    @property
    def text(self) -> str:
        return "".join(self.printed)

    def write(self, text: str) -> int:
        self.printed.append(text)
        self.listener(text)
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""

    def take(self, count: int) -> str:
        """At most `count` characters of what was typed."""
        taken, self.typed = self.typed[:count], self.typed[count:]
        return taken
