# SPDX-License-Identifier: MIT
"""json: the computer's, with the board's error for wrong syntax."""

import io
import json as host
from typing import Any, NoReturn

__all__ = ["dump", "dumps", "load", "loads"]

CHUNK = 64


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


def dumps(obj: Any, *, separators: tuple[str, str] | None = None) -> str:
    return host.dumps(_plain(obj), separators=separators, ensure_ascii=False, default=_refuse)


def dump(obj: Any, stream: Any, *, separators: tuple[str, str] | None = None) -> None:
    if not hasattr(stream, "write"):
        raise OSError("stream operation not supported")
    stream.write(dumps(obj, separators=separators))


def _first(text: str) -> tuple[Any, int]:
    """Return the first value and the place behind it. Raises ValueError."""
    start = len(text) - len(text.lstrip())
    try:
        return host.JSONDecoder(strict=False, parse_constant=_wrong).raw_decode(text, start)
    except (ValueError, RecursionError):
        raise ValueError("syntax error in JSON") from None


def _wrong(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which are no JSON."""
    raise ValueError(name)


def _plain(value: Any) -> Any:
    """Return the value with floats that print as the program's own do."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return float(repr(value))
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _refuse(value: Any) -> NoReturn:
    raise TypeError(f"can't convert {type(value).__name__} to json")


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
