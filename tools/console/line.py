# SPDX-License-Identifier: MIT
"""The serial console of a board as a conversation: a line is typed, its answer is what comes back.

`Line` knows where an answer begins and ends and cleans it; `simulated_line` and `serial_line` are
the two wires under it. The drill talks to a board through it and sees nothing else of it.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

PATIENCE_S = 5.0
# What CircuitPython writes into a terminal's title bar.
_TITLE = re.compile(r"\x1b\][^\x07\x1b]*(\x07|\x1b\\)")


class NoAnswer(Exception):
    """A sentence: the board said nothing in time, or is gone."""


class Line(ABC):
    """`heard` is all that the board said so far; `quiet_s` of silence end an answer.

    `no_restart` says why `restart` cannot be called, `no_settings` why not with settings; "" if
    it can.
    """

    quiet_s = 0.15
    no_restart = ""
    no_settings = ""

    def __init__(self) -> None:
        self.heard = ""

    @abstractmethod
    def send(self, text: str) -> None:
        """Type."""

    @abstractmethod
    def receive(self, seconds: float) -> str:
        """What the board says, as soon as it says something, "" if it does not for so long."""

    @abstractmethod
    def now(self) -> float:
        """Seconds on the clock that the board lives by."""

    @abstractmethod
    def restart(self, settings: Sequence[str] = ()) -> None:
        """Off and on again, with these lines as its settings.toml."""

    def sounds(self) -> set[str] | None:
        """The names of the files that were played since the start, None where nobody listens."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Hang up."""

    def ask(self, command: str) -> str:
        """Type a line; returns what it is answered, without the echo. Raises NoAnswer."""
        self.listen()
        self.send(command + "\r")
        answer, deadline = "", self.now() + PATIENCE_S
        while "\n" not in _after_echo(answer, command):
            if self.now() >= deadline:
                raise NoAnswer(f"{command!r} was not answered in {PATIENCE_S:g} s")
            answer += self._hear(self.quiet_s)
        return _after_echo(answer + self.listen(), command).strip("\n")

    def listen(self) -> str:
        """Everything up to the next silence."""
        said = ""
        while more := self._hear(self.quiet_s):
            said += more
        return said

    def wait(self, seconds: float) -> str:
        """Let so much time pass; returns what was said meanwhile."""
        said, end = "", self.now() + seconds
        while self.now() < end:
            said += self._hear(min(self.quiet_s, end - self.now()))
        return said

    def _hear(self, seconds: float) -> str:
        said = _TITLE.sub("", self.receive(seconds)).replace("\r", "")
        self.heard += said
        return said


def _after_echo(text: str, command: str) -> str:
    return text.partition(command + "\n")[2]
