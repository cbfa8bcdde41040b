# SPDX-License-Identifier: MIT
"""The ESP32: its Wi-Fi, its six sockets, and the commands of its firmware (nina-fw).

Joining an access point takes time, and the network may be lost. The station's state is brought up
to date when it is read, which is at every command.

Sockets are TCP, TLS and UDP clients, and servers. A socket's number is in use only once something
was opened with it, so two requests before that get the same number. Sources: nina-fw's
`CommandHandler.cpp` and the clients and servers that it calls.

A command frame is E0, the command's number, the number of parameters, each parameter after its
length, and EE; a reply frame is the same with the number's highest bit set. Both are padded to a
multiple of four bytes.
"""

import struct
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ..clock import MS, NEVER, SECOND
from .accesspoint import AccessPoint
from .network import ADDRESS, AP_LISTENING, CONNECTED, GATEWAY, MASK, SCANNED, Network
from .wire import Wire

# The times for an active scan of all channels, and for association, four-way handshake and DHCP.
SCAN_NS, JOIN_NS = 2_100_000_000, 2_600_000_000
OWN_ADDRESS = bytes([192, 168, 4, 1])
NOWHERE = bytes(4)


class Station:
    """The Wi-Fi station; `on_loss` is called when the network is lost."""

    def __init__(self, network: Network, on_loss: Callable[[], None]):
        self._network = network
        self._now = network.now
        self._on_loss = on_loss
        self._status = network.esp32.idle
        self._wanted: tuple[bytes, bytes] | None = None
        self._due = NEVER
        self._fixed: tuple[bytes, bytes, bytes] | None = None
        self.joined: AccessPoint | None = None
        self.own: AccessPoint | None = None
        self.found: list[AccessPoint] = []

    @property
    def status(self) -> int:
        self._catch_up()
        return self._status

    @property
    def connected(self) -> bool:
        return self.status == CONNECTED

    def join(self, ssid: bytes, password: bytes) -> None:
        self.leave()
        self._wanted = ssid, password
        self._status, self._due = self._network.esp32.joining, self._now() + JOIN_NS

    def leave(self) -> None:
        if self.joined:
            self._on_loss()
        self._status = self._network.esp32.gone
        self.joined = self.own = self._wanted = None
        self._due = NEVER

    def open_own(self, ssid: bytes, password: bytes, channel: int) -> None:
        """Become an access point, which no station joins."""
        self.leave()
        self.own = AccessPoint(ssid.decode("utf-8", "replace"), password.decode("latin-1"),
                               0, channel or 1)
        self._status = AP_LISTENING

    def configure(self, address: bytes, gateway: bytes, mask: bytes) -> None:
        self._fixed = address, mask, gateway

    def scan(self) -> list[AccessPoint]:
        self._catch_up()
        self.found = list(self._network.in_reach)
        if not self.joined and self._wanted is None:
            self._status = SCANNED
        return self.found

    @property
    def addresses(self) -> tuple[bytes, bytes, bytes]:
        """The board's address, the mask and the gateway's address."""
        if self.own:
            return OWN_ADDRESS, MASK, OWN_ADDRESS
        if not self.connected:
            return NOWHERE, NOWHERE, NOWHERE
        return self._fixed or (ADDRESS, MASK, GATEWAY)

    @property
    def ssid(self) -> bytes:
        """The name of the network: its own, or the one it has joined."""
        if self.own:
            return self.own.ssid.encode()
        return self._wanted[0] if self.joined and self._wanted else b""

    def _catch_up(self) -> None:
        if self.joined and self.joined not in self._network.in_reach:
            self._lose()
        if self._now() >= self._due:
            self._arrive()

    def _lose(self) -> None:
        self._on_loss()
        self.joined = None
        self._status = self._network.esp32.gone
        if self._network.esp32.reconnects:
            self._due = self._now() + JOIN_NS

    def _arrive(self) -> None:
        """End an attempt to join; the newer firmware tries again after a failure."""
        assert self._wanted is not None
        ssid, password = self._wanted
        there = next((each for each in self._network.in_reach if each.answers_to(ssid)), None)
        self._due = NEVER
        if there is None:
            self._status = self._network.esp32.no_such_network
        elif self._network.faults.wrong_password or not there.lets_in(password):
            self._status = self._network.esp32.wrong_password
        else:
            self._status, self.joined = CONNECTED, there
            return
        if self._network.esp32.reconnects:
            self._due = self._now() + SECOND


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
        left = PACKET - len(packet)
        packet += data[:left]
        return bool(data[:left])

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


START, END, ERROR, REPLY = 0xE0, 0xEE, 0xEF, 0x80
# Commands, and replies, whose parameters have lengths of two bytes.
WIDE, WIDE_REPLIES = frozenset([0x44, 0x45, 0x46]), frozenset([0x45])
REFUSAL = bytes([ERROR, 0, END, 0])
MAC = bytes.fromhex("a4cf12504f52")
OK, NOT_OK = b"\x01", b"\x00"
PING_NS, NO_PING_NS = 12 * MS, 5000 * MS
NO_ANSWER = -1
Parameters = tuple[bytes, ...]
Replies = tuple[bytes, ...] | None


@dataclass(frozen=True)
class Command:
    """A command with as many parameters as the frame states; missing ones are empty."""

    number: int
    parameters: tuple[bytes, ...]


def parse_command(data: bytes) -> Command | None:
    """Parse a frame; None unless it begins like one, which is all the firmware checks."""
    if len(data) < 3 or data[0] != START or data[1] & REPLY:
        return None
    width, at, parameters = 2 if data[1] in WIDE else 1, 3, []
    for _ in range(data[2]):
        length = int.from_bytes(data[at : at + width], "big")
        at += width
        parameters.append(data[at : at + length])
        at += length
    return Command(data[1], tuple(parameters))


def pack_reply(number: int, parameters: Iterable[bytes]) -> bytes:
    width, values = 2 if number in WIDE_REPLIES else 1, list(parameters)
    body = b"".join(len(value).to_bytes(width, "big") + value for value in values)
    whole = bytes([START, number | REPLY, len(values)]) + body + bytes([END])
    return whole.ljust(-(-len(whole) // 4) * 4, b"\0")


class Commands:
    """The running firmware. `do` carries out one command.

    A method takes a frame's parameters and returns the reply's; None is a reply without parameters,
    which refuses a connection.
    """

    def __init__(self, network: Network):
        self._network = network
        self.sockets = Sockets(network, lambda: self.station.connected)
        self.station = Station(network, self.sockets.close_all)
        self.pins: dict[int, int] = {}
        self._address = bytes(4)
        self._took = 0

    def do(self, number: int, parameters: Parameters) -> tuple[Replies, int] | None:
        """Return the reply and the radio's time in ns; None for an unknown command."""
        method = COMMANDS.get(number)
        if method is None:
            return None
        self._took = self.sockets.took = 0
        self.station.status  # noqa: B018  updates it
        replies = method(self, *parameters)
        return replies, self._took + self.sockets.took

    def set_network(self, ssid: bytes = b"", *_: bytes) -> Replies:
        self.station.join(ssid, b"")
        return (OK,)

    def set_passphrase(self, ssid: bytes = b"", password: bytes = b"", *_: bytes) -> Replies:
        self.station.join(ssid, password)
        return (OK,)

    def set_ip(self, _: bytes, address: bytes, gateway: bytes, mask: bytes) -> Replies:
        self.station.configure(address, gateway, mask)
        return (OK,)

    def set_own_network(self, ssid: bytes = b"", channel: bytes = b"", *_: bytes) -> Replies:
        self.station.open_own(ssid, b"", _byte(channel))
        return (OK,)

    def set_own_passphrase(self, ssid: bytes = b"", password: bytes = b"", channel: bytes = b"",
                           *_: bytes) -> Replies:
        self.station.open_own(ssid, password, _byte(channel))
        return (OK,)

    def accept(self, *_: bytes) -> Replies:
        """Accept a setting without an effect that a program could see."""
        return (OK,)

    def disconnect(self, *_: bytes) -> Replies:
        self.station.leave()
        return (OK,)

    def get_status(self, *_: bytes) -> Replies:
        return (bytes([self.station.status]),)

    def get_addresses(self, *_: bytes) -> Replies:
        return self.station.addresses

    def get_mac(self, *_: bytes) -> Replies:
        return (MAC[::-1],)

    def get_ssid(self, *_: bytes) -> Replies:
        return (self.station.ssid,)

    def get_bssid(self, *_: bytes) -> Replies:
        point = self.station.joined
        return (point.bssid[::-1] if point else bytes(6),)

    def get_rssi(self, *_: bytes) -> Replies:
        point = self.station.joined
        return (struct.pack("<i", point.rssi if point else 0),)

    def get_encryption(self, *_: bytes) -> Replies:
        point = self.station.joined
        return (bytes([point.encryption if point else 255]),)

    def scan(self, *_: bytes) -> Replies:
        self._took += SCAN_NS
        return tuple(point.ssid.encode() for point in self.station.scan())

    def get_found_rssi(self, index: bytes = b"", *_: bytes) -> Replies:
        return (struct.pack("<i", self._found(index, "rssi", 0)),)

    def get_found_encryption(self, index: bytes = b"", *_: bytes) -> Replies:
        return (bytes([self._found(index, "encryption", 255)]),)

    def get_found_bssid(self, index: bytes = b"", *_: bytes) -> Replies:
        return (self._found(index, "bssid", bytes(6))[::-1],)

    def get_found_channel(self, index: bytes = b"", *_: bytes) -> Replies:
        return (bytes([self._found(index, "channel", 0)]),)

    def get_version(self, *_: bytes) -> Replies:
        return (self._network.firmware.encode() + b"\0",)

    def get_time(self, *_: bytes) -> Replies:
        """Return the time of the time server that is defined, else 0."""
        seconds = self._network.pool_time() if self.station.connected else 0
        return (seconds.to_bytes(self._network.esp32.time_bytes, "little"),)

    def request_name(self, name: bytes = b"", *_: bytes) -> Replies:
        found = self.sockets.resolve(name.decode("utf-8", "replace"))
        self._address = found or b"\xff" * 4
        return (OK if found else NOT_OK,)

    def get_name(self, *_: bytes) -> Replies:
        return (self._address,)

    def ping(self, address: bytes = bytes(4), *_: bytes) -> Replies:
        answers = self.station.connected and self._network.answers_ping(address)
        self._took += PING_NS if answers else NO_PING_NS
        return (struct.pack("<h", PING_NS // MS if answers else NO_ANSWER),)

    def get_socket(self, *_: bytes) -> Replies:
        return (bytes([self.sockets.free()]),)

    def start_client(self, *given: bytes) -> Replies:
        """Connect, with `host, 0, port, socket, mode` or `address, port, socket, mode`."""
        *host, port, number, mode = given
        name: str | bytes = host[0].decode("utf-8", "replace") if len(host) > 1 else host[0]
        made = self.sockets.connect(number[0], name, int.from_bytes(port, "big"), mode[0])
        return (OK,) if made else None

    def stop_client(self, number: bytes, *_: bytes) -> Replies:
        self.sockets.close(number[0])
        return (OK,)

    def get_client_state(self, number: bytes, *_: bytes) -> Replies:
        return (bytes([self.sockets.state(number[0])]),)

    def start_server(self, *given: bytes) -> Replies:
        port, number, mode = given[-3:]
        made = self.sockets.listen(number[0], int.from_bytes(port, "big"), mode[0])
        return (OK if made else NOT_OK,)

    def get_server_state(self, number: bytes, *_: bytes) -> Replies:
        return (bytes([self.sockets.listens(number[0])]),)

    def get_available(self, number: bytes, *_: bytes) -> Replies:
        return (struct.pack("<H", self.sockets.available(number[0])),)

    def get_byte(self, number: bytes, *_: bytes) -> Replies:
        """Return a byte, or 255 if there is none, which is the firmware's -1."""
        return (self.sockets.read(number[0], 1) or b"\xff",)

    def get_data(self, number: bytes, size: bytes, *_: bytes) -> Replies:
        return (self.sockets.read(number[0], int.from_bytes(size[:2], "little")),)

    def send_data(self, number: bytes, data: bytes = b"", *_: bytes) -> Replies:
        return (struct.pack("<H", self.sockets.write(number[0], data)),)

    def insert_data(self, number: bytes, data: bytes = b"", *_: bytes) -> Replies:
        return (OK if self.sockets.insert(number[0], data) else NOT_OK,)

    def send_datagram(self, number: bytes, *_: bytes) -> Replies:
        return (OK if self.sockets.send_datagram(number[0]) else NOT_OK,)

    def get_remote(self, number: bytes, *_: bytes) -> Replies:
        address, port = self.sockets.remote(number[0])
        return address, struct.pack(">H", port)

    def write_pin(self, pin: bytes, value: bytes, *_: bytes) -> Replies:
        self.pins[pin[0]] = value[0]
        return (OK,)

    def read_pin(self, pin: bytes, *_: bytes) -> Replies:
        return (bytes([bool(self.pins.get(pin[0], 0))]),)

    def read_analog(self, pin: bytes, *_: bytes) -> Replies:
        return (struct.pack("<i", self.pins.get(pin[0], 0) * 16),)

    def _found(self, index: bytes, name: str, otherwise: Any) -> Any:
        found, at = self.station.found, _byte(index)
        return getattr(found[at], name) if at < len(found) else otherwise


def _byte(value: bytes) -> int:
    return value[0] if value else 0


C = Commands
COMMANDS: dict[int, Callable[..., Replies]] = {
    0x10: C.set_network, 0x11: C.set_passphrase, 0x14: C.set_ip, 0x15: C.accept, 0x16: C.accept,
    0x18: C.set_own_network, 0x19: C.set_own_passphrase, 0x1A: C.accept, 0x20: C.get_status,
    0x21: C.get_addresses, 0x22: C.get_mac, 0x23: C.get_ssid, 0x24: C.get_bssid, 0x25: C.get_rssi,
    0x26: C.get_encryption, 0x27: C.scan, 0x28: C.start_server, 0x29: C.get_server_state,
    0x2A: C.accept, 0x2B: C.get_available, 0x2C: C.get_byte, 0x2D: C.start_client,
    0x2E: C.stop_client, 0x2F: C.get_client_state, 0x30: C.disconnect, 0x32: C.get_found_rssi,
    0x33: C.get_found_encryption, 0x34: C.request_name, 0x35: C.get_name, 0x36: C.accept,
    0x37: C.get_version, 0x39: C.send_datagram, 0x3A: C.get_remote, 0x3B: C.get_time,
    0x3C: C.get_found_bssid, 0x3D: C.get_found_channel, 0x3E: C.ping, 0x3F: C.get_socket,
    0x40: C.accept, 0x41: C.accept, 0x44: C.send_data, 0x45: C.get_data, 0x46: C.insert_data,
    0x4A: C.accept, 0x4B: C.accept, 0x4C: C.accept, 0x4F: C.accept, 0x50: C.accept,
    0x51: C.write_pin, 0x52: C.write_pin, 0x53: C.read_pin, 0x54: C.read_analog,
}
