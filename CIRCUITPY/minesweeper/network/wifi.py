# SPDX-License-Identifier: MIT
"""The Wi-Fi that settings.toml names, the time, and one connection at a time, all in steps.

Every method is a generator that yields while it has to wait, and raises Failed. After a failure the
ESP32 is restarted, because its state is not known.
"""

import struct

from micropython import const

from minesweeper.network.poster import Failed, pause

_JOIN_OPEN = const(0x10)
_JOIN = const(0x11)
_STATUS = const(0x20)
_AVAILABLE = const(0x2B)
_CONNECT = const(0x2D)
_CLOSE = const(0x2E)
_STATE = const(0x2F)
_TIME = const(0x3B)
_SOCKET = const(0x3F)
_SEND = const(0x44)
_RECEIVE = const(0x45)
_CONNECTED = const(3)
_ESTABLISHED = const(4)
_TLS = const(2)
# Bytes at a time.
_CHUNK = const(64)
# Turns from one look to the next, and looks: 15 s for a network or an answer, 3 s for a connection
# and for the time.
_EACH = const(10)
_LOOKS = const(160)
_FEW_LOOKS = const(32)


class Wifi:
    """A network, by a link to the ESP32; without a password it is an open one."""

    def __init__(self, link, name, password):
        self._link = link
        self._name, self._password = name.encode(), password.encode()
        self._socket = b"\x00"

    def join(self, is_joined):
        """Restart the ESP32 and join the network, unless it was joined and still is."""
        if not is_joined:
            yield from self._link.restart()
        if (yield from self._status()) != _CONNECTED:
            yield from self._join()

    def _join(self):
        if self._password:
            yield from self._link.ask(_JOIN, self._name, self._password)
        else:
            yield from self._link.ask(_JOIN_OPEN, self._name)
        for _ in range(_LOOKS):
            yield from pause(_EACH)
            if (yield from self._status()) == _CONNECTED:
                return
        raise Failed("no Wi-Fi")

    def _status(self):
        return (yield from self._number(_STATUS))

    def _number(self, command, *parameters):
        """Return the only parameter of a reply as a number; 0 without one."""
        replies = yield from self._link.ask(command, *parameters)
        number = 0
        for byte in reversed(replies[0] if replies else b""):
            number = number << 8 | byte
        return number

    def time(self):
        """Return seconds since 1970, UTC, from a time server; 0 if none answers."""
        for _ in range(_FEW_LOOKS):
            seconds = yield from self._number(_TIME)
            if seconds:
                return seconds
            yield from pause(_EACH)
        return 0

    def connect(self, host, port, is_secret):
        """Connect to a host's port, by TLS if it is to be secret."""
        self._socket = self._link.socket = bytes(((yield from self._number(_SOCKET)),))
        opened = yield from self._number(
            _CONNECT, host.encode(), bytes(4), struct.pack(">H", port), self._socket,
            bytes((_TLS if is_secret else 0,)))
        for _ in range(_FEW_LOOKS):
            if not opened:
                break
            if (yield from self._number(_STATE, self._socket)) == _ESTABLISHED:
                return
            yield from pause(_EACH)
        raise Failed("no connection")

    def send(self, data):
        for start in range(0, len(data), _CHUNK):
            part = data[start : start + _CHUNK]
            if (yield from self._number(_SEND, self._socket, part)) != len(part):
                raise Failed("connection lost")

    def receive(self, count):
        """Receive so many bytes."""
        heard = b""
        for _ in range(_LOOKS):
            waiting = yield from self._number(_AVAILABLE, self._socket)
            if waiting:
                size = struct.pack("<H", min(waiting, count - len(heard)))
                heard += bytes((yield from self._link.ask(_RECEIVE, self._socket, size))[0])
            elif (yield from self._number(_STATE, self._socket)) != _ESTABLISHED:
                break
            if len(heard) == count:
                return heard
            yield from pause(_EACH)
        raise Failed("no answer")

    def close(self, socket=None):
        """Close a socket, by default that of the connection."""
        yield from self._link.ask(_CLOSE, socket or self._socket)
        self._link.socket = None
