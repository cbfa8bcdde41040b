# SPDX-License-Identifier: MIT
"""Those who connect to a server on the PyPortal: tests, and at the loopback this computer."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from .conditions import Conditions
from .wire import Wire

if TYPE_CHECKING:
    import socket

HERE = "127.0.0.1"
# A server may have the same number here, above those that need a privilege.
FIRST_FREE_PORT = 1024
# A program that waits for visitors asks often; the real world is slower than its time.
GLANCE_S = 0.001


class Visitor:
    """`received` is what the program has sent so far; it comes while the board runs."""

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
    """`open` is called when the program starts a server, `poll` when it talks to the ESP32, so that
    no thread is needed.
    """

    def __init__(self, connect: Callable[[int], Visitor], remark: Callable[[str], None]):
        self._connect = connect
        self._remark = remark
        self._doors: dict[int, socket.socket] = {}
        self._guests: list[tuple[socket.socket, Visitor]] = []

    def open(self, port: int) -> None:
        if port in self._doors:
            return
        door = self._doors[port] = _listen(port)
        self._remark(f"the PyPortal's port {port} is "
                     f"{HERE}:{door.getsockname()[1]} on this computer")

    def poll(self) -> None:
        if not self._doors:
            return
        socks = [*self._doors.values(), *(sock for sock, _ in self._guests)]
        import select

        ready = select.select(socks, [], [], GLANCE_S)[0]
        for port, door in self._doors.items():
            if door in ready:
                self._welcome(port, door.accept()[0])
        self._guests = [guest for guest in self._guests if _serve(*guest, guest[0] in ready)]

    def close(self) -> None:
        for sock in (*self._doors.values(), *(sock for sock, _ in self._guests)):
            sock.close()
        self._doors, self._guests = {}, []

    def _welcome(self, port: int, sock: "socket.socket") -> None:
        try:
            self._guests.append((sock, self._connect(port)))
        except ConnectionRefusedError:
            sock.close()


def _listen(port: int) -> "socket.socket":
    """At the same port if that is free, else at one that is."""
    import socket

    for choice in ([port] if port >= FIRST_FREE_PORT else []) + [0]:
        try:
            return socket.create_server((HERE, choice))
        except OSError:
            continue
    raise OSError(f"no port is free on {HERE}")


def _serve(sock: "socket.socket", visitor: Visitor, ready: bool) -> bool:
    """Both directions of one guest; False when it is over."""
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
