# SPDX-License-Identifier: MIT
"""Publishes a result's summary to a topic of an MQTT broker (3.1.1), which must acknowledge it."""

import struct

from micropython import const

from minesweeper.network.failed import Failed

_CONNECT = const(0x10)
# Quality of service 1: at least once.
_PUBLISH = const(0x32)
_DISCONNECT = b"\xe0\x00"
_CONNECTED = const(0x20)
_ACKNOWLEDGED = b"\x40\x02\x00\x01"
_PACKET = b"\x00\x01"
_KEEP_ALIVE_S = const(60)
_CLEAN = const(0x02)
_HAS_USER = const(0x80)
_HAS_PASSWORD = const(0x40)


class Topic:
    """`place` is (host, port, whether by TLS, topic); an empty user has no password either."""

    def __init__(self, place, user, password):
        self._place = place
        self._user, self._password = user, password

    def deliver(self, wifi, result):
        """Returns True: a broker does not judge. Raises Failed."""
        host, port, is_secret, topic = self._place
        yield from wifi.connect(host, port, is_secret)
        yield from wifi.send(self._greeting())
        answer = yield from wifi.receive(4)
        if answer[0] != _CONNECTED or answer[3]:
            raise Failed("MQTT refused")
        yield from wifi.send(_packet(_PUBLISH, _text(topic) + _PACKET + result.summary().encode()))
        if (yield from wifi.receive(4)) != _ACKNOWLEDGED:
            raise Failed("MQTT refused")
        yield from wifi.send(_DISCONNECT)
        yield from wifi.close()
        return True

    def _greeting(self):
        flags, login = _CLEAN, b""
        if self._user:
            flags |= _HAS_USER | _HAS_PASSWORD
            login = _text(self._user) + _text(self._password)
        start = _text("MQTT") + struct.pack(">BBH", 4, flags, _KEEP_ALIVE_S)
        return _packet(_CONNECT, start + _text("") + login)


def _text(words):
    words = words.encode()
    return struct.pack(">H", len(words)) + words


def _packet(kind, body):
    """Lengths have seven bits a byte, and the highest set when there are more."""
    length = len(body)
    head = bytearray((kind,))
    while length > 127:
        head.append(length & 127 | 128)
        length >>= 7
    head.append(length)
    return bytes(head) + body
