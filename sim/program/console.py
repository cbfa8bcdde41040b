# SPDX-License-Identifier: MIT
"""The serial line over USB: what the program prints, and what somebody types."""

from collections.abc import Callable
from typing import Any

from ..native.arguments import buffer
from .textlog import TextLog

CTRL_C, CTRL_D = "\x03", "\x04"
# A full-speed USB device sends some 500 characters a millisecond.
CHARACTER_NS = 2_000


class Console:
    """`text` is the output so far; `listener` hears it as it comes, `adviser` what the simulator
    has to remark.

    `attended`: somebody sits at it, so the firmware prints what it does around the program and
    waits for keys after its end. `echo`: whoever types sees nothing but what the board sends, so
    `input` must echo. `interrupt` is what Ctrl-C does while a program runs; else it is a key like
    others.
    """

    def __init__(self) -> None:
        self._log = TextLog()
        self.typed = ""
        self.connected = True
        self.muted = False
        self.attended = False
        self.echo = False
        self.interrupt: Callable[[], None] | None = None
        self.listener: Callable[[str], None] = lambda text: None
        self.adviser: Callable[[str], None] = lambda text: None

    @property
    def text(self) -> str:
        return self._log.text

    @property
    def count(self) -> int:
        """How many characters were printed so far."""
        return self._log.count

    def since(self, count: int) -> str:
        """What was printed after the first `count` characters."""
        return self._log.since(count)

    def write(self, text: Any) -> int:
        """Text, or the bytes of it; what else there may be has none. What is no text to the host,
        and what a program's class makes of text, goes no further.
        """
        data = str.encode(text, errors="replace") if isinstance(text, str) else bytes(buffer(text))
        text = data.decode(errors="replace")
        if not self.muted:
            self._log.add(text)
            self.listener(text)
        return len(text)

    def remark(self, sentence: str) -> None:
        """A sentence of the simulator's to whoever listens; the board would not print it."""
        if not self.muted:
            self.adviser(sentence)

    def flush(self) -> None:
        """Nothing is held back."""

    def receive(self, text: str) -> None:
        """Keys as they come. One that interrupts drops those that nobody has read, as in
        `supervisor/shared/usb.c`.
        """
        if self.interrupt and CTRL_C in text:
            self.typed = ""
            text = text.rpartition(CTRL_C)[2]
            self.interrupt()
        self.typed += text

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
