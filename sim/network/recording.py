# SPDX-License-Identifier: MIT
"""What hosts answered, kept for a file from which `replay` makes them again.

Of what a program sends only the method and the path are kept, without secrets; of other protocols
than HTTP, how many bytes went out before each answer.
"""

import base64
import json
from typing import Any

from . import secrets
from .answer import Answer
from .request import Request

FORM = "pyportal network 1"
UNSAID = ("set-cookie", "connection", "transfer-encoding", "content-length")


class Recorder:
    """Keeps nothing unless it is `on`."""

    def __init__(self, on: bool = False):
        self.on = on
        self._http: list[dict[str, Any]] = []
        self._tcp: list[dict[str, Any]] = []
        self._udp: list[dict[str, Any]] = []

    def exchange(self, request: Request, answer: Answer) -> None:
        if not self.on:
            return
        hidden = secrets.of(request)
        kept = {name: value for name, value in answer.headers.items() if name not in UNSAID}
        body = secrets.blot(answer.body, hidden)
        self._http.append({"host": request.host, "port": request.port, "method": request.method,
                           "path": secrets.without(request.path), "status": answer.status,
                           "headers": kept, **_written(body)})

    def stream(self, host: str, port: int) -> "Stream":
        stream = Stream()
        if self.on:
            self._tcp.append({"host": host, "port": port, "steps": stream.steps})
        return stream

    def datagram(self, host: str, port: int, answer: bytes) -> None:
        if self.on:
            self._udp.append({"host": host, "port": port, **_written(answer)})

    def dump(self) -> bytes:
        whole = {"form": FORM, "http": self._http, "tcp": self._tcp, "udp": self._udp}
        return (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode()


class Stream:
    """A TCP connection as a list of answers: [bytes that the program had sent, what came], with
    null for the connection's end.
    """

    def __init__(self) -> None:
        self.steps: list[Any] = []
        self._sent = 0

    def sent(self, data: bytes) -> None:
        self._sent += len(data)

    def received(self, data: bytes) -> None:
        self.steps.append([self._sent, base64.b64encode(data).decode()])

    def closed(self) -> None:
        self.steps.append([self._sent, None])


def _written(data: bytes) -> dict[str, str]:
    """Text as text, so that a recording can be read and mended by hand."""
    try:
        return {"body": data.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}
