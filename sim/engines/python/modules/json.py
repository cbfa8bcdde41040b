# SPDX-License-Identifier: MIT
"""json: for the board, commas and colons are white space (source: `extmod/modjson.c`)."""

import io
import json as host
import re
from typing import Any

__all__ = ["dump", "dumps", "load", "loads"]

CHUNK = 64
TOKEN = re.compile(r'[,:\s]*("(?:[^"\\]|\\.)*"|[-\d][-+.\deE]*|null|true|false|[][{}])',
                   re.ASCII | re.DOTALL)
WORDS = {"null": None, "true": True, "false": False}
COMPOUND: dict[str, type] = {"[": list, "{": dict}


def loads(s: Any) -> Any:
    if not isinstance(s, (str, bytes, bytearray, memoryview)):
        raise TypeError("object with buffer protocol required")
    text = s if isinstance(s, str) else bytes(s).decode()
    value, end = _first(text)
    if text[end:].strip():
        raise ValueError("syntax error in JSON")
    return value


def load(fp: Any) -> Any:
    """Return the stream's first value."""
    return _first(_text_of(fp))[0]


def dumps(obj: Any, *, separators: tuple[str, str] = (", ", ": ")) -> str:
    return _written(obj, *separators)


def dump(obj: Any, stream: Any, *, separators: tuple[str, str] = (", ", ": ")) -> None:
    if not hasattr(stream, "write"):
        raise OSError("stream operation not supported")
    stream.write(dumps(obj, separators=separators))


def _first(text: str) -> tuple[Any, int]:
    """Return the first value and the place behind it. Raises ValueError."""
    open_values: list[Any] = []
    key: list[Any] = []
    end = 0
    while found := TOKEN.match(text, end):
        word, end = found[1], found.end()
        if word in "]}":
            if not open_values:
                break
            value = open_values.pop()
            if not open_values:
                return value, end
            continue
        value = _value(word)
        if not open_values and word not in COMPOUND:
            return value, end
        if open_values and type(open_values[-1]) is list:
            open_values[-1].append(value)
        elif open_values and key:
            open_values[-1][key.pop()] = value
        elif open_values:
            if word in COMPOUND:
                break
            key = [value]
        if word in COMPOUND:
            open_values.append(value)
    raise ValueError("syntax error in JSON")


def _value(word: str) -> Any:
    if word in COMPOUND:
        return COMPOUND[word]()
    if word[0] == '"':
        try:
            return host.loads(word, strict=False)
        except ValueError:
            raise ValueError("syntax error in JSON") from None
    if word in WORDS:
        return WORDS[word]
    return int(word) if not set(word) & set(".eE") else float(word)


def _written(value: Any, comma: str, colon: str) -> str:
    if value is None or value is True or value is False:
        return str(host.dumps(value))
    if isinstance(value, str):
        return host.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        return repr(int(value) if isinstance(value, int) else value)
    if isinstance(value, (list, tuple)):
        return f"[{comma.join(_written(item, comma, colon) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{comma.join(_pair(*pair, comma, colon) for pair in value.items())}}}"
    raise TypeError(f"can't convert {type(value).__name__} to json")


def _pair(key: Any, value: Any, comma: str, colon: str) -> str:
    mark = "" if isinstance(key, (str, bytes)) else '"'
    return f"{mark}{_written(key, comma, colon)}{mark}{colon}{_written(value, comma, colon)}"


def _text_of(stream: Any) -> str:
    """Read text as a whole, other streams through a small buffer."""
    if isinstance(stream, io.TextIOBase):
        return stream.read()
    if not hasattr(stream, "readinto"):
        raise AttributeError(f"'{type(stream).__name__}' object has no attribute 'readinto'")
    buffer, data = bytearray(CHUNK), bytearray()
    while size := stream.readinto(buffer):
        data += buffer[:size]
    return data.decode()
