# SPDX-License-Identifier: MIT
"""Posts over HTTP: a result with its moves to a URL, or a summary to a feed of Adafruit IO."""

import json

from micropython import const

from minesweeper.network.failed import Failed

_HEAD = ("POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n"
         "Connection: close\r\n{}\r\n")
_TOKEN = const("Authorization: Bearer {}\r\n")
_KEY = const("X-AIO-Key: {}\r\n")
_FEED = const("/api/v2/{}/feeds/{}/data")
ADAFRUIT = const("io.adafruit.com")
# "HTTP/1.1 201": no more of an answer is read.
_STATUS_FROM = const(9)
_STATUS_TO = const(12)
# The result itself is what was not liked; it would not be the next time either.
_REFUSALS = (400, 413, 422)


class Url:
    """`place` is (host, port, whether by TLS, path); an empty token is not sent."""

    def __init__(self, place, token):
        self._place = place
        self._key = _TOKEN.format(token) if token else ""

    def deliver(self, wifi, result):
        """Returns whether it was taken; refused, it need not be sent again. Raises Failed."""
        length = 0
        for piece in result.pieces():
            length += len(piece)
            yield
        return (yield from _post(wifi, self._place, self._key, length, result.pieces()))


class Feed:
    """A feed of a user's at Adafruit IO."""

    def __init__(self, user, key, feed):
        self._place = ADAFRUIT, 443, True, _FEED.format(user, feed)
        self._key = _KEY.format(key)

    def deliver(self, wifi, result):
        """As of a URL."""
        body = json.dumps({"value": result.summary()}).encode()
        return (yield from _post(wifi, self._place, self._key, len(body), (body,)))


def _post(wifi, place, key, length, pieces):
    host, port, is_secret, path = place
    yield from wifi.connect(host, port, is_secret)
    yield from wifi.send(_HEAD.format(path, host, length, key).encode())
    for piece in pieces:
        yield from wifi.send(piece)
    answer = yield from wifi.receive(_STATUS_TO)
    yield from wifi.close()
    return _is_taken(answer[_STATUS_FROM:])


def _is_taken(status):
    if not status.isdigit():
        raise Failed("no answer in HTTP")
    status = int(status)
    if status // 100 != 2 and status not in _REFUSALS:
        raise Failed("HTTP {}".format(status))
    return status // 100 == 2
