# SPDX-License-Identifier: MIT
"""json: reads and writes JSON as CircuitPython does.

Its reader treats commas and colons as white space: it accepts `[1,2,]`, `[1 2]` and text after a
stream's first value, and every syntax error is the same ValueError. Source: `extmod/modjson.c`.
"""

import io
import json as host
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

__all__ = ["dump", "dumps", "load", "loads"]

END, CHUNK = -1, 64
SPACE, SKIPPED = frozenset(b" \t\n\v\f\r"), frozenset(b",: \t\n\r")
QUOTE, BACKSLASH, UNICODE = b'"\\u'
NUMBER, REAL = frozenset(b"0123456789+-.eE"), frozenset(b".eE")
LETTERS = {ord("b"): 8, ord("f"): 12, ord("n"): 10, ord("r"): 13, ord("t"): 9}
WORDS = {ord("n"): (b"ull", None), ord("f"): (b"alse", False), ord("t"): (b"rue", True)}
OPENING: dict[int, Callable[[], Any]] = {ord("["): list, ord("{"): dict}
CLOSING = frozenset(b"]}")


def loads(s: Any) -> Any:
    if not isinstance(s, (str, bytes, bytearray, memoryview)):
        raise TypeError("object with buffer protocol required")
    reader = _Reader(iter(s.encode() if isinstance(s, str) else bytes(s)))
    value = reader.value()
    while reader.next in SPACE:
        reader.take()
    if reader.next != END:
        raise _wrong()
    return value


def load(fp: Any) -> Any:
    """Return the stream's first value; text behind it may be left unread."""
    return _Reader(_bytes_of(fp)).value()


def dumps(obj: Any, *, separators: tuple[str, str] | None = None) -> str:
    return host.dumps(_plain(obj), separators=separators, ensure_ascii=False, default=_refuse)


def dump(obj: Any, stream: Any, *, separators: tuple[str, str] | None = None) -> None:
    if not hasattr(stream, "write"):
        raise OSError("stream operation not supported")
    stream.write(dumps(obj, separators=separators))


def _plain(value: Any) -> Any:
    """Return the value with floats that print as the program's own do."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return float(repr(value)) if isinstance(value, float) else value


def _refuse(value: Any) -> NoReturn:
    raise TypeError(f"can't convert {type(value).__name__} to json")


def _bytes_of(stream: Any) -> Iterator[int]:
    """Read text as a whole, other streams through a small buffer."""
    if isinstance(stream, io.TextIOBase):
        yield from stream.read().encode()
        return
    if not hasattr(stream, "readinto"):
        raise AttributeError(f"'{type(stream).__name__}' object has no attribute 'readinto'")
    buffer = bytearray(CHUNK)
    while size := stream.readinto(buffer):
        yield from buffer[:size]


def _wrong() -> ValueError:
    return ValueError("syntax error in JSON")


class _Reader:
    """Parses bytes; `next` is the next byte, END after the last."""

    def __init__(self, source: Iterator[int]):
        self._source = source
        self.next = next(source, END)

    def take(self) -> int:
        """Return the byte and advance `next`."""
        taken, self.next = self.next, next(self._source, END)
        return taken

    def value(self) -> Any:
        """Parse with an explicit stack: text may be nested deeper than the host can call."""
        stack: list[_Open] = []
        while True:
            first = self._first()
            if first in CLOSING:
                if not stack:
                    raise _wrong()
                value = stack.pop().value
                if not stack:
                    return value
                continue
            value = OPENING[first]() if first in OPENING else self._plain_value(first)
            if stack:
                stack[-1].add(value)
            if first in OPENING:
                stack.append(_Open(value))
            elif not stack:
                return value

    def _first(self) -> int:
        while self.next in SKIPPED:
            self.take()
        return self.take()

    def _plain_value(self, first: int) -> Any:
        if first == QUOTE:
            return self._string()
        if first in WORDS:
            rest, value = WORDS[first]
            if any(self.take() != letter for letter in rest):
                raise _wrong()
            return value
        if first == END or first not in NUMBER or first in b"+.eE":
            raise _wrong()
        return self._number(first)

    def _string(self) -> str:
        text = bytearray()
        while self.next != QUOTE:
            byte = self.take()
            if byte == BACKSLASH:
                byte = self.take()
                if byte == UNICODE:
                    text += self._unicode()
                    continue
                byte = LETTERS.get(byte, byte)
            if byte == END:
                raise _wrong()
            text.append(byte)
        self.take()
        return text.decode("utf-8", "surrogatepass")

    def _unicode(self) -> bytes:
        digits = bytes(max(self.take(), 0) for _ in range(4))
        try:
            return chr(int(digits, 16)).encode("utf-8", "surrogatepass")
        except ValueError:
            raise _wrong() from None

    def _number(self, first: int) -> int | float:
        text = bytearray([first])
        while self.next in NUMBER:
            text.append(self.take())
        real = not REAL.isdisjoint(text)
        try:
            return float(text) if real else int(text)
        except ValueError:
            raise ValueError("invalid syntax for number" if real else
                             "invalid syntax for integer with base 10") from None


class _Open:
    """A list or dict that is not closed yet; a dict's keys and values take turns."""

    def __init__(self, value: Any):
        self.value = value
        self._key: list[Any] = []

    def add(self, item: Any) -> None:
        if isinstance(self.value, list):
            self.value.append(item)
        elif self._key:
            self.value[self._key.pop()] = item
        elif isinstance(item, (list, dict)):
            raise _wrong()
        else:
            self._key.append(item)
