# SPDX-License-Identifier: MIT
"""Connections of the ESP32: with hosts, and of visitors to a server on the PyPortal.

Bytes from the other side start to arrive after the network's latency and come at its speed, so a
program that looks too early finds nothing, and a little later the first part. Visitors are tests,
and programs that connect through ports of this computer.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ..clock import NEVER, SECOND
from .faults import Conditions

# The bytes that the ESP32's TCP buffers until they are read: four segments.
WINDOW = 5744


class Peer(Protocol):
    """The other side of a wire."""

    def receive(self, data: bytes) -> None:
        """Take bytes that the program has sent."""

    def closed(self) -> None:
        """Take note that the program has closed the connection."""


@dataclass
class _Stretch:
    """Bytes in transit: from `start` on they arrive at `speed` bytes a second."""

    start: int
    speed: int
    data: bytes
    taken: int = 0

    def arrived(self, now: int) -> int:
        if now < self.start:
            return 0
        return min(len(self.data), (now - self.start) * self.speed // SECOND)

    @property
    def end(self) -> int:
        return self.start + len(self.data) * SECOND // self.speed


class Wire:
    """A connection with a host.

    Attributes:
        now: returns the time in ns.
        far: the host's (name, port).
        peer: the host's side; None once the connection is closed.
        pump: is called before the program looks for bytes, to fetch some from outside.
        hung_up: when the host closes, in ns; NEVER if it has not.
        dead: whether sending has failed, or the connection was closed.
    """

    def __init__(self, now: Callable[[], int], far: tuple[str, int]):
        self.now = now
        self.far = far
        self.peer: Peer | None = None
        self.pump: Callable[[], None] = lambda: None
        self.hung_up = NEVER
        self.dead = False
        self._coming: deque[_Stretch] = deque()
        self._here = bytearray()

    def deliver(self, data: bytes, latency: int, speed: int) -> None:
        """Take bytes that the other side sends now."""
        if data:
            after = self._coming[-1].end if self._coming else 0
            self._coming.append(_Stretch(max(self.now() + latency, after), max(1, speed), data))

    def hang_up(self, later: int = 0) -> None:
        """Let the other side close, `later` ns after everything it has sent has arrived."""
        self.hung_up = (self._coming[-1].end if self._coming else self.now()) + later

    @property
    def available(self) -> int:
        self.pump()
        self._arrive()
        return len(self._here)

    @property
    def finished(self) -> bool:
        """Whether the other side has closed and everything it sent was read."""
        return not self.available and not self._coming and self.now() >= self.hung_up

    def read(self, size: int) -> bytes:
        self._arrive()
        taken = bytes(self._here[:size])
        del self._here[:size]
        return taken

    def send(self, data: bytes) -> int:
        """Send bytes; return how many were taken.

        After the other side closed, the first ones are lost, later ones refused.
        """
        if self.dead or self.peer is None:
            return 0
        if self.now() >= self.hung_up:
            self.dead = True
        else:
            self.peer.receive(data)
        return len(data)

    def close(self) -> None:
        """Close from the ESP32's side; calling it again is harmless."""
        if self.peer is not None and not self.dead:
            self.peer.closed()
        self.dead, self.peer = True, None

    def cut(self) -> None:
        """Close because the network is gone, and drop the bytes in transit."""
        self.close()
        self._coming.clear()
        self._here.clear()

    def _arrive(self) -> None:
        while self._coming and len(self._here) < WINDOW:
            first = self._coming[0]
            upto = min(first.arrived(self.now()), first.taken + WINDOW - len(self._here))
            self._here += first.data[first.taken : upto]
            first.taken = upto
            if upto < len(first.data):
                return
            self._coming.popleft()


if TYPE_CHECKING:
    import socket

HERE = "127.0.0.1"
# Ports from here on need no privilege, so a server can have the same number on this computer.
FIRST_FREE_PORT = 1024
# A program that waits asks often, and real clients are slower than virtual time.
POLL_S = 0.001


class Visitor:
    """A client of the program's server; `received` is what the program has sent so far."""

    def __init__(self, conditions: Conditions, wire: Wire):
        self._conditions = conditions
        self._wire = wire
        self.received = b""
        self.hung_up = False
        wire.peer = self

    def send(self, data: bytes) -> None:
        conditions, host = self._conditions, self._wire.far[0]
        self._wire.deliver(bytes(data), conditions.latency_ns, conditions.speed_to(host))

    def close(self) -> None:
        self._wire.hang_up()

    def receive(self, data: bytes) -> None:
        self.received += data

    def closed(self) -> None:
        self.hung_up = True


class Loopback:
    """Ports of this computer that lead to the program's servers, without a thread.

    `open` is called when the program starts a server, `poll` when it talks to the ESP32.
    """

    def __init__(self, connect: Callable[[int], Visitor], remark: Callable[[str], None]):
        self._connect = connect
        self._remark = remark
        self._servers: dict[int, socket.socket] = {}
        self._clients: list[tuple[socket.socket, Visitor]] = []

    def open(self, port: int) -> None:
        if port in self._servers:
            return
        server = self._servers[port] = _listen(port)
        self._remark(f"the PyPortal's port {port} is "
                     f"{HERE}:{server.getsockname()[1]} on this computer")

    def poll(self) -> None:
        if not self._servers:
            return
        socks = [*self._servers.values(), *(sock for sock, _ in self._clients)]
        import select

        ready = select.select(socks, [], [], POLL_S)[0]
        for port, server in self._servers.items():
            if server in ready:
                self._accept(port, server.accept()[0])
        self._clients = [client for client in self._clients if _serve(*client, client[0] in ready)]

    def close(self) -> None:
        for sock in (*self._servers.values(), *(sock for sock, _ in self._clients)):
            sock.close()
        self._servers, self._clients = {}, []

    def _accept(self, port: int, sock: "socket.socket") -> None:
        try:
            self._clients.append((sock, self._connect(port)))
        except ConnectionRefusedError:
            sock.close()


def _listen(port: int) -> "socket.socket":
    """Listen at the same port if it is free, else at another one."""
    import socket

    for choice in ([port] if port >= FIRST_FREE_PORT else []) + [0]:
        try:
            return socket.create_server((HERE, choice))
        except OSError:
            continue
    raise OSError(f"no port is free on {HERE}")


def _serve(sock: "socket.socket", visitor: Visitor, ready: bool) -> bool:
    """Pass bytes both ways for one client; return False when it is over."""
    try:
        if visitor.received:
            data, visitor.received = visitor.received, b""
            sock.sendall(data)
        if ready:
            data = sock.recv(4096)
            if not data:
                visitor.close()
                sock.close()
                return False
            visitor.send(data)
    except OSError:
        visitor.close()
        return False
    if visitor.hung_up:
        sock.close()
    return not visitor.hung_up
