# SPDX-License-Identifier: MIT
"""settings.toml as the core reads it: line by line, the part before the first `[table]`.

Source: `supervisor/shared/settings.c`.
"""

import math
import re

_LINE = re.compile(r"\s*([^\s=\[#]+)[^\S\n]*=[^\S\n]*(.*)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$')
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")
_LETTERS = {"b": "\b", "r": "\r", "n": "\n", "t": "\t", "v": "\v", "f": "\f"}
_FLOAT = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?")


def raw_value(text: str, key: str) -> str | None:
    """What `os.getenv` returns: the text behind the key, None without one or for a bad escape."""
    right = _right_side(text, key)
    if right is None or not right.startswith('"'):
        return None if right is None else _bare(right)
    quoted = _QUOTED.match(right)
    return _unescaped(quoted[1]) if quoted else None


def parsed_value(text: str, key: str) -> str | int | float | bool | None:
    """What `supervisor.get_setting` returns. Raises ValueError for what is no value of TOML."""
    right = _right_side(text, key)
    if right is None:
        return None
    if right.startswith('"'):
        value = raw_value(text, key)
        if value is None:
            raise ValueError(f"Invalid value for {key}")
        return value
    return _number(_bare(right), key)


def _number(word: str, key: str) -> int | float | bool:
    if word in ("true", "false"):
        return word == "true"
    try:
        return int(word, 0)
    except ValueError:
        pass
    if _FLOAT.fullmatch(word) or word.lstrip("+-") in ("inf", "nan"):
        return float(word) if "nan" not in word else math.nan
    raise ValueError(f"Invalid value for {key}")


def _right_side(text: str, key: str) -> str | None:
    """Of the last line with this key."""
    found = None
    for line in text.splitlines():
        if line.lstrip().startswith("["):
            break
        match = _LINE.match(line)
        if match and match[1] == key:
            found = match[2].rstrip()
    return found


def _bare(right: str) -> str:
    return right.partition("#")[0].rstrip()


def _unescaped(text: str) -> str | None:
    try:
        return _ESCAPE.sub(_character, text)
    except (ValueError, OverflowError):
        return None


def _character(match: re.Match[str]) -> str:
    code = match[1]
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return _LETTERS.get(code, code)
