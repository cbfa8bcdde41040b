# SPDX-License-Identifier: MIT
"""The hosts that a test defines, by name and port, and their side of a connection.

A name may contain `*`, as in `*.pool.ntp.org`. Where two match, the one defined first answers.
"""

import json
import mimetypes
import os
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ..clock import SECOND
from .faults import Conditions
from .http import Answer, BadRequest, Parsed, Request, parse
from .wire import Peer, Wire

HTTP_PORTS = (80, 443)
INDEX = ("index.json", "index.html", "index.txt")
# A server closes a connection after this time without a request.
IDLE_NS = 60 * SECOND
# A program that runs for days must not fill the computer's memory.
KEPT_REQUESTS = 10_000
# The first bytes of files that programs load.
SIGNATURES = {b"BM": "image/bmp", b"\x89PNG\r\n": "image/png", b"\xff\xd8\xff": "image/jpeg",
              b"GIF8": "image/gif", b"RIFF": "audio/wav", b"ID3": "audio/mpeg"}
LOGIN = "<html><title>Welcome</title>Please log in to use this network.</html>"

HostFunction = Callable[[Request], Any]
# Makes the far side of a wire when a program connects.
Service = Callable[[Conditions, Wire], Peer]
Datagrams = Callable[[bytes], bytes | None]


class Connection:
    """The host's end of a TCP connection: it can send and close."""

    def __init__(self, network: Conditions, wire: Wire):
        self._network = network
        self._wire = wire

    def send(self, data: bytes) -> None:
        host = self._wire.far[0]
        cut = self._network.faults.occurs("cut", host)
        if self._network.faults.occurs("silent", host) is None:
            self._wire.deliver(bytes(data[:cut]), self._network.latency_ns,
                               self._network.speed_to(host))
        if cut is not None:
            self._wire.hang_up()

    def close(self) -> None:
        self._wire.hang_up()


class HttpPeer:
    """Serves HTTP on a wire: reads requests, asks the host's function and answers.

    The connection stays open until one side asks to close it.
    """

    def __init__(self, network: Conditions, wire: Wire, function: HostFunction):
        self._network = network
        self._wire = wire
        self._function = function
        self._received = b""

    def receive(self, data: bytes) -> None:
        self._received += data
        for parsed in self._requests():
            self._serve(parsed)

    def closed(self) -> None:
        self._received = b""

    def _requests(self) -> Iterator[Parsed]:
        while self._received:
            try:
                parsed = parse(self._received)
            except BadRequest:
                self._received = b""
                self._send(Answer.of((400, {"Connection": "close"}, "Bad Request")), "")
                return
            if parsed is None:
                return
            self._received = parsed.rest
            yield parsed

    def _serve(self, parsed: Parsed) -> None:
        host, port = self._wire.far
        request = Request(host, port, parsed.method, parsed.path, parsed.headers, parsed.body,
                          self._wire.now() / SECOND)
        self._network.requests.append(request)
        del self._network.requests[:-KEPT_REQUESTS]
        answer = self._network.faults.altered(self._answer(request), host)
        closes = str(parsed.headers.get("connection", "")).lower() == "close"
        self._send(answer, parsed.method, closes)

    def _answer(self, request: Request) -> Answer:
        if self._network.faults.occurs("captive", request.host) is not None:
            return Answer.of((200, {"Content-Type": "text/html"}, LOGIN))
        answer = self._network.asked(
            f"the host {request.host}, asked {request.method} {request.path}",
            lambda: Answer.of(self._function(request)))
        if answer is None:
            return Answer.of(500)
        self._network.recorder.exchange(request, answer)
        return answer

    def _send(self, answer: Answer, method: str, closes: bool = False) -> None:
        """Send an answer, or as much of it as a fault lets through."""
        network, wire = self._network, self._wire
        body = b"" if method == "HEAD" else answer.sent_body()
        cut = network.faults.occurs("cut", wire.far[0])
        if cut is not None:
            body = body[:cut]
        if network.faults.occurs("silent", wire.far[0]) is not None:
            return
        wire.deliver(answer.head() + body, network.latency_ns, network.speed_to(wire.far[0]))
        closes = closes or answer.closes or cut is not None
        wire.hang_up(0 if closes else IDLE_NS)


class _TcpPeer:
    """Passes bytes to a host's function, or to an instance of its class."""

    def __init__(self, network: Conditions, wire: Wire, answer: Any):
        self._connection = Connection(network, wire)
        self._network = network
        self._what = f"the host {wire.far[0]}"
        self._conversation: Any = answer(self._connection) if isinstance(answer, type) else None
        self._answer = self._conversation.receive if self._conversation else answer

    def receive(self, data: bytes) -> None:
        reply = self._network.asked(self._what, self._answer, data)
        if reply:
            self._connection.send(reply)

    def closed(self) -> None:
        if hasattr(self._conversation, "closed"):
            self._network.asked(self._what, self._conversation.closed)


def http(answer: HostFunction | str | Path) -> Service:
    """Return an HTTP service: a function of the request, or a folder of answers."""
    function = answer if callable(answer) else folder(Path(answer))
    return lambda network, wire: HttpPeer(network, wire, function)


def tcp(answer: Any) -> Service:
    return lambda network, wire: _TcpPeer(network, wire, answer)


def folder(root: Path) -> HostFunction:
    """Return a function that answers with the file at the request's path, or a folder's index.

    A file whose name includes the query, `news?page=2`, has precedence. Raises ValueError if `root`
    is not a folder.
    """
    if not root.is_dir():
        raise ValueError(f"{root} is not a folder of answers")

    def answer(request: Request) -> Any:
        for path in (request.path, request.path.partition("?")[0]):
            file = _file(root, unquote(path).lstrip("/"))
            if file:
                body = file.read_bytes()
                return 200, {"Content-Type": content_type(file.name, body)}, body
        return 404

    return answer


def content_type(name: str, body: bytes) -> str:
    """Return the type that a file's name gives, else the one that its content shows."""
    if kind := mimetypes.guess_type(name.partition("?")[0])[0]:
        return kind
    if kind := next((kind for start, kind in SIGNATURES.items() if body.startswith(start)), None):
        return kind
    try:
        text = body.decode().strip()
    except UnicodeDecodeError:
        return "application/octet-stream"
    if text[:1] in ("{", "[") and _is_json(text):
        return "application/json"
    is_page = text[:64].lower().startswith(("<!doctype html", "<html"))
    return "text/html" if is_page else "text/plain"


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _file(root: Path, path: str) -> Path | None:
    """Return the file at a path; None if there is none below the folder."""
    try:
        place = Path(os.path.realpath(root / path))
    except ValueError:  # no file's name has a zero byte
        return None
    if not place.is_relative_to(os.path.realpath(root)):
        return None
    choices = [place, *(place / name for name in INDEX)]
    return next((choice for choice in choices if os.path.isfile(choice)), None)


class Hosts:
    """The services by `name` (ports 80 and 443) or `name:port`."""

    def __init__(self) -> None:
        self._services: dict[tuple[str, int], Service] = {}
        self._datagrams: dict[tuple[str, int], Datagrams] = {}

    def define(self, key: str, service: Service) -> None:
        for place in _places(key):
            self._services[place] = service

    def define_udp(self, name: str, port: int, answer: Datagrams) -> None:
        self._datagrams[name.lower(), port] = answer

    def forget(self, key: str) -> None:
        """Remove a service. Raises KeyError if it is not defined."""
        for place in _places(key):
            if place not in self._services:
                raise KeyError(key)
            del self._services[place]

    def knows(self, name: str) -> bool:
        keys = (*self._services, *self._datagrams)
        return any(fnmatchcase(name.lower(), known) for known, _ in keys)

    def service(self, name: str, port: int) -> Service | None:
        return _match(self._services, name, port)

    def datagrams(self, name: str, port: int) -> Datagrams | None:
        return _match(self._datagrams, name, port)


def _places(key: str) -> list[tuple[str, int]]:
    name, mark, port = key.lower().rpartition(":")
    if not mark:
        return [(port, each) for each in HTTP_PORTS]
    if not (port.isdecimal() and len(port) <= 5 and int(port) < 1 << 16):
        raise ValueError(f"{key!r} is not a host: write its name, or name:port with a port from 0 "
                         "to 65535")
    return [(name, int(port))]


def _match(table: dict[tuple[str, int], Any], name: str, port: int) -> Any:
    exact = table.get((name.lower(), port))
    return exact or next((found for (known, at), found in table.items()
                          if at == port and fnmatchcase(name.lower(), known)), None)
