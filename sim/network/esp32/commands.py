# SPDX-License-Identifier: MIT
"""The ESP32's commands: their frames, and what the firmware (nina-fw) does at each.

A command frame is E0, the command's number, the number of parameters, each parameter after its
length, and EE; a reply frame is the same with the number's highest bit set. Both are padded to a
multiple of four bytes.
"""

import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ...clock import MS
from ..network import Network
from .sockets import Sockets
from .station import SCAN_NS, Station

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
