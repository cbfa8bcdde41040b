# SPDX-License-Identifier: MIT
"""Reads settings.toml as CircuitPython does: line by line, up to the first `[table]`.

Source: `supervisor/shared/settings.c`.
"""

import re
from collections.abc import Callable
from typing import Any

_LINE = re.compile(r"\s*([^\s=\[#]+)[^\S\n]*=[^\S\n]*(.*)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$')
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")
_TRUTH = {"true": True, "false": False}
_LETTERS = {"b": "\b", "r": "\r", "n": "\n", "t": "\t", "v": "\v", "f": "\f"}
# Numbers as C's strtol reads them, which stops at the limits of 32 bits.
_NUMBER = re.compile(r"[+-]?(?:0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)")
_LEAST, _MOST = -(1 << 31), (1 << 31) - 1
# Bytes that are no UTF-8, as they come out of the file.
_STRAY = re.compile("[\udc80-\udcff]")


class Settings:
    """The settings.toml of a drive, read anew for each key; `read` returns a file's bytes.

    Both raise UnicodeError for a value that is not UTF-8.
    """

    def __init__(self, read: Callable[[str], bytes | None]):
        self._read = read

    def raw(self, key: str) -> str | None:
        return _whole(raw_value(self._text(), key))

    def parsed(self, key: str) -> str | int | bool | None:
        return _whole(parsed_value(self._text(), key))

    def _text(self) -> str:
        """Return the file's text; a file that is missing or cannot be read counts as empty."""
        try:
            return (self._read("/settings.toml") or b"").decode("utf-8", "surrogateescape")
        except OSError:
            return ""


def _whole(value: Any) -> Any:
    if isinstance(value, str) and _STRAY.search(value):
        raise UnicodeError
    return value


def raw_value(text: str, key: str) -> str | None:
    """Return the value for `os.getenv`: text, or None for no such key or a bad escape."""
    right = _right_side(text, key)
    if not right:
        return None
    if not right.startswith('"'):
        return _bare(right)
    quoted = _QUOTED.match(right)
    return _unescaped(quoted[1]) if quoted else None


def parsed_value(text: str, key: str) -> str | int | bool | None:
    """Return the value for `supervisor.get_setting`. Raises ValueError for an invalid value."""
    right = _right_side(text, key)
    if right is None:
        return None
    if right.startswith('"'):
        value = raw_value(text, key)
        if value is None:
            raise ValueError("Invalid value")
        return value
    return _number(_bare(right))


def _number(word: str) -> int | bool:
    if word in _TRUTH:
        return _TRUTH[word]
    if not _NUMBER.fullmatch(word):
        raise ValueError("Invalid value")
    digits = word.lstrip("+-")
    base = 16 if digits.startswith(("0x", "0X")) else 8 if digits.startswith("0") else 10
    return max(_LEAST, min(_MOST, int(word, base)))


def _right_side(text: str, key: str) -> str | None:
    """Return the text after the = of the first line with this key."""
    for line in text.split("\n"):
        if line.lstrip().startswith("["):
            break
        match = _LINE.match(line)
        if match and match[1] == key:
            return match[2].rstrip()
    return None


def _bare(right: str) -> str:
    return right.partition("#")[0].rstrip()


def _unescaped(text: str) -> str | None:
    try:
        return _ESCAPE.sub(_character, text)
    except (ValueError, OverflowError):
        return None


def _character(match: re.Match[str]) -> str:
    """Raises ValueError for a number that is no character, or has too few digits."""
    code = match[1]
    return chr(int(code[1:], 16)) if code[0] in "uU" else _LETTERS.get(code, code)
