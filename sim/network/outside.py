# SPDX-License-Identifier: MIT
"""The real network, for a run that is allowed to use it.

HTTP goes out request by request with the computer's own certificates, other protocols byte by byte.
Real answers and their times vary, so such a run cannot be repeated bit for bit.
"""

import select
import socket
import ssl
from http.client import HTTPConnection, HTTPException
from typing import Any

from .faults import Conditions
from .hosts import HttpPeer, Service
from .http import Answer, Headers, Request
from .wire import Peer, Wire

# How long to wait for a connection and an answer, and for bytes when a program asks for them.
TIMEOUT_S, POLL_S = 10, 0.002
METHODS = (b"GET ", b"POST ", b"PUT ", b"PATCH ", b"DELETE ", b"HEAD ", b"OPTIONS ")
# Headers that the simulator sets itself, since it has read the whole answer.
OWN = ("connection", "transfer-encoding", "content-length", "keep-alive")
# The second is of a name, path or header that cannot be sent.
FAILURES = OSError, ValueError


class Outside:
    """The hosts that are not defined, found on the real network."""

    def knows(self, name: str) -> bool:
        try:
            return bool(socket.getaddrinfo(name, None, socket.AF_INET))
        except FAILURES:
            return False

    def service(self, name: str, port: int, tls: bool) -> Service | None:
        """Connect; return the far side of the wire, or None if it is refused."""
        try:
            sock = socket.create_connection((name, port), TIMEOUT_S)
            if tls:
                sock = ssl.create_default_context().wrap_socket(sock, server_hostname=name)
        except FAILURES:
            return None
        return lambda network, wire: _Unknown(network, wire, sock)

    def exchange(self, name: str, port: int, datagram: bytes) -> bytes | None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.settimeout(TIMEOUT_S / 4)
            try:
                sock.sendto(datagram, (name, port))
                return sock.recv(1500)
            except FAILURES:
                return None


class _Unknown:
    """Tells HTTP from other protocols by the first bytes, which may come one by one."""

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
    """Sends a program's request to the real host, on the open connection."""

    def __init__(self, wire: Wire, sock: socket.socket):
        self._connection = HTTPConnection(*wire.far, timeout=TIMEOUT_S)
        self._connection.sock = sock

    def __call__(self, request: Request) -> Any:
        headers = {name: value for name, value in request.headers.items()
                   if name != "transfer-encoding"}
        try:
            self._connection.request(request.method, request.path, request.body or None, headers)
            response = self._connection.getresponse()
            body = response.read()
        except (*FAILURES, HTTPException) as error:
            return 502, {"Connection": "close"}, str(error)
        kept = {name: value for name, value in response.getheaders() if name.lower() not in OWN}
        return Answer(response.status, Headers(kept), body)


class _Stream:
    """Sends bytes at once, and receives them when the program asks."""

    def __init__(self, network: Conditions, wire: Wire, sock: socket.socket):
        self._wire, self._sock, self._speed = wire, sock, network.speed
        self._record = network.recorder.stream(*wire.far)
        wire.pump = self._poll

    def receive(self, data: bytes) -> None:
        try:
            self._sock.sendall(data)
            self._record.sent(data)
        except OSError:
            self._wire.hang_up()

    def closed(self) -> None:
        self._wire.pump = lambda: None

    def _poll(self) -> None:
        try:
            if not select.select([self._sock], [], [], POLL_S)[0]:
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
