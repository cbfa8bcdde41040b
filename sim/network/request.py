# SPDX-License-Identifier: MIT
"""What a program asks of an HTTP host, and how it is read from what the program sends."""

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

END_OF_HEAD = b"\r\n\r\n"


class Headers(dict[str, str]):
    """Found by their names however those are written."""

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
    """`path` is with its query; `seconds` is when it was asked, since the program's start."""

    host: str
    port: int
    method: str
    path: str
    headers: Headers = field(default_factory=Headers)
    body: bytes = b""
    seconds: float = 0.0

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """Raises ValueError."""
        return json.loads(self.body)


class BadRequest(Exception):
    """What was sent is no HTTP."""


@dataclass(frozen=True)
class Parsed:
    """One request's parts, and the bytes after it."""

    method: str
    path: str
    headers: Headers
    body: bytes
    rest: bytes


def parse(data: bytes) -> Parsed | None:
    """The first request in `data`, None while it is not complete. Raises BadRequest."""
    head, mark, rest = data.partition(END_OF_HEAD)
    if not mark:
        return None
    lines = head.decode("latin-1").split("\r\n")
    try:
        method, path, version = lines[0].split(" ", 2)
        headers = Headers(line.split(": ", 1) for line in lines[1:])
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
        if len(after) < size + 2:
            return None
        body, rest = body + after[:size], after[size + 2 :]
        if size == 0:
            return Parsed(method, path, headers, body, rest)
