# SPDX-License-Identifier: MIT
"""Records what hosts answer, without secrets, and makes hosts again that answer the same.

Of a program's HTTP request only method and path are recorded; of another TCP connection only the
answers, each with the number of bytes that the program had sent before.
"""

import base64
import json
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from .. import schema
from .http import Answer, Headers, Request

FORM = "pyportal network 1"
LEFT_OUT = ("set-cookie", "connection", "transfer-encoding", "content-length")
HIDDEN = "hidden"
# The names of headers, query parameters and fields whose values are secrets.
_SECRET = re.compile(r"pass|secret|token|appid|auth|sig$|(^|[_-])key|apikey|cookie", re.IGNORECASE)
# Covering shorter values would make an answer unreadable.
SHORTEST_SECRET = 4


class Recorder:
    """Records exchanges while it is `on`."""

    def __init__(self, on: bool = False):
        self.on = on
        self._http: list[dict[str, Any]] = []
        self._tcp: list[dict[str, Any]] = []
        self._udp: list[dict[str, Any]] = []

    def exchange(self, request: Request, answer: Answer) -> None:
        if not self.on:
            return
        hidden = secrets_in(request)
        kept = {name: str(value) for name, value in answer.headers.items() if name not in LEFT_OUT}
        body = cover_secrets(answer.body, hidden)
        self._http.append({"host": request.host, "port": request.port, "method": request.method,
                           "path": without_secrets(request.path), "status": answer.status,
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
    """A TCP connection as a list of [number of bytes sent before, bytes received].

    None instead of bytes marks the connection's end.
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
    """Return a body for JSON: text as text, so that a recording can be edited by hand."""
    try:
        return {"body": data.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


_PLACE = {"host": schema.Text(1), "port": schema.Number(1, 65_535, whole=True)}
_BODY = {"body": schema.Text(), "base64": schema.Base64()}
# A header's name or value has no line ends, which would begin another header.
_HEADER = schema.Text(0, "those of one line", r"[^\r\n\0]*")
SCHEMA = schema.Table({
    "form": schema.OneOf(FORM),
    "http": schema.ListOf(schema.Table(
        _PLACE | {"method": schema.Text(1), "path": schema.Text(), "headers":
                  schema.TextsByName(_HEADER), "status": schema.Number(0, 999, whole=True)} | _BODY,
        either=("body", "base64"))),
    "tcp": schema.ListOf(schema.Table(_PLACE | {"steps": schema.ListOf(schema.Row(
        schema.Number(0, 1 << 40, whole=True), schema.Base64(or_none=True)))})),
    "udp": schema.ListOf(schema.Table(_PLACE | _BODY, either=("body", "base64"))),
})


class Recording:
    """The hosts of a recording: their functions and classes by name and port.

    Raises ValueError for a file that is not a recording.
    """

    def __init__(self, file: Path):
        if not file.exists():
            raise ValueError(f"{file} does not exist: name a recording, or a folder of hosts")
        whole = schema.load(file, SCHEMA, "JSON", "a recording of a network")
        self.http = {place: _http(kept) for place, kept in _by_place(whole["http"]).items()}
        self.tcp = {place: _conversations([each["steps"] for each in kept])
                    for place, kept in _by_place(whole["tcp"]).items()}
        self.udp = {place: _in_turn([_read(each) for each in kept])
                    for place, kept in _by_place(whole["udp"]).items()}


def _http(kept: list[dict[str, Any]]) -> Callable[[Request], Answer]:
    """Give the answers to a method and path in their order, then the last one again."""
    answers = defaultdict(list)
    for each in kept:
        kept_answer = Answer(each["status"], Headers(each["headers"]), _read(each))
        answers[each["method"], each["path"]].append(kept_answer)

    def answer(request: Request) -> Answer:
        known = answers.get((request.method, without_secrets(request.path)))
        if not known:
            return Answer.of(404)
        return known.pop(0) if len(known) > 1 else known[0]

    return answer


def _conversations(connections: list[list[Any]]) -> type:
    """Return a class that replays connections in their order, then the last one again."""

    class Replayed:
        def __init__(self, connection: Any):
            self._connection = connection
            self._steps = list(connections.pop(0) if len(connections) > 1 else connections[0])
            self._sent = 0
            self.receive(b"")

        def receive(self, data: bytes) -> None:
            self._sent += len(data)
            while self._steps and self._steps[0][0] <= self._sent:
                came = self._steps.pop(0)[1]
                if came is None:
                    self._connection.close()
                else:
                    self._connection.send(came)

    return Replayed


def _in_turn(answers: list[bytes]) -> Callable[[bytes], bytes]:
    return lambda asked: answers.pop(0) if len(answers) > 1 else answers[0]


def _by_place(kept: list[dict[str, Any]]) -> dict[tuple[str, int], list[dict[str, Any]]]:
    places = defaultdict(list)
    for each in kept:
        places[each["host"], each["port"]].append(each)
    return places


def _read(kept: dict[str, Any]) -> bytes:
    body: bytes = kept["body"].encode() if "body" in kept else kept["base64"]
    return body


def without_secrets(path: str) -> str:
    """Return a path whose query has its secrets' names but not their values."""
    place, _, query = path.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    if not any(_SECRET.search(name) for name, _ in pairs):
        return path
    safe = [(name, HIDDEN if _SECRET.search(name) else value) for name, value in pairs]
    return f"{place}?{urlencode(safe)}"


def secrets_in(request: Request) -> set[str]:
    """Return the values in headers, query and body whose names mark them as secrets."""
    pairs = [*request.headers.items(), *request.query.items(), *_in_body(request)]
    values = {value.partition(" ")[2] or value if name == "authorization" else value
              for name, value in pairs if _SECRET.search(name)}
    return {value for value in values if len(value) >= SHORTEST_SECRET}


def cover_secrets(text: bytes, secrets: set[str]) -> bytes:
    """Replace each secret that a host sends back by as many asterisks."""
    for secret in sorted(secrets, key=len, reverse=True):
        hidden = secret.encode(errors="surrogatepass")
        text = text.replace(hidden, b"*" * len(hidden))
    return text


def _in_body(request: Request) -> list[tuple[str, str]]:
    try:
        return list(_leaves("", json.loads(request.body)))
    except (ValueError, RecursionError):
        return parse_qsl(request.text)


def _leaves(name: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [leaf for key, part in value.items() for leaf in _leaves(str(key), part)]
    if isinstance(value, list):
        return [leaf for part in value for leaf in _leaves(name, part)]
    return [(name, str(value))]
