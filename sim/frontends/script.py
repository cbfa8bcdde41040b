# SPDX-License-Identifier: MIT
"""Scripts: timed input as text, one command a line, `1.0 tap 160 120`.

`parse` turns the text into steps, or refuses it before anything runs, naming the line that is
wrong. `player` carries the steps out. Before the first of them, a script may say what the run
starts from: see `preamble`.
"""

import math
import os
import shlex
from collections.abc import Callable, Container
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from ..clock import LONGEST_S, NEVER, SECOND, nanoseconds
from ..errors import UserError
from ..portal import TAP_S
from . import preamble
from .escapes import unescape
from .output import require_writable

# Each command with its arguments; one in brackets may be left out.
COMMANDS = {
    "tap": "X Y",
    "hold": "X Y [SECONDS]",
    "press": "X Y",
    "move": "X Y",
    "release": "",
    "screenshot": "FILE",
    "type": "TEXT",
    "keys": "KEYS",
    "light": "LEVEL",
    "pin": "PIN VOLTAGE",
    "reset": "",
    "stop": "",
    "reload": "",
    "end": "",
}
HOLD_S = 0.8


@dataclass(frozen=True)
class Step:
    """`at` is virtual ns since power-on; a tap and a hold are two steps, press and release."""

    at: int
    action: str
    arguments: tuple[Any, ...] = ()


def parse(text: str, path: str | os.PathLike[str], size: tuple[int, int],
          pins: Container[str] = frozenset()) -> list[Step]:
    """The steps for a panel of `size` and the board's `pins`, in their order.

    Raises UserError naming file and line.
    """
    reader = _Reader(str(path), size, pins)
    for line in text.splitlines():
        reader.read(line)
    return sorted(reader.steps, key=lambda step: step.at)


class _Reader:
    """Reads line after line; keeps the time and the stylus' state from the lines before."""

    def __init__(self, path: str, size: tuple[int, int], pins: Container[str]):
        self.steps: list[Step] = []
        self._pins = pins
        self._path = path
        self._line = 0
        self._now = self._down_until = 0
        self._time = "0"
        self._down_line = 0
        self._parsers: dict[str, Callable[[str], Any]] = {
            "X": lambda word: self._pixel("x", word, size[0]),
            "Y": lambda word: self._pixel("y", word, size[1]),
            "SECONDS": self._seconds,
            "LEVEL": lambda word: self._fraction(word, "the light level"),
            "PIN": self._pin,
            "VOLTAGE": self._voltage,
            "FILE": self._picture_file,
            "TEXT": str,
            "KEYS": self._keys,
        }

    def read(self, line: str) -> None:
        self._line += 1
        words = self._words(line)
        if not words or (words[0] in preamble.WORDS and not self.steps):
            return
        self._move_time(words[0])
        if len(words) == 1:
            self._refuse(f"there is a time and no command: use one of {', '.join(COMMANDS)}")
        command = words[1]
        if command not in COMMANDS:
            self._refuse(f"unknown command {command!r}: use one of {', '.join(COMMANDS)}")
        self._add(command, self._arguments(command, words[2:]))

    def _words(self, line: str) -> list[str]:
        lexer = shlex.shlex(line, posix=True)
        lexer.whitespace_split, lexer.escape = True, ""
        try:
            return list(lexer)
        except ValueError:
            self._refuse("a quotation mark is not closed")

    def _move_time(self, word: str) -> None:
        seconds = self._number(word, "the time")
        if seconds < 0:
            self._refuse(f"the time {word} is negative: times count from power-on")
        if seconds > LONGEST_S:
            self._refuse(f"the time {word} is too late: a run ends after {LONGEST_S:,} s")
        if nanoseconds(seconds) < self._now:
            self._refuse(f"the time {word} is before {self._time}, that of the line before: "
                         "put the lines in order")
        self._now, self._time = nanoseconds(seconds), word

    def _arguments(self, command: str, words: list[str]) -> list[Any]:
        names = COMMANDS[command].split()
        least = sum(not name.startswith("[") for name in names)
        if not least <= len(words) <= len(names):
            hint = ": put the text in quotation marks" if command in ("type", "keys") else ""
            wanted = COMMANDS[command] or "no arguments"
            self._refuse(f"{command} takes {wanted}, and this line gives {len(words)}{hint}")
        return [self._parsers[name.strip("[]")](word)
                for name, word in zip(names, words, strict=False)]

    def _add(self, command: str, arguments: list[Any]) -> None:
        if command in ("tap", "hold"):
            seconds = TAP_S if command == "tap" else (*arguments[2:], HOLD_S)[0]
            self._put_down(self._now + nanoseconds(seconds))
            self._step("press", arguments[:2])
            self.steps.append(Step(self._down_until, "release"))
            return
        if command == "press":
            self._put_down(NEVER)
        elif command in ("move", "release"):
            self._require_down(command)
        self._step(command, arguments)

    def _step(self, action: str, arguments: list[Any]) -> None:
        self.steps.append(Step(self._now, action, tuple(arguments)))

    def _put_down(self, until: int) -> None:
        if self._now < self._down_until:
            end = f"until {self._down_until / SECOND:g} s"
            self._refuse(f"the stylus is still down, from line {self._down_line} "
                         + ("on: release it first" if self._down_until == NEVER else end))
        self._down_until, self._down_line = until, self._line

    def _require_down(self, command: str) -> None:
        """The stylus must be down. A tap or a hold may be moved, but it ends by itself."""
        up = self._now >= self._down_until
        ends_by_itself = self._down_until < NEVER
        if up or (ends_by_itself and command == "release"):
            self._refuse(f"there is nothing to {command}: a line with press comes first")
        if command == "release":
            self._down_until = self._now

    def _number(self, word: str, what: str) -> float:
        try:
            number = float(word)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self._refuse(f"{what} {word!r} is not a number")
        return number

    def _pixel(self, axis: str, word: str, size: int) -> float:
        pixel = self._number(word, axis)
        if not 0 <= pixel <= size - 1:
            self._refuse(f"{axis} {word} is off the screen: it goes from 0 to {size - 1}")
        return pixel

    def _seconds(self, word: str) -> float:
        seconds = self._number(word, "the time to hold")
        if not 0 < seconds <= LONGEST_S:
            self._refuse(f"the time to hold {word} is not above 0 and up to {LONGEST_S:,}")
        return seconds

    def _fraction(self, word: str, what: str) -> float:
        level = self._number(word, what)
        if not 0 <= level <= 1:
            self._refuse(f"{what} {word} is not between 0.0 and 1.0")
        return level

    def _voltage(self, word: str) -> float | None:
        return None if word == "open" else self._fraction(word, "the voltage")

    def _pin(self, word: str) -> str:
        if word not in self._pins:
            self._refuse(f"the board has no pin {word}")
        return word

    def _keys(self, word: str) -> str:
        try:
            return unescape(word)
        except ValueError as error:
            self._refuse(str(error))

    def _picture_file(self, word: str) -> Path:
        try:
            require_writable(Path(word), ".png")
        except UserError as error:
            self._refuse(str(error))
        return Path(word)

    def _refuse(self, why: str) -> NoReturn:
        raise UserError(f"{self._path}, line {self._line}: {why}")
