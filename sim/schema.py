# SPDX-License-Identifier: MIT
"""Reads the files that users write, and refuses in one sentence what does not fit their fields.

A kind says which values a field may have; kinds are put together into the schema of a file. `load`
reads a JSON or TOML file and checks it, and `text` reads any text. Both raise ValueError with a
sentence that names the file, the line and the field. A byte-order mark is skipped.
"""

import base64
import binascii
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

# Letters of a wrong value that a sentence repeats.
SHOWN_LETTERS = 60
# Letters of the longest reason in a sentence.
SENTENCE_LETTERS = 400
# The most that is read of a file.
MOST_BYTES = 64 << 20
# The files that a shell opened for this process.
OPENED = Path("/dev/fd")
Place = tuple[str | int, ...]


class WrongField(ValueError):
    """A value does not fit; `place` leads to it through tables and lists."""

    def __init__(self, why: str, place: Place = ()):
        super().__init__(why)
        self.why = why
        self.place = place

    def within(self, step: str | int) -> "WrongField":
        return WrongField(self.why, (step, *self.place))


class Kind:
    """The values that a field may have."""

    def check(self, value: Any) -> Any:
        """Return the value. Raises ValueError with a sentence that says what is allowed."""
        raise NotImplementedError


class OneOf(Kind):
    def __init__(self, *options: Any):
        self.options = options

    def check(self, value: Any) -> Any:
        if isinstance(value, (bool, list, dict)) or value not in self.options:
            raise WrongField(f"{shown(value)} is not {' or '.join(map(shown, self.options))}")
        return value


class Text(Kind):
    """A text of `least` letters or more; `letters` says which are allowed, in words."""

    def __init__(self, least: int = 0, letters: str = "", pattern: str = r"(?s:.*)"):
        self.least, self.letters, self.pattern = least, letters, re.compile(pattern)

    def check(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) < self.least or not is_text(value):
            raise WrongField(f"{quoted(value)} is not a text in quotation marks")
        if not self.pattern.fullmatch(value):
            raise WrongField(f"{quoted(value)} has letters other than {self.letters}")
        return value


class Number(Kind):
    """A number from `low` to `high`; if it is `whole`, an int."""

    def __init__(self, low: float, high: float, whole: bool = False):
        self.low, self.high, self.whole = low, high, whole

    def check(self, value: Any) -> Any:
        right = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not right or not self.low <= value <= self.high or (
                self.whole and value != int(value)):
            kind = "whole number" if self.whole else "number"
            raise WrongField(
                f"{quoted(value)} is not a {kind} from {self.low:g} to {self.high:g}")
        return int(value) if self.whole else float(value)


class Flag(Kind):
    def check(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise WrongField(f"{quoted(value)} is not true or false")
        return value


class Base64(Kind):
    """Bytes as base64; `or_none` also allows null, which stays None."""

    def __init__(self, or_none: bool = False):
        self.or_none = or_none

    def check(self, value: Any) -> bytes | None:
        if value is None and self.or_none:
            return None
        try:
            return base64.b64decode(value, validate=True)
        except (TypeError, ValueError, binascii.Error):
            raise WrongField(f"{quoted(value)} is not bytes in base64") from None


class ListOf(Kind):
    def __init__(self, kind: Kind):
        self.kind = kind

    def check(self, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise WrongField(f"{quoted(value)} is not a list")
        return [_within(at, self.kind, each) for at, each in enumerate(value)]


class Row(Kind):
    """A list with one value of each kind."""

    def __init__(self, *kinds: Kind):
        self.kinds = kinds

    def check(self, value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) != len(self.kinds):
            raise WrongField(f"{quoted(value)} is not a list of {len(self.kinds)} values")
        return [_within(at, kind, each)
                for at, (kind, each) in enumerate(zip(self.kinds, value, strict=True))]


class TextsByName(Kind):
    """A table of texts under any names."""

    def __init__(self, text: Text):
        self.text = text

    def check(self, value: Any) -> dict[str, Any]:
        _require_table(value)
        return {self.text.check(name): _within(name, self.text, each)
                for name, each in value.items()}


class Table(Kind):
    """A table with these fields.

    Args:
        optional: the names that may be missing.
        either: two names of which a table has exactly one.
    """

    def __init__(self, fields: Mapping[str, Kind], optional: Iterable[str] = (),
                 either: tuple[str, str] | None = None):
        self.fields = fields
        self.either = either
        self.needed = [name for name in fields if name not in (*optional, *(either or ()))]

    def check(self, value: Any) -> dict[str, Any]:
        _require_table(value)
        for name in value:
            if name not in self.fields:
                raise WrongField(f"there is no such field: use {' or '.join(self.fields)}", (name,))
        checked = {}
        for name, kind in self.fields.items():
            if name in value:
                checked[name] = _within(name, kind, value[name])
            elif name in self.needed:
                raise WrongField(f"the field {name} is missing")
        if self.either and sum(name in value for name in self.either) != 1:
            raise WrongField(f"give one of the fields {' and '.join(self.either)}")
        return checked


def _require_table(value: Any) -> None:
    if not isinstance(value, dict):
        raise WrongField(f"{quoted(value)} is not a table of fields")


def _within(step: str | int, kind: Kind, value: Any) -> Any:
    try:
        return kind.check(value)
    except WrongField as error:
        raise error.within(step) from None


def is_text(value: str) -> bool:
    """Say whether it has whole characters only, no half of a surrogate pair."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def shown(value: Any) -> str:
    """Return the value of a choice; a number is an address."""
    return short(f"0x{value:02X}") if type(value) is int else short(value)


def quoted(value: Any) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    if type(value) is int:
        return short(value) if abs(value) < 10**SHOWN_LETTERS else "so large a number"
    return f'"{short(value)}"' if isinstance(value, str) else short(value)


def short(value: Any) -> str:
    """Return a value as text in one line, cut if it is long; null for None."""
    try:
        text = "null" if value is None else str(value)
    except (RecursionError, ValueError):  # nested too deep, or a number with too many digits
        return "what is there"
    return one_line(text, SHOWN_LETTERS)


def one_line(text: str, most: int = SENTENCE_LETTERS) -> str:
    """Return a text with its control characters as escapes, cut after so many letters."""
    cut = text if len(text) <= most else text[:most] + "…"
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in cut)


def path(name: str | os.PathLike[str]) -> Path:
    """Return a path of the computer's, whether it exists or not.

    Raises ValueError for one that no file can have, such as a name of more than 255 bytes.
    """
    if not os.fspath(name):
        raise ValueError("an empty text names no file")
    try:
        os.stat(name)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass
    except OSError as error:
        raise ValueError(f"{short(name)} names no file: {error.strerror}") from None
    except ValueError:
        raise ValueError(f"{short(name)} names no file: it has a NUL or half a character") from None
    return Path(name)


def text(file: Path, what: str = "") -> str:
    """Return the text of a file; `what` is put before its name. Raises ValueError."""
    named = f"{what} {file}".strip()
    return decoded(content(file, named), named)


def content(file: Path, named: str) -> bytes:
    """Return what a file holds, or a pipe that a shell opened for `<(…)`. Raises ValueError, for
    other pipes and devices too, which could keep a reader waiting.
    """
    try:
        if file.exists() and not (file.is_file() or file.is_dir() or file.parent == OPENED):
            raise Unreadable(f"{named} is a device or a pipe: name a file")
        with open(file, "rb") as opened:
            data = opened.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise Unreadable(f"{named} has more than {MOST_BYTES >> 20} MB: name a smaller file")
        return data
    except (OSError, ValueError) as error:
        if isinstance(error, Unreadable):
            raise
        why = getattr(error, "strerror", None) or "no file can have this name"
        raise ValueError(f"cannot read {named}: {why}") from None


class Unreadable(ValueError):
    """Bytes are not text in UTF-8, too many, or not a file's."""


def decoded(data: bytes, named: str) -> str:
    """Return bytes as text. Raises ValueError naming the line that is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(
            f"{named}, line {line}: it is not text in UTF-8: save it in that encoding") from None


def load(file: Path, kind: Kind, form: str, what: str = "") -> Any:
    """Return what a file of this `form`, "JSON" or "TOML", holds, checked; `what` names its kind.

    Raises ValueError.
    """
    whole = text(file)
    found = parsed(whole, form, str(file), what)
    try:
        return kind.check(found)
    except WrongField as error:
        raise ValueError(f"{where(file, whole, form, error.place)}: {error.why}") from None


def parsed(whole: str, form: str, named: str, what: str = "") -> Any:
    """Return what a text of this form says, unchecked. Raises ValueError."""
    try:
        if form != "TOML":
            return json.loads(whole)
        if _DEEP_KEY.search(whole):
            raise RecursionError
        return tomllib.loads(whole)
    except RecursionError:
        why = "it is nested too deep"
    except json.JSONDecodeError as error:
        why = f"line {error.lineno}, {error.msg}"
    except ValueError as error:
        why = str(error).partition(";")[0]
    raise ValueError(f"{named} is not {what or form}: {why}")


def where(file: Path | str, whole: str, form: str, place: Place) -> str:
    """Return the file, the line of a place in its text, and the place as `http[3].status`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{short(step)}" for step in place)
    name = "".join(steps).removeprefix(".")
    line = line_of(whole, form, place)
    return ", ".join([str(file), *([f"line {line}"] if line else []), *([name] if name else [])])


def line_of(whole: str, form: str, place: Place) -> int:
    """Return the number of a value's line or, if it is missing, of its table's; 0 without one."""
    return _toml_line(whole, place) if form == "TOML" else _json_line(whole, place)


# A key of more parts than any table has: tomllib takes a minute for one of 50,000.
_DEEP_KEY = re.compile(r"""(?<![\w"'-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')\s*\.\s*){100}""")
_HEADER = re.compile(r"\s*\[\[?\s*(?P<name>[^\]]*?)\s*\]")
_KEY = re.compile(r"""\s*(?P<name>[^\s=#"']+|"[^"]*"|'[^']*')\s*=""")


def _toml_line(whole: str, place: Place) -> int:
    names = [str(step) for step in place if isinstance(step, str)]
    found, table = 0, ""
    for number, line in enumerate(whole.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            table = header["name"].strip("\"'")
            found = number if names[:1] == [table] else found
        elif key:
            full = [*([table] if table else []), *key["name"].split(".")]
            if [name.strip("\"'") for name in full][:len(names)] == names[:len(full)] != []:
                found = number
                if len(full) >= len(names):
                    break
    return found


_BLANK = re.compile(r"[ \t\n\r]*")


def _json_line(whole: str, place: Place) -> int:
    decoder, at = json.JSONDecoder(), _skip(whole, 0)
    for step in place:
        found = None
        for name, start in _members(decoder, whole, at):
            found = start if name == step else found
        if found is None:
            break
        at = found
    return whole.count("\n", 0, at) + 1


def _members(decoder: json.JSONDecoder, whole: str, at: int) -> Iterable[tuple[Any, int]]:
    """Yield (name or number, start of the value) of each member of a table or list at `at`."""
    is_table, count, at = whole[at:at + 1] == "{", 0, _skip(whole, at + 1)
    while whole[at:at + 1] not in "}]":
        name: Any = count
        if is_table:
            name, at = decoder.raw_decode(whole, at)
            at = _skip(whole, _skip(whole, at) + 1)
        yield name, at
        count, at = count + 1, _skip(whole, decoder.raw_decode(whole, at)[1])
        at = _skip(whole, at + 1) if whole[at:at + 1] == "," else at


def _skip(whole: str, at: int) -> int:
    blank = _BLANK.match(whole, at)
    return blank.end() if blank else at


