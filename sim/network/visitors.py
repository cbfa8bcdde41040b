# SPDX-License-Identifier: MIT
"""Connections to a server on the PyPortal: by tests, and through ports of this computer."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from .faults import Conditions
from .wire import Wire

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
