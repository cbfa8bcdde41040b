# SPDX-License-Identifier: MIT
"""The network that tests define: `portal.network["api.example.com"] = function`.

It belongs to a portal for its life, over resets. At first there is an access point and nothing
else: a host that is not defined is not found, and a remark says how to define it.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from ..clock import SECOND
from . import hosts
from .accesspoint import AccessPoint
from .faults import Conditions, NetworkFaults
from .hosts import HostFunction
from .recording import Recording
from .wire import Loopback, Visitor, Wire

if TYPE_CHECKING:
    from .outside import Outside

GATEWAY, ADDRESS, MASK = (bytes([192, 168, 1, 1]), bytes([192, 168, 1, 57]),
                          bytes([255, 255, 255, 0]))
TIME_SERVERS = "*.pool.ntp.org"
VISITORS = ("192.168.1.20", 50_000)
# Names get addresses in 198.18.0.0/15, which is reserved for test networks.
FIRST_HOST, HOSTS = int(IPv4Address("198.18.0.0")), 1 << 17
# Seconds from 1900, where NTP begins, to 1970.
NTP_EPOCH = 2_208_988_800
# The Wi-Fi statuses of the ESP32's firmware.
IDLE, NO_SSID, SCANNED, CONNECTED, FAILED, LOST, DISCONNECTED = range(7)
AP_LISTENING, STOPPED = 7, 254


class Names:
    """Addresses by name and names by address; a name always gets the same address.

    Names that would share an address get the next free one, in the order in which they are asked
    for. An address that was never given out has itself, in digits, for a name.
    """

    def __init__(self) -> None:
        self._by_address: dict[bytes, str] = {}

    def address(self, name: str) -> bytes:
        number = numeric(name)
        if number is not None:
            return number
        at = crc32(name.encode()) % HOSTS
        while self._by_address.setdefault((FIRST_HOST + at).to_bytes(4, "big"), name) != name:
            at = (at + 1) % HOSTS
        return (FIRST_HOST + at).to_bytes(4, "big")

    def name(self, address: bytes) -> str:
        return self._by_address.get(address) or str(IPv4Address(address))


@dataclass(frozen=True)
class Firmware:
    """The differences between the nina-fw that a PyPortal is sold with and today's.

    `idle` to `gone` are the Wi-Fi statuses: at first, while joining, when there is no such network,
    when the password is wrong, when the network is lost. `handshake_ns` is how long the firmware
    tries a TLS handshake that cannot succeed, without answering meanwhile.

    Source: `main/CommandHandler.cpp` of both, and the Wi-Fi libraries below it (nina-fw's own up to
    1.7, arduino-esp32 from 3.0).
    """

    version: str
    time_bytes: int
    idle: int
    joining: int
    no_such_network: int
    wrong_password: int
    gone: int
    reconnects: bool
    notices_close: bool
    handshake_ns: int
    accepts_silent: bool


FIRMWARES = {
    "1.7.7": Firmware("1.7.7", 4, IDLE, NO_SSID, FAILED, DISCONNECTED, DISCONNECTED,
                      reconnects=False, notices_close=False, handshake_ns=120 * SECOND,
                      accepts_silent=False),
    "3.3.0": Firmware("3.3.0", 8, STOPPED, DISCONNECTED, NO_SSID, FAILED, DISCONNECTED,
                      reconnects=True, notices_close=True, handshake_ns=0, accepts_silent=True),
}
AS_SOLD = "1.7.7"


def _raise(error: BaseException) -> None:
    raise error


class Network(Conditions):
    """The network. `online` is whether any access point is in reach.

    `listen` connects a wire to a server on the PyPortal, and returns whether there is one.
    """

    def __init__(self, faults: NetworkFaults | None = None,
                 remark: Callable[[str], None] = lambda sentence: None,
                 pass_on: Callable[[BaseException], None] = _raise):
        super().__init__(faults or NetworkFaults(), remark, pass_on)
        self.online = True
        self.access_points = [AccessPoint("PyPortal", any_name=True)]
        self.outside: Outside | None = None
        self.loopback: Loopback | None = None
        self.listen: Callable[[int, Wire], bool] = lambda port, wire: False
        self._names = Names()
        self._hosts = hosts.Hosts()
        self._defined: dict[str, Any] = {}
        self._firmware = FIRMWARES[AS_SOLD]
        self._visits = 0

    def __setitem__(self, name: str, answer: HostFunction | str | Path) -> None:
        """Define an HTTP host at ports 80 and 443, or at that of `name:port`.

        `answer` is a function of the request, or a folder of answers. Raises ValueError for a path
        that is not a folder.
        """
        self._hosts.define(name, hosts.http(answer))
        self._defined[name] = answer

    def __getitem__(self, name: str) -> Any:
        return self._defined[name]

    def __delitem__(self, name: str) -> None:
        self._hosts.forget(name)
        del self._defined[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._defined)

    def tcp(self, name: str, port: int, answer: Any) -> None:
        """Define a host of another protocol: a function of bytes to bytes, or a class.

        The class is instantiated with a `Connection` for each connection; its `receive` is called
        with the bytes that come.
        """
        self._hosts.define(f"{name}:{port}", hosts.tcp(answer))
        self._defined[f"{name}:{port}"] = answer

    def udp(self, name: str, port: int, answer: hosts.Datagrams) -> None:
        """Define a UDP host: a function of a datagram to its answer, or None."""
        self._hosts.define_udp(name, port, answer)

    def serve_time(self, unix_time: float, name: str = TIME_SERVERS) -> None:
        """Define time servers, which also set the ESP32's clock: it is `unix_time` now."""
        start = unix_time - self.now() / SECOND
        self.udp(name, 123, lambda asked: ntp_answer(asked, start + self.now() / SECOND))

    def connect(self, port: int) -> Visitor:
        """Connect to a server on the PyPortal. Raises ConnectionRefusedError if none listens."""
        self._visits += 1
        wire = Wire(self.now, (VISITORS[0], VISITORS[1] + self._visits))
        visitor = Visitor(self, wire)
        if not self.listen(port, wire):
            raise ConnectionRefusedError(f"the PyPortal has no server at port {port}")
        return visitor

    def replay(self, file: Path) -> None:
        """Define the hosts of a recording. Raises ValueError for a file that is none."""
        recording = Recording(file)
        for (host, port), answer in recording.http.items():
            self[f"{host}:{port}"] = answer
        for (host, port), conversation in recording.tcp.items():
            self.tcp(host, port, conversation)
        for (host, port), datagrams in recording.udp.items():
            self.udp(host, port, datagrams)

    @property
    def firmware(self) -> str:
        """The version of the ESP32's firmware: "1.7.7" as sold, or "3.3.0"."""
        return self._firmware.version

    @firmware.setter
    def firmware(self, version: str) -> None:
        if version not in FIRMWARES:
            raise ValueError(f"firmware {version!r} is not one of {', '.join(FIRMWARES)}")
        self._firmware = FIRMWARES[version]

    @property
    def esp32(self) -> Firmware:
        return self._firmware

    @property
    def in_reach(self) -> list[AccessPoint]:
        return self.access_points if self.online and not self.faults.wifi_lost else []

    def resolve(self, name: str) -> bytes | None:
        """Return the address of a name, None if it has none."""
        if numeric(name) is None and not self._is_found(name):
            return None
        return self._names.address(name)

    def address_of(self, name: str) -> bytes:
        return self._names.address(name)

    def name_of(self, address: bytes) -> str:
        return self._names.name(address)

    def answers_ping(self, address: bytes) -> bool:
        return address == GATEWAY or self._knows(self.name_of(address))

    def open(self, name: str, port: int, tls: bool) -> Wire | None:
        """Connect to a host's port; return the wire, or None if it is refused."""
        wire = Wire(self.now, (name, port))
        service = self._service(name, port, tls)
        if service is None or self.faults.occurs("refused", name) is not None:
            return None
        wire.peer = service(self, wire)
        return wire

    def exchange(self, name: str, port: int, datagram: bytes) -> bytes | None:
        """Send a datagram to a host; return its answer, if there is one."""
        answer = self._hosts.datagrams(name, port)
        if any(self.faults.occurs(kind, name) is not None for kind in ("silent", "refused")):
            return None
        reply: bytes | None = None
        if answer is not None:
            reply = self.asked(f"the host {name}", answer, datagram)
        elif self.outside:
            reply = self.outside.exchange(name, port, datagram)
        if reply:
            self.recorder.datagram(name, port, reply)
        return reply

    def pool_time(self) -> int:
        """Return the seconds since 1970 by the firmware's own time server; 0 without it."""
        question = bytes([0x23]).ljust(48, b"\0")
        reply = self.exchange("0.pool.ntp.org", 123, question) if self._knows("0.pool.ntp.org") \
            else None
        return ntp_seconds(reply) if reply else 0

    def fails_handshake(self, name: str) -> bool:
        """Say whether the ESP32 does not trust the host's certificate."""
        kinds = "tls", "captive"
        return any(self.faults.occurs(kind, name) is not None for kind in kinds)

    def poll(self) -> None:
        """Fetch bytes of clients of this computer; called at every command of the ESP32."""
        if self.loopback:
            self.loopback.poll()

    def listens(self, port: int) -> None:
        """Open a port of this computer for a server that the program has started at `port`."""
        if self.loopback:
            self.loopback.open(port)

    def _service(self, name: str, port: int, tls: bool) -> hosts.Service | None:
        found = self._hosts.service(name, port)
        if found or self.faults.occurs("captive", name) is not None:
            return found or hosts.http(lambda request: None)
        if self.outside:
            return self.outside.service(name, port, tls)
        if self._knows(name):
            self.say_once(f"the host {name} has nothing at port {port}: define it with "
                          f"portal.network[\"{name}:{port}\"] for HTTP, or with .tcp")
        return None

    def _knows(self, name: str) -> bool:
        return self._hosts.knows(name) or bool(self.outside and self.outside.knows(name))

    def _is_found(self, name: str) -> bool:
        if self.faults.occurs("dns", name) is not None:
            return False
        if self._knows(name) or self.faults.occurs("captive", name) is not None:
            return True
        self.say_once(
            f"the network has no host {name}: define it with portal.network[\"{name}\"] = "
            "lambda request: {...}, or on the command line with --network FOLDER, whose folder "
            f"{name} has the answers; --network host lets requests out")
        return False


def numeric(name: str) -> bytes | None:
    """Return the four bytes of an address in digits; None for a name."""
    try:
        return IPv4Address(name).packed
    except AddressValueError:
        return None


def ntp_answer(question: bytes, unix_time: float) -> bytes | None:
    """Return a time server's answer as in RFC 5905; None if the question is no client's."""
    if len(question) < 48 or question[0] & 7 != 3:
        return None
    stamp = round((unix_time + NTP_EPOCH) * (1 << 32))
    times = struct.pack("!4Q", stamp, int.from_bytes(question[40:48], "big"), stamp, stamp)
    # Version 4, a server of stratum 2 to be asked every 64 s, precise to a microsecond.
    return struct.pack("!BBBb3I", 0x24, 2, 6, -20, 0, 0, 0) + times


def ntp_seconds(answer: bytes) -> int:
    """Return when an answer was sent, in whole seconds since 1970."""
    return int.from_bytes(answer[40:44], "big") - NTP_EPOCH
