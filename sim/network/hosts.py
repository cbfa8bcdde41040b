# SPDX-License-Identifier: MIT
"""Which hosts there are: by name and port, and what stands behind each.

A name may have `*` in it, as `*.pool.ntp.org`. Of two that fit, the one that was defined first is
asked.
"""

import mimetypes
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from .conditions import Conditions
from .http import HostFunction, HttpPeer
from .request import Request
from .wire import Peer, Wire

HTTP_PORTS = (80, 443)
INDEX = ("index.json", "index.html", "index.txt")
# What a wire is given when a program connects: the network and the wire, for the other side.
Service = Callable[[Conditions, Wire], Peer]
Datagrams = Callable[[bytes], bytes | None]


class Conversation(Protocol):
    """What a class must have to be the other side of a TCP connection, made anew for each."""

    def receive(self, data: bytes) -> None:
        """The program has sent this; `connection.send` answers, now or later."""


class Connection:
    """What a host has in hand for one TCP connection with the program."""

    def __init__(self, network: Conditions, wire: Wire):
        self._network = network
        self._wire = wire

    def send(self, data: bytes) -> None:
        host = self._wire.far[0]
        cut = self._network.faults.strikes("cut", host)
        if self._network.faults.strikes("silent", host) is None:
            self._wire.deliver(bytes(data[:cut]), self._network.latency_ns,
                               self._network.speed_to(host))
        if cut is not None:
            self._wire.hang_up()

    def close(self) -> None:
        self._wire.hang_up()


class _TcpPeer:
    """A function of bytes to bytes, or an object of the host's, behind a wire."""

    def __init__(self, network: Conditions, wire: Wire, answer: Any):
        self._connection = Connection(network, wire)
        self._network = network
        self._host = wire.far[0]
        self._told: Any = answer(self._connection) if isinstance(answer, type) else None
        self._answer = self._told.receive if self._told else answer

    def receive(self, data: bytes) -> None:
        reply = self._network.guarded(self._host, self._answer, data)
        if reply:
            self._connection.send(reply)

    def closed(self) -> None:
        if hasattr(self._told, "closed"):
            self._network.guarded(self._host, self._told.closed)


def http(answer: HostFunction | str | Path) -> Service:
    """A function of the request, or a folder of the answers."""
    function = answer if callable(answer) else folder(Path(answer))
    return lambda network, wire: HttpPeer(network, wire, function)


def tcp(answer: Any) -> Service:
    return lambda network, wire: _TcpPeer(network, wire, answer)


def folder(root: Path) -> HostFunction:
    """Answers with the file at the request's path; of a folder with its index. Raises ValueError.
    A file whose name has the query too, `news?page=2`, comes before the one without.
    """
    if not root.is_dir():
        raise ValueError(f"{root} is no folder of answers")

    def answer(request: Request) -> Any:
        for path in (request.path, urlsplit(request.path).path):
            file = _file(root, unquote(path).lstrip("/"))
            if file:
                kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
                return 200, {"Content-Type": kind}, file.read_bytes()
        return 404

    return answer


def _file(root: Path, path: str) -> Path | None:
    """None for what is not there, or not below the folder."""
    place = (root / path).resolve()
    if not place.is_relative_to(root.resolve()):
        return None
    choices = [place, *(place / name for name in INDEX)]
    return next((choice for choice in choices if choice.is_file()), None)


class Hosts:
    """Keys are `name` (its ports 80 and 443) or `name:port`."""

    def __init__(self) -> None:
        self._services: dict[tuple[str, int], Service] = {}
        self._datagrams: dict[tuple[str, int], Datagrams] = {}

    def define(self, key: str, service: Service) -> None:
        for place in _places(key):
            self._services[place] = service

    def define_udp(self, name: str, port: int, answer: Datagrams) -> None:
        self._datagrams[name.lower(), port] = answer

    def forget(self, key: str) -> None:
        """Raises KeyError."""
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
    return [(name, int(port))] if mark else [(port, each) for each in HTTP_PORTS]


def _match(table: dict[tuple[str, int], Any], name: str, port: int) -> Any:
    exact = table.get((name.lower(), port))
    return exact or next((found for (known, at), found in table.items()
                          if at == port and fnmatchcase(name.lower(), known)), None)
