# SPDX-License-Identifier: MIT
"""Scripts: timed input as text, one command per line, such as `1.0 tap 160 120`.

`parse` turns the text into steps and refuses a wrong line, by its number, before anything runs;
`player` carries the steps out. `write` turns the steps of a run back into a script that replays it
bit for bit. Lines before the first command, the preamble, set what the run starts from: `seed 5`,
`board pyportal`, `nvm` with the saved nvm, `date 2026-11-28T09:30` for the clock, `strict` or
`loose`, `timed` or `instant`, and `attended` if a person was at the serial console.
"""

import base64
import math
import os
import re
import shlex
import zlib
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from .. import schema
from ..board import nvm
from ..board.boards import DISPLAYS
from ..board.boot import clock_of
from ..board.parts.plugged import Parts
from ..board.sensors import LightAndTemperature
from ..board.touchpanel import on_screen
from ..clock import LONGEST_S, NEVER, SECOND, nanoseconds
from ..errors import UserError
from ..portal import TAP_S
from .files import require_writable

# Each command with its arguments; those in brackets are optional.
COMMANDS = {
    "tap": "X Y",
    "hold": "X Y [SECONDS]",
    "press": "X Y",
    "move": "X Y",
    "release": "",
    "screenshot": "FILE",
    "type": "TEXT",
    "keys": "KEYS",
    "send": "BYTES",
    "set": "NAME VALUE",
    "light": "LEVEL",
    "pin": "PIN VOLTAGE",
    "reset": "",
    "stop": "",
    "reload": "",
    "end": "",
}
HOLD_S = 0.8

VALUES = "seed", "board", "nvm", "date"
# Each word without a value: the field that it sets, and to what.
FLAGS = {"strict": ("strict", True), "loose": ("strict", False), "timed": ("instant", False),
         "instant": ("instant", True), "attended": ("attended", True)}
PREAMBLE_WORDS = *VALUES, *FLAGS


@dataclass(frozen=True)
class Step:
    """An action at a time in virtual ns since power-on. A tap or hold is a press and a release."""

    at: int
    action: str
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Preamble:
    """The state that a run starts from. None marks a field that the script does not set."""

    seed: int | None = None
    board: str | None = None
    nvm: bytes | None = None
    strict: bool | None = None
    instant: bool | None = None
    attended: bool = False
    date: datetime | None = None

    def lines(self) -> list[str]:
        """Return the lines that `parse_preamble` reads as this preamble."""
        date = self.date and self.date.isoformat(timespec="seconds")
        values = ("seed", self.seed), ("board", self.board), ("date", date)
        lines = [f"{name} {value}" for name, value in values if value is not None]
        if self.nvm is not None and self.nvm.strip(b"\xff"):
            lines.append(f"nvm {base64.b64encode(zlib.compress(self.nvm, 9)).decode()}")
        return lines + [word for word, (field, value) in FLAGS.items()
                        if getattr(self, field) is value]


def read_text(path: str | os.PathLike[str]) -> str:
    """Return a script's text. Raises UserError if it cannot be read."""
    try:
        return schema.text(Path(path), "the script")
    except ValueError as error:
        raise UserError(str(error)) from None


def parse_preamble(text: str, path: str | os.PathLike[str]) -> Preamble:
    """Read the lines before the first command. Raises UserError naming file and line."""
    found: dict[str, object] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words and words[0] not in PREAMBLE_WORDS:
            break
        if words:
            name, value = _field(words, f"{path}, line {number}")
            found[name] = value
    return Preamble(**found)  # type: ignore[arg-type]


def parse(text: str, path: str | os.PathLike[str], size: tuple[int, int],
          pins: Container[str] = frozenset(), parts: Parts | None = None) -> list[Step]:
    """Return a script's steps in order, for a panel of `size` and a board with these `pins` and
    `parts`, by default a PyPortal with nothing plugged in.

    Raises UserError naming file and line.
    """
    reader = _Reader(str(path), size, pins, parts or Parts(LightAndTemperature()))
    for line in text.splitlines():
        reader.read(line)
    return sorted(reader.steps, key=lambda step: step.at)


def write(preamble: Preamble, steps: Iterable[Step], end: int) -> str:
    """Return a script that replays `steps` and ends at `end` (ns).

    Times have all nine digits of a nanosecond. Screenshots are left out.
    """
    lines = ["# Recorded by hand. Play it: --headless --script with this file, on the same drive."]
    lines += preamble.lines()
    lines += [_line(step) for step in _one_stylus(steps) if step.at <= end]
    return "\n".join([*lines, _line(Step(end, "end"))]) + "\n"


class _Reader:
    """Parses lines in order, keeping the time and the state of the stylus between them."""

    def __init__(self, path: str, size: tuple[int, int], pins: Container[str],
                 parts: Parts):
        self.steps: list[Step] = []
        self._pins = pins
        self._parts = parts
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
            "BYTES": self._bytes,
        }

    def read(self, line: str) -> None:
        self._line += 1
        words = self._words(line)
        if not words or (words[0] in PREAMBLE_WORDS and not self.steps):
            return
        self._move_time(words[0])
        if len(words) == 1:
            self._refuse(f"the line has a time but no command: use one of {', '.join(COMMANDS)}")
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
            is_text = command in ("type", "keys", "send")
            hint = ": put the text in quotation marks" if is_text else ""
            wanted = COMMANDS[command] or "no arguments"
            self._refuse(f"{command} takes {wanted}, and this line gives {len(words)}{hint}")
        if command == "set":
            return [words[0], self._value(*words)]
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
        """Refuse a command without a press. A tap or hold can be moved, but ends by itself."""
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
        number = self._number(word, axis)
        try:
            return on_screen(axis, number, size)
        except ValueError as error:
            self._refuse(str(error))

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

    def _value(self, name: str, word: str) -> Any:
        """Return what a setting of a part is set to."""
        try:
            return self._parts.parse(name, word)
        except ValueError as error:
            self._refuse(str(error))

    def _pin(self, word: str) -> str:
        if word not in self._pins:
            self._refuse(f"the board has no pin {word}")
        return word

    def _keys(self, word: str) -> str:
        try:
            return unescape(word)
        except ValueError as error:
            self._refuse(str(error))

    def _bytes(self, word: str) -> bytes:
        try:
            return self._keys(word).encode("latin-1")
        except UnicodeEncodeError as error:
            self._refuse(f"{error.object[error.start]} is no byte: send takes \\x00 to \\xff, and "
                         "keys takes text")

    def _picture_file(self, word: str) -> Path:
        try:
            require_writable(schema.path(word), ".png")
        except ValueError as error:
            self._refuse(str(error))
        return Path(word)

    def _refuse(self, why: str) -> NoReturn:
        _refuse(f"{self._path}, line {self._line}", why)


def _field(words: list[str], where: str) -> tuple[str, object]:
    name, *values = words
    if len(values) != (name in VALUES):
        _refuse(where, f"{name} takes {'one value' if name in VALUES else 'nothing'}")
    if not values:
        return FLAGS[name]
    return name, {"seed": _seed, "board": _board, "nvm": _nvm,
                  "date": _date}[name](values[0], where)


def _seed(word: str, where: str) -> int:
    try:
        return int(word)
    except ValueError:
        _refuse(where, f"the seed {word} is not a whole number")


def _board(word: str, where: str) -> str:
    if word not in DISPLAYS:
        _refuse(where, f"board {word!r} is not simulated: choose one of {', '.join(DISPLAYS)}")
    return word


def _date(word: str, where: str) -> datetime:
    try:
        return date_of(word)
    except ValueError as error:
        _refuse(where, str(error))


def date_of(word: str) -> datetime:
    """Read a date such as 2026-11-28 or 2026-11-28T09:30. Raises ValueError with a sentence."""
    try:
        date = datetime.fromisoformat(word).replace(tzinfo=None)
    except ValueError:
        raise ValueError(f"{word!r} is not a date: write it like 2026-11-28 or "
                         "2026-11-28T09:30") from None
    clock_of(date)
    return date


def _nvm(word: str, where: str) -> bytes:
    try:
        packed = schema.Base64().check(word) or b""
        content = zlib.decompressobj().decompress(packed, nvm.BYTES + 1)
    except (ValueError, zlib.error):
        content = b""
    if len(content) != nvm.BYTES:
        _refuse(where, "the nvm is not one that a recording has written")
    return content


def _refuse(where: str, why: str) -> NoReturn:
    raise UserError(f"{where}: {schema.one_line(why)}")


def _one_stylus(steps: Iterable[Step]) -> Iterable[Step]:
    """Turn a press of the stylus that is down, by script or mouse, into a move."""
    down = False
    for step in steps:
        if step.action in ("press", "move"):
            yield Step(step.at, "move" if down else "press", step.arguments)
            down = True
        elif step.action == "release":
            if down:
                yield step
            down = False
        elif step.action not in ("screenshot", "end"):
            yield step


def _line(step: Step) -> str:
    seconds = f"{step.at // SECOND}.{step.at % SECOND:09}"
    if step.action == "type":
        return f'{seconds} keys "{escape(step.arguments[0])}\\n"'
    return " ".join([seconds, step.action, *map(_word, step.arguments)])


def _word(argument: Any) -> str:
    if argument is None:
        return "open"
    if isinstance(argument, bytes):
        argument = argument.decode("latin-1")
    if isinstance(argument, str):
        return f'"{escape(argument)}"'
    return repr(int(argument) if argument == int(argument) else argument)


_NAMED = {"\n": "n", "\r": "r", "\t": "t", "\\": "\\"}
_MEANT = {name: key for key, name in _NAMED.items()}
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.?))", re.DOTALL)


def escape(text: str) -> str:
    """Return keys as one line without quotes: `\\n`, `\\r`, `\\t`, `\\\\`, `\\x03`, `\\u20ac`."""
    return "".join(map(_escaped, text))


def unescape(text: str) -> str:
    """Return the keys that `escape` wrote. Raises ValueError naming an unknown escape."""
    keys = _ESCAPE.sub(_meant, text)
    if not schema.is_text(keys):
        raise ValueError(f"{keys!a} has half of a character: write the whole one")
    return keys


def _escaped(key: str) -> str:
    if key in _NAMED:
        return "\\" + _NAMED[key]
    if key in "'\"" or (not key.isprintable() and ord(key) < 0x100):
        return f"\\x{ord(key):02x}"
    return key if key.isprintable() or ord(key) > 0xFFFF else f"\\u{ord(key):04x}"


def _meant(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code:
        return chr(int(code, 16))
    if match[3] not in _MEANT:
        raise ValueError(f"{match[0]} is not one of \\n, \\r, \\t, \\\\, \\x03, \\u20ac")
    return _MEANT[match[3]]
