# SPDX-License-Identifier: MIT
"""The targets that results are sent to: a URL, a feed of Adafruit IO, or a topic of an MQTT broker.

A URL gets a result with its moves, the others get a summary. The broker (MQTT 3.1.1) must
acknowledge it.
"""

import json
import struct

from micropython import const

from minesweeper.network.poster import Failed

_HEAD = ("POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n"
         "Connection: close\r\n{}\r\n")
_TOKEN = const("Authorization: Bearer {}\r\n")
_KEY = const("X-AIO-Key: {}\r\n")
_FEED = const("/api/v2/{}/feeds/{}/data")
ADAFRUIT = const("io.adafruit.com")
# "HTTP/1.1 201".
_STATUS_FROM = const(9)
_STATUS_TO = const(12)
# So much more of a scoreboard's answer is read: a rank stands behind the head, in JSON.
_ANSWER = const(500)
_RANK = const("{}{} of {} today.")
# The result itself was refused, and would be the next time too.
_REFUSALS = (400, 413, 422)

_CONNECT = const(0x10)
# Quality of service 1: at least once.
_PUBLISH = const(0x32)
_CONNECTED = const(0x20)
_ACKNOWLEDGED = b"\x40\x02\x00\x01"
_PACKET = b"\x00\x01"
_KEEP_ALIVE_S = const(60)
_CLEAN = const(0x02)
_HAS_USER = const(0x80)
_HAS_PASSWORD = const(0x40)


class Url:
    """A URL at `place`: (host, port, whether by TLS, path); an empty token is not sent.

    `end` are the bytes to send before the socket is closed.
    """

    end = b""

    def __init__(self, place, token):
        self._place = place
        self._key = _TOKEN.format(token) if token else ""

    def deliver(self, wifi, result):
        """Send a result; returns a rank's sentence, "" for none, None if it was refused for good.

        Raises Failed.
        """
        if not wifi.progress.length:
            length = 0
            for piece in result.pieces():
                length += len(piece)
                yield
            wifi.progress.length = length
        if not (yield from _post(wifi, self._place, self._key, wifi.progress.length,
                                 result.pieces())):
            return None
        if not result.may_rank:
            return ""
        answer = yield from wifi.receive_most(_ANSWER, b"}")
        return _rank(answer)


class Feed:
    """A user's feed at Adafruit IO."""

    end = b""

    def __init__(self, user, key, feed):
        self._place = ADAFRUIT, 443, True, _FEED.format(user, feed)
        self._key = _KEY.format(key)

    def deliver(self, wifi, result):
        """Send a summary; returns "", None if it was refused for good. Raises Failed."""
        body = json.dumps({"value": result.summary()}).encode()
        return "" if (yield from _post(wifi, self._place, self._key, len(body), (body,))) else None


def _post(wifi, place, key, length, pieces):
    host, port, is_secret, path = place
    yield from wifi.connect(host, port, is_secret)
    yield from wifi.send(_HEAD.format(path, host, length, key).encode())
    for piece in pieces:
        yield from wifi.send(piece)
    answer = yield from wifi.receive(_STATUS_TO)
    return _is_taken(answer[_STATUS_FROM:])


def _rank(answer):
    """Return the sentence for a rank that stands in the rest of an answer, "" without one."""
    try:
        rank, count = json.loads(answer[max(0, answer.find(b"{")) :])["today"]
        return _RANK.format(rank, _ending(rank), count)
    except (ValueError, KeyError, TypeError):
        return ""


def _ending(number):
    """Return the letters after a number in order, as in 1st."""
    if 10 < number % 100 < 14:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _is_taken(status):
    if not status.isdigit():
        raise Failed("no answer in HTTP")
    status = int(status)
    if status // 100 != 2 and status not in _REFUSALS:
        raise Failed("HTTP {}".format(status))
    return status // 100 == 2


class Topic:
    """A topic at `place`: (host, port, whether by TLS, topic); without a user no login is sent."""

    end = b"\xe0\x00"  # DISCONNECT

    def __init__(self, place, user, password):
        self._place = place
        self._user, self._password = user, password

    def deliver(self, wifi, result):
        """Publish a summary; returns "". Raises Failed."""
        host, port, is_secret, topic = self._place
        yield from wifi.connect(host, port, is_secret)
        yield from wifi.send(self._greeting())
        answer = yield from wifi.receive(4)
        if answer[0] != _CONNECTED or answer[3]:
            raise Failed("MQTT refused")
        yield from wifi.send(_packet(_PUBLISH, _text(topic) + _PACKET + result.summary().encode()))
        if (yield from wifi.receive(4)) != _ACKNOWLEDGED:
            raise Failed("MQTT refused")
        return ""

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
    """Frame a packet; its length has seven bits a byte, and the highest bit if more follow."""
    length = len(body)
    head = bytearray((kind,))
    while length > 127:
        head.append(length & 127 | 128)
        length >>= 7
    head.append(length)
    return bytes(head) + body
