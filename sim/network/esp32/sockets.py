# SPDX-License-Identifier: MIT
"""The ESP32's six sockets: TCP, TLS and UDP clients, and servers.

A socket's number is in use only once something was opened with it, so two requests before that get
the same number. Sources: nina-fw's `CommandHandler.cpp` and the clients and servers that it calls.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from ...clock import MS, SECOND
from ..network import Network
from ..wire import Wire

COUNT, NONE = 6, 255
ESTABLISHED, CLOSED = 4, 0
# The radio's times for a name's lookup, one without an answer, a TCP and a TLS handshake.
LOOKUP_NS, NO_LOOKUP_NS, CONNECT_NS, HANDSHAKE_NS = 40 * MS, 4 * SECOND, 60 * MS, 1300 * MS
PACKET = 1500


class Kind(Enum):
    """A socket's protocol, as numbered by the firmware."""

    TCP = 0
    UDP = 1
    TLS = 2


@dataclass
class _Socket:
    """A socket. `waiting` is set for a server: the connections that were not accepted yet.

    For UDP, `packet` is the datagram to be sent, `here` the rest of the one that is being read.
    """

    kind: Kind | None = None
    wire: Wire | None = None
    port: int = 0
    waiting: list[Wire] | None = None
    far: tuple[str, int] = ("", 0)
    packet: bytearray = field(default_factory=bytearray)
    datagrams: deque[tuple[int, bytes]] = field(default_factory=deque)
    here: bytearray = field(default_factory=bytearray)


class Sockets:
    """All sockets; `took` is the radio's time for the last command, in ns."""

    def __init__(self, network: Network, online: Callable[[], bool]):
        self._network = network
        self._now = network.now
        self._online = online
        self._all = [_Socket() for _ in range(COUNT)]
        self.took = 0

    def free(self) -> int:
        return next((n for n, each in enumerate(self._all) if each.kind is None), NONE)

    def resolve(self, name: str) -> bytes | None:
        if not self._online():
            self.took += NO_LOOKUP_NS
            return None
        self.took += LOOKUP_NS
        return self._network.resolve(name)

    def connect(self, number: int, host: str | bytes, port: int, mode: int) -> bool:
        """Connect to a name or an address; for UDP, only set where datagrams go."""
        name = self._name(host)
        if name is None or mode not in (0, 1, 2):
            return False
        socket, kind = self._all[number], Kind(mode)
        if kind is Kind.UDP:
            socket.kind, socket.far, socket.packet = kind, (name, port), bytearray()
            return True
        wire = self._open(name, port, kind)
        if wire is not None:
            self._all[number] = _Socket(kind, wire, far=(name, port))
        return wire is not None

    def close(self, number: int) -> None:
        socket, self._all[number] = self._all[number], _Socket()
        for wire in (socket.wire, *(socket.waiting or ())):
            if wire is not None:
                wire.close()

    def close_all(self) -> None:
        """Cut all connections because the network is gone; servers stay."""
        for number, socket in enumerate(self._all):
            if socket.wire is not None:
                socket.wire.cut()
            elif socket.waiting is None:
                self._all[number] = _Socket()

    def state(self, number: int) -> int:
        """Return the state of a connection; one that is closed becomes free."""
        socket = self._all[number]
        if socket.wire is not None and not self._is_over(socket):
            return ESTABLISHED
        if socket.waiting is None:
            self.close(number)
        return CLOSED

    def listen(self, number: int, port: int, mode: int) -> bool:
        socket = self._all[number]
        if mode == Kind.TCP.value:
            self._all[number] = _Socket(Kind.TCP, port=port, waiting=[])
            self._network.listens(port)
        elif mode in (1, 3):
            socket.kind, socket.port = Kind.UDP, port
        return mode in (0, 1, 3)

    def listens(self, number: int) -> bool:
        return self._all[number].waiting is not None

    def visit(self, port: int, wire: Wire) -> bool:
        """Connect a wire to a server; return False if there is none."""
        for socket in self._all:
            if socket.waiting is not None and socket.port == port and self._online():
                socket.waiting.append(wire)
                return True
        return False

    def available(self, number: int) -> int:
        """Return the bytes to read; for a server, a new connection's socket, or NONE."""
        socket = self._all[number]
        if socket.waiting is not None:
            return self._accept(number, socket.waiting)
        if socket.kind is Kind.UDP:
            return self._datagram(socket)
        return socket.wire.available if socket.wire else 0

    def read(self, number: int, size: int) -> bytes:
        socket = self._all[number]
        if socket.kind is Kind.UDP:
            taken = bytes(socket.here[:size])
            del socket.here[:size]
            return taken
        return socket.wire.read(size) if socket.wire else b""

    def write(self, number: int, data: bytes) -> int:
        """Send bytes; return how many were taken."""
        socket = self._all[number]
        if socket.wire is None:
            return 0
        closed = socket.kind is Kind.TLS and self._is_over(socket)
        return 0 if closed else socket.wire.send(data)

    def insert(self, number: int, data: bytes) -> bool:
        """Append to the datagram that is to be sent; return False if it is full."""
        packet = self._all[number].packet
        room = PACKET - len(packet)
        packet += data[:room]
        return bool(data[:room])

    def send_datagram(self, number: int) -> bool:
        socket = self._all[number]
        data, socket.packet = bytes(socket.packet), bytearray()
        if socket.kind is not Kind.UDP or not self._online():
            return False
        reply = self._network.exchange(*socket.far, data)
        if reply:
            socket.datagrams.append((self._now() + self._network.latency_ns, reply))
        return True

    def remote(self, number: int) -> tuple[bytes, int]:
        socket = self._all[number]
        name, port = socket.wire.far if socket.wire else socket.far
        return self._network.address_of(name) if name else bytes(4), port

    @property
    def waiting(self) -> bool:
        """Whether anything is to be read or accepted, which the firmware shows at GPIO0."""
        return any(socket.waiting or (socket.wire and socket.wire.available)
                   or (socket.kind is Kind.UDP and self._datagram(socket))
                   for socket in self._all)

    def _name(self, host: str | bytes) -> str | None:
        """Return the name for a name or address; None if a name has no address."""
        if isinstance(host, bytes):
            return self._network.name_of(host) if self._online() else None
        return host if self.resolve(host) is not None else None

    def _open(self, name: str, port: int, kind: Kind) -> Wire | None:
        self.took += CONNECT_NS
        if not self._online():
            return None
        if kind is not Kind.TLS:
            return self._network.open(name, port, False)
        if any(other.kind is Kind.TLS and not self._is_over(other) for other in self._all):
            return None  # the ESP32 has memory for one
        return self._handshake(name, port)

    def _handshake(self, name: str, port: int) -> Wire | None:
        wire = self._network.open(name, port, True)
        if wire is None:
            return None
        self.took += HANDSHAKE_NS
        if self._network.fails_handshake(name):
            wire.cut()
            self.took += self._network.esp32.handshake_ns
            return None
        return wire

    def _is_over(self, socket: _Socket) -> bool:
        """Say whether the firmware knows that a connection is over.

        Older nina-fw does not notice that the other side closed a plain socket.
        """
        wire = socket.wire
        if wire is None or wire.dead:
            return True
        sees = socket.kind is Kind.TLS or self._network.esp32.notices_close
        return sees and wire.finished

    def _accept(self, number: int, waiting: list[Wire]) -> int:
        silent = self._network.esp32.accepts_silent
        ready = next((wire for wire in waiting if silent or wire.available), None)
        free = self.free()
        if ready is None or free == NONE:
            return NONE
        waiting.remove(ready)
        self._all[free] = _Socket(Kind.TCP, ready, far=ready.far)
        return free

    def _datagram(self, socket: _Socket) -> int:
        if not socket.here and socket.datagrams and socket.datagrams[0][0] <= self._now():
            socket.here += socket.datagrams.popleft()[1]
        return len(socket.here)
