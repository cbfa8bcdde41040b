# SPDX-License-Identifier: MIT
"""The real network, for a run that is allowed to use it: requests go out and answers come back.

HTTP goes out request by request with the computer's own certificates, other protocols byte by byte.
What it answers and when is not the simulator's to know, so such a run is not repeated bit for bit.
"""

import select
import socket
import ssl
from http.client import HTTPConnection, HTTPException
from typing import Any

from .answer import Answer
from .conditions import Conditions
from .hosts import Service
from .http import HttpPeer
from .request import Headers, Request
from .wire import Peer, Wire

# How long it waits for a connection and for an answer; how long for bytes when a program asks.
PATIENCE_S, GLANCE_S = 10, 0.002
METHODS = (b"GET ", b"POST ", b"PUT ", b"PATCH ", b"DELETE ", b"HEAD ", b"OPTIONS ")
# What the simulator says itself, of an answer that has been read whole.
OWN = ("connection", "transfer-encoding", "content-length", "keep-alive")


class Outside:
    """What `Network` asks when nobody has defined a host."""

    def knows(self, name: str) -> bool:
        try:
            return bool(socket.getaddrinfo(name, None, socket.AF_INET))
        except OSError:
            return False

    def service(self, name: str, port: int, tls: bool) -> Service | None:
        """A connection that is open; None if it is refused."""
        try:
            sock = socket.create_connection((name, port), PATIENCE_S)
            if tls:
                sock = ssl.create_default_context().wrap_socket(sock, server_hostname=name)
        except OSError:
            return None
        return lambda network, wire: _Either(network, wire, sock)

    def exchange(self, name: str, port: int, datagram: bytes) -> bytes | None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.settimeout(PATIENCE_S / 4)
            try:
                sock.sendto(datagram, (name, port))
                return sock.recv(1500)
            except OSError:
                return None


class _Either:
    """HTTP or not: the first bytes tell, which may come one by one."""

    def __init__(self, network: Conditions, wire: Wire, sock: socket.socket):
        self._network, self._wire, self._sock = network, wire, sock
        self._peer: Peer | None = None
        self._begun = b""

    def receive(self, data: bytes) -> None:
        if self._peer is None:
            self._begun += data
            if any(self._begun != method and method.startswith(self._begun) for method in METHODS):
                return
            data, self._peer = self._begun, self._choose(self._begun)
        self._peer.receive(data)

    def closed(self) -> None:
        if self._peer is not None:
            self._peer.closed()
        self._sock.close()

    def _choose(self, data: bytes) -> Peer:
        if data.startswith(METHODS):
            return HttpPeer(self._network, self._wire, _Forwarder(self._wire, self._sock))
        return _Stream(self._network, self._wire, self._sock)


class _Forwarder:
    """Asks the real host what the program asks, on the connection that is open."""

    def __init__(self, wire: Wire, sock: socket.socket):
        self._connection = HTTPConnection(*wire.far, timeout=PATIENCE_S)
        self._connection.sock = sock

    def __call__(self, request: Request) -> Any:
        headers = {name: value for name, value in request.headers.items()
                   if name != "transfer-encoding"}
        try:
            self._connection.request(request.method, request.path, request.body or None, headers)
            response = self._connection.getresponse()
            body = response.read()
        except (OSError, HTTPException) as error:
            return 502, {"Connection": "close"}, str(error)
        kept = {name: value for name, value in response.getheaders() if name.lower() not in OWN}
        return Answer(response.status, Headers(kept), body)


class _Stream:
    """Bytes out at once, and in when the program looks."""

    def __init__(self, network: Conditions, wire: Wire, sock: socket.socket):
        self._wire, self._sock, self._speed = wire, sock, network.speed
        self._record = network.recorder.stream(*wire.far)
        wire.pump = self._glance

    def receive(self, data: bytes) -> None:
        try:
            self._sock.sendall(data)
            self._record.sent(data)
        except OSError:
            self._wire.hang_up()

    def closed(self) -> None:
        self._wire.pump = lambda: None

    def _glance(self) -> None:
        try:
            if not select.select([self._sock], [], [], GLANCE_S)[0]:
                return
            data = self._sock.recv(4096)
        except OSError:
            data = b""
        if data:
            self._record.received(data)
            self._wire.deliver(data, 0, self._speed)
        else:
            self._record.closed()
            self._wire.pump = lambda: None
            self._wire.hang_up()
