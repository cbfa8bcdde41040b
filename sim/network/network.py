# SPDX-License-Identifier: MIT
"""The network as tests and hands define it: `portal.network["api.example.com"] = function`.

It belongs to a portal for its life, over resets. An access point is there, and nothing else: a
host that nobody has defined is not found, and a sentence on the host's side says how to define it.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..clock import SECOND
from . import hosts, ntp
from .accesspoint import AccessPoint
from .conditions import Conditions
from .faults import NetworkFaults
from .firmware import AS_SOLD, FIRMWARES, Firmware
from .http import HostFunction
from .names import Names, numeric
from .visitors import Loopback, Visitor
from .wire import Wire

if TYPE_CHECKING:
    from .outside import Outside

GATEWAY, ADDRESS, MASK = (bytes([192, 168, 1, 1]), bytes([192, 168, 1, 57]),
                          bytes([255, 255, 255, 0]))
TIME_SERVERS = "*.pool.ntp.org"
VISITORS = ("192.168.1.20", 50_000)


class Network(Conditions):
    """`online` is whether any access point is in reach. `listen` connects a wire to a server of
    the PyPortal's, and says whether there is one.
    """

    def __init__(self, faults: NetworkFaults | None = None,
                 remark: Callable[[str], None] = lambda sentence: None):
        super().__init__(faults or NetworkFaults(), remark)
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
        """An HTTP host at ports 80 and 443, or at that of `name:port`: a function of the request,
        or a folder of answers. Raises ValueError for what is no folder.
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
        """A host of another protocol: a function of bytes to bytes, or a class that is made with
        a `Connection` for each connection and whose `receive` is called with what comes.
        """
        self._hosts.define(f"{name}:{port}", hosts.tcp(answer))
        self._defined[f"{name}:{port}"] = answer

    def udp(self, name: str, port: int, answer: hosts.Datagrams) -> None:
        """A function of a datagram to the one that answers it, or to None."""
        self._hosts.define_udp(name, port, answer)

    def serve_time(self, unix_time: float, name: str = TIME_SERVERS) -> None:
        """Time servers, and through them the ESP32's own clock: it is `unix_time` now."""
        start = unix_time - self.now() / SECOND
        self.udp(name, 123, lambda asked: ntp.answer(asked, start + self.now() / SECOND))

    def connect(self, port: int) -> Visitor:
        """Connect to a server on the PyPortal. Raises ConnectionRefusedError if none listens."""
        self._visits += 1
        wire = Wire(self.now, (VISITORS[0], VISITORS[1] + self._visits))
        visitor = Visitor(self, wire)
        if not self.listen(port, wire):
            raise ConnectionRefusedError(f"the PyPortal has no server at port {port}")
        return visitor

    @property
    def firmware(self) -> str:
        """The version of the ESP32's: "1.7.7" as sold, or "3.3.0"."""
        return self._firmware.version

    @firmware.setter
    def firmware(self, version: str) -> None:
        if version not in FIRMWARES:
            raise ValueError(f"firmware {version!r} is none of {', '.join(FIRMWARES)}")
        self._firmware = FIRMWARES[version]

    @property
    def esp32(self) -> Firmware:
        return self._firmware

    @property
    def in_reach(self) -> list[AccessPoint]:
        return self.access_points if self.online and not self.faults.wifi_lost else []

    def resolve(self, name: str) -> bytes | None:
        """The address of a name, None if it has none."""
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
        """A wire to a host's port; None if it is refused."""
        wire = Wire(self.now, (name, port))
        service = self._service(name, port, tls)
        if service is None or self.faults.strikes("refused", name) is not None:
            return None
        wire.peer = service(self, wire)
        return wire

    def exchange(self, name: str, port: int, datagram: bytes) -> bytes | None:
        """A datagram to a host, and the one that answers it."""
        answer = self._hosts.datagrams(name, port)
        if any(self.faults.strikes(kind, name) is not None for kind in ("silent", "refused")):
            return None
        reply: bytes | None = None
        if answer is not None:
            reply = self.guarded(name, answer, datagram)
        elif self.outside:
            reply = self.outside.exchange(name, port, datagram)
        if reply:
            self.recorder.datagram(name, port, reply)
        return reply

    def pool_time(self) -> int:
        """Seconds since 1970 by the time server that the firmware asks by itself; 0 without."""
        question = bytes([0x23]).ljust(48, b"\0")
        reply = self.exchange("0.pool.ntp.org", 123, question) if self._knows("0.pool.ntp.org") \
            else None
        return ntp.seconds(reply) if reply else 0

    def fails_handshake(self, name: str) -> bool:
        """Whether its certificate is none that the ESP32 trusts."""
        kinds = "tls", "captive"
        return any(self.faults.strikes(kind, name) is not None for kind in kinds)

    def poll(self) -> None:
        """Let what is outside this process come in: asked at every command."""
        if self.loopback:
            self.loopback.poll()

    def listens(self, port: int) -> None:
        """The program has started a server."""
        if self.loopback:
            self.loopback.open(port)

    def _service(self, name: str, port: int, tls: bool) -> hosts.Service | None:
        found = self._hosts.service(name, port)
        if found or self.faults.strikes("captive", name) is not None:
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
        if self.faults.strikes("dns", name) is not None:
            return False
        if self._knows(name) or self.faults.strikes("captive", name) is not None:
            return True
        self.say_once(
            f"the network has no host {name}: define it with portal.network[\"{name}\"] = "
            "lambda request: {...}, or on the command line with --network FOLDER, whose folder "
            f"{name} has the answers; --network host lets requests out")
        return False
