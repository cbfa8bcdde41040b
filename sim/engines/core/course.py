# SPDX-License-Identifier: MIT
"""The course of the program on the core: when it starts, what it prints, how it ends."""

from collections.abc import Callable
from typing import NoReturn

from ...board.console import CHARACTER_NS
from ...board.motherboard import Motherboard

# How a program's run ended, from shared/runtime/pyexec.h: by an exception; a flag of a reload.
FAILED, RELOADS = 1, 0x800
# So often may a core whose program has failed still ask the time, to show its terminal.
LAST_LOOKS = 4


class Course:
    """`started`: the program has run since power-on. `lingers`: it has failed, and the core goes on
    for a moment that takes no time.
    """

    def __init__(self, board: Motherboard, halt: Callable[[], NoReturn]):
        self.started = self.ended = False
        self.traceback = ""
        self._board = board
        self._halt = halt
        self._said: list[str] = []
        self._looks_left: int | None = None

    @property
    def lingers(self) -> bool:
        return self._looks_left is not None

    def say(self, text: str) -> None:
        """The program prints."""
        self._said.append(text)
        self._board.console.write(text)
        if not self.lingers:
            self._board.clock.advance(len(text) * CHARACTER_NS)

    def start(self, _: bytes) -> bytes:
        self.started, self.ended = True, False
        self._said.clear()
        self._board.clock.advance(max(0, -self._board.clock.now))
        return b""

    def end(self, how: bytes) -> bytes:
        """One that failed leaves its traceback, and the board's terminal on the screen."""
        flags = int.from_bytes(how, "little")
        if flags & RELOADS:
            return b""
        if flags == FAILED:
            self.traceback = self._last_words()
            self._looks_left = None if self._board.console.attended else LAST_LOOKS
        self.ended = not self.lingers
        return b""

    def fail(self, words: str) -> None:
        self.say(f"{words}\n")
        self.traceback = words

    def look(self) -> bytes:
        """The core asks the time."""
        if self._looks_left is not None:
            self._looks_left -= 1
            self.ended = self._looks_left <= 0
        return b""

    def reset(self, _: bytes) -> bytes:
        """The chip resets itself: the core gets no answer, another is started."""
        self._board.request_reset()
        self._halt()

    def _last_words(self) -> str:
        return "Traceback" + "".join(self._said).rpartition("Traceback")[2]
