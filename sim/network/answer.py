# SPDX-License-Identifier: MIT
"""What a host's function returns, made into the bytes of an HTTP response.

It may return a dict or list (sent as JSON), text, bytes, a status, None (204), an iterator of
bytes (sent in chunks), or `(status, headers, any of these)`.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from .request import Headers

TEXT, JSON, BYTES = "text/plain; charset=utf-8", "application/json", "application/octet-stream"


@dataclass(frozen=True)
class Answer:
    """`chunks` is the same body in the pieces that it is sent in, if it is."""

    status: int
    headers: Headers
    body: bytes
    chunks: tuple[bytes, ...] | None = None

    @classmethod
    def of(cls, given: Any) -> "Answer":
        """Raises TypeError for what cannot be sent."""
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
        """With what tells the body's end, unless the host has said that by itself."""
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
