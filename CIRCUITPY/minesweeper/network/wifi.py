# SPDX-License-Identifier: MIT
"""The Wi-Fi that settings.toml names, the time, and one connection at a time, all in steps.

Every method is a generator that yields while it has to wait, and raises Failed. After a failure the
ESP32 is restarted, because its state is not known. A delivery that was cut calls them anew: what
its progress shows as done is not done again.
"""

import struct

from micropython import const

from minesweeper.network.poster import Failed, wait

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
_CHUNK = const(256)
# Turns from one look to the next, and looks: 15 s for a network or an answer, 3 s for a connection
# and for the time.
_EACH = const(10)
_LOOKS = const(160)
_FEW_LOOKS = const(32)


class Wifi:
    """A network, by a link to the ESP32; without a password it is an open one."""

    def __init__(self, link, progress, name, password):
        self._link, self.progress = link, progress
        self._name, self._password = name.encode(), password.encode()
        # Bytes of the connection that this run was given to send, and has taken of the answer.
        self._given = self._taken = 0

    def resume(self):
        """Hear the reply that a cut delivery has not heard."""
        command = self.progress.pending
        if command:
            replies = yield from self._link.hear()
            if command == _RECEIVE:
                self.progress.heard += bytes(replies[0])

    def join(self):
        """Restart the ESP32 after power-on or a failure, and join the network if it has not."""
        progress = self.progress
        if not progress.is_started:
            yield from self._link.restart()
        if (yield from self._status()) != _CONNECTED:
            yield from self._join(progress)
        progress.is_joining = False

    def _join(self, progress):
        if not progress.is_joining:
            if self._password:
                yield from self._link.tell(_JOIN, self._name, self._password)
            else:
                yield from self._link.tell(_JOIN_OPEN, self._name)
            progress.is_joining = True
            yield from self._link.hear()
        for _ in range(_LOOKS):
            yield from wait(_EACH)
            if (yield from self._status()) == _CONNECTED:
                return
        raise Failed("no Wi-Fi")

    def _status(self):
        return (yield from self._number(_STATUS))

    def _number(self, command, *parameters):
        """Return the only parameter of a reply as a number; 0 without one."""
        return _value((yield from self._link.ask(command, *parameters)))

    def time(self):
        """Return seconds since 1970, UTC, from a time server; 0 if none answers."""
        for _ in range(_FEW_LOOKS):
            seconds = yield from self._number(_TIME)
            if seconds:
                return seconds
            yield from wait(_EACH)
        return 0

    def connect(self, host, port, is_secret):
        """Connect to a host's port, by TLS if it is to be secret."""
        progress = self.progress
        self._given = self._taken = 0
        if progress.is_open and not (yield from self._is_alive(progress.socket)):
            progress.drop()
        if progress.left_open:
            yield from self.close()
        if not progress.socket:
            socket = bytes(((yield from self._number(_SOCKET)),))
            yield from self._link.tell(_CONNECT, host.encode(), bytes(4), struct.pack(">H", port),
                                       socket, bytes((_TLS if is_secret else 0,)))
            progress.socket = socket
            if not _value((yield from self._link.hear())):
                raise Failed("no connection")
        if not progress.is_open:
            yield from self._established(progress)
            progress.is_open = True

    def _is_alive(self, socket):
        """Whether a connection that a page has cut is still there, or has an answer to read."""
        if (yield from self._number(_STATE, socket)) == _ESTABLISHED:
            return True
        return self.progress.heard or (yield from self._number(_AVAILABLE, socket)) > 0

    def _established(self, progress):
        for _ in range(_FEW_LOOKS):
            if (yield from self._number(_STATE, progress.socket)) == _ESTABLISHED:
                return
            yield from wait(_EACH)
        raise Failed("no connection")

    def send(self, data):
        progress = self.progress
        done = min(progress.sent - self._given, len(data))
        self._given += len(data)
        if done == len(data):
            yield
        for start in range(done, len(data), _CHUNK):
            part = data[start : start + _CHUNK]
            yield from self._link.tell(_SEND, progress.socket, part)
            progress.sent += len(part)
            if _value((yield from self._link.hear())) != len(part):
                raise Failed("connection lost")

    def receive(self, count):
        heard = yield from self.receive_most(count, b"", _LOOKS)
        if len(heard) < count:
            raise Failed("no answer")
        return heard

    def receive_most(self, most, last=b"", looks=_FEW_LOOKS):
        """Receive up to so many bytes: fewer if `last` ends them, or no more come."""
        progress = self.progress
        start, end = self._taken, self._taken + most
        while looks and len(progress.heard) < end:
            if last and progress.heard[start:].endswith(last):
                break
            waiting = yield from self._number(_AVAILABLE, progress.socket)
            if waiting:
                size = struct.pack("<H", min(waiting, end - len(progress.heard)))
                replies = yield from self._link.ask(_RECEIVE, progress.socket, size)
                progress.heard += bytes(replies[0])
                continue
            if (yield from self._number(_STATE, progress.socket)) != _ESTABLISHED:
                break
            yield from wait(_EACH)
            looks -= 1
        self._taken = min(end, len(progress.heard))
        return progress.heard[start : self._taken]

    def close(self, last=b""):
        """Send what a protocol ends with, if anything, and close the socket that was left open."""
        socket = self.progress.left_open
        if last:
            yield from self._link.ask(_SEND, socket, last)
        yield from self._link.ask(_CLOSE, socket)
        self.progress.left_open = None


def _value(replies):
    """Return the only parameter of a reply as a number; 0 without one."""
    number = 0
    for byte in reversed(replies[0] if replies else b""):
        number = number << 8 | byte
    return number
