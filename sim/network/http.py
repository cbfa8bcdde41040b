# SPDX-License-Identifier: MIT
"""HTTP messages: the request that a program sends, and the answer that a host gives.

A host's function may return a dict or list (sent as JSON), text, bytes, a status, None (204), an
iterator of bytes (sent in chunks), or `(status, headers, any of these)`.

The parser takes what programs with plain sockets send, such as HTTP/1.1 without a Host header or a
path with letters beyond ASCII, which h11 refuses.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

END_OF_HEAD = b"\r\n\r\n"


class Headers(dict[str, str]):
    """Header fields by name, in any case."""

    def __init__(self, pairs: Any = ()):
        super().__init__((name.lower(), value) for name, value in dict(pairs).items())

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(name.lower())

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and super().__contains__(name.lower())


@dataclass(frozen=True)
class Request:
    """A request; `path` includes its query, `seconds` is its time since the program's start."""

    host: str
    port: int
    method: str
    path: str
    headers: Headers = field(default_factory=Headers)
    body: bytes = b""
    seconds: float = 0.0

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(self.path.partition("?")[2], keep_blank_values=True))

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """Return the body's value. Raises ValueError for a body that is not JSON."""
        return json.loads(self.body)


class BadRequest(Exception):
    """The bytes are not an HTTP request."""


@dataclass(frozen=True)
class Parsed:
    """The parts of a request, and the bytes after it."""

    method: str
    path: str
    headers: Headers
    body: bytes
    rest: bytes


def parse(data: bytes) -> Parsed | None:
    """Return the first request in `data`, None while it is incomplete. Raises BadRequest."""
    head, mark, rest = data.partition(END_OF_HEAD)
    if not mark:
        return None
    lines = head.decode("latin-1").split("\r\n")
    try:
        method, path, version = lines[0].split(" ", 2)
        headers = Headers(_field(line) for line in lines[1:])
        length = int(headers.get("content-length", 0))
    except ValueError:
        raise BadRequest from None
    if not version.startswith("HTTP/1.") or length < 0:
        raise BadRequest
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return _parse_chunked(method, path, headers, rest)
    if len(rest) < length:
        return None
    return Parsed(method, path, headers, rest[:length], rest[length:])


def _field(line: str) -> tuple[str, str]:
    """Split a header into name and value. Raises ValueError without a colon."""
    name, value = line.split(":", 1)
    return name, value.strip()


def _parse_chunked(method: str, path: str, headers: Headers, rest: bytes) -> Parsed | None:
    body = b""
    while True:
        line, mark, after = rest.partition(b"\r\n")
        if not mark:
            return None
        try:
            size = int(line.split(b";")[0], 16)
        except ValueError:
            raise BadRequest from None
        if size < 0:
            raise BadRequest
        if len(after) < size + 2:
            return None
        body, rest = body + after[:size], after[size + 2 :]
        if size == 0:
            return Parsed(method, path, headers, body, rest)


TEXT, JSON, BYTES = "text/plain; charset=utf-8", "application/json", "application/octet-stream"


@dataclass(frozen=True)
class Answer:
    """An answer; `chunks` is the body in the pieces in which it is sent, if it is."""

    status: int
    headers: Headers
    body: bytes
    chunks: tuple[bytes, ...] | None = None

    @classmethod
    def of(cls, given: Any) -> "Answer":
        """Make an answer of a function's result. Raises TypeError for what cannot be sent."""
        if isinstance(given, Answer):
            return given
        if isinstance(given, tuple):
            status, headers, body = given
            answer = cls.of(body)
            own = Headers({**answer.headers, **Headers(headers)})
            return replace(answer, status=status, headers=own)
        if given is None:
            return cls(204, Headers(), b"")
        if isinstance(given, int) and not isinstance(given, bool):
            return cls(given, Headers({"Content-Type": TEXT}), _reason(given).encode())
        if isinstance(given, Iterator):
            chunks = tuple(bytes(chunk) for chunk in given)
            return cls(200, Headers({"Content-Type": BYTES}), b"".join(chunks), chunks)
        kind, body = _encoded(given)
        return cls(200, Headers({"Content-Type": kind}), body)

    def with_body(self, body: bytes) -> "Answer":
        return replace(self, body=body, chunks=None)

    @property
    def closes(self) -> bool:
        return str(self.headers.get("connection", "")).lower() == "close"

    def head(self) -> bytes:
        """Return status line and headers, with the body's length unless the host has set it."""
        headers = dict(self.headers)
        if self.chunks is not None:
            headers["transfer-encoding"] = "chunked"
        elif self.status != 204 and "transfer-encoding" not in headers:
            headers.setdefault("content-length", str(len(self.body)))
        lines = [f"HTTP/1.1 {self.status} {_reason(self.status)}"]
        lines += [f"{_title(name)}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")

    def sent_body(self) -> bytes:
        if self.chunks is None:
            return self.body
        parts = [b"%x\r\n%b\r\n" % (len(chunk), chunk) for chunk in self.chunks if chunk]
        return b"".join([*parts, b"0\r\n\r\n"])


def _encoded(given: Any) -> tuple[str, bytes]:
    if isinstance(given, (Mapping, list)):
        return JSON, json.dumps(given).encode()
    if isinstance(given, str):
        return TEXT, given.encode()
    if isinstance(given, (bytes, bytearray, memoryview)):
        return BYTES, bytes(given)
    raise TypeError(f"a host cannot answer with {type(given).__name__}")


def _reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"


def _title(name: str) -> str:
    return "-".join(part.capitalize() for part in name.split("-"))
