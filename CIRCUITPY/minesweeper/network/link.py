# SPDX-License-Identifier: MIT
"""Commands to the ESP32 and its replies, in steps that never wait: nina-fw's frames over SPI.

The ESP32's busy line falls when it is ready for an exchange, and rises when it has noticed that it
is selected. A generator yields until then, and gives up after some turns; Adafruit's library would
block the game, for a second or more in a TLS handshake, for ten when the ESP32 hangs.
"""

from micropython import const

from minesweeper.network.poster import Failed, wait

_START = const(0xE0)
_END = const(0xEE)
_REPLY = const(0x80)
# The commands whose parameters have lengths of two bytes; the second's replies too.
_SEND_DATA = const(0x44)
_GET_DATA = const(0x45)
_BAUD = const(8_000_000)
# Leading bytes, and looks at busy in one turn.
_MOST_LEADING = const(10)
_LOOKS = const(20)
# In turns of the game's loop: some 20 s, and what a restart takes.
_PATIENCE = const(2300)
_RESET = const(2)
_BOOT = const(90)


class Link:
    """`spi` is the bus; `select`, `busy` and `reset` are the ESP32's lines.

    `progress` is told the command that waits for its reply.
    """

    def __init__(self, progress, spi, select, busy, reset):
        self._progress = progress
        self._spi = spi
        self._select, self._busy, self._reset = select, busy, reset
        self._byte = bytearray(1)
        select.switch_to_output(True)
        reset.switch_to_output(True)
        spi.try_lock()
        spi.configure(baudrate=_BAUD)

    def restart(self):
        """Restart the ESP32 by its reset line; it has left its network then.

        A page that cuts the wait at the end takes as long.
        """
        self._select.value = True
        self._reset.value = False
        yield from wait(_RESET)
        self._reset.value = True
        self._progress.is_started = True
        yield from wait(_BOOT)

    def ask(self, command, *parameters):
        """Return the reply to a command, a list of bytes. Raises Failed."""
        yield from self.tell(command, *parameters)
        return (yield from self.hear())

    def tell(self, command, *parameters):
        """Send a command, and note that its reply is to be heard. Raises Failed."""
        frame = _frame(command, parameters)
        yield from self._turn()
        self._spi.write(frame)
        self._select.value = True
        self._progress.pending = command

    def hear(self):
        """Return the reply to the command that was sent last. Raises Failed."""
        command = self._progress.pending
        yield from self._turn()
        count = self._head(command)
        replies = [self._read(self._length(command)) for _ in range(count)]
        self._select.value = True
        self._progress.pending = 0
        return replies

    def _turn(self):
        """Wait until it is ready, and select it."""
        yield from self._until(False)
        self._select.value = False
        yield from self._until(True)

    def _until(self, level):
        for _ in range(_PATIENCE):
            for _ in range(_LOOKS):
                if self._busy.value == level:
                    return
            yield
        raise Failed("the Wi-Fi chip does not answer")

    def _head(self, command):
        """Read the head of a reply; returns the number of parameters."""
        for _ in range(_MOST_LEADING):
            if self._next() == _START:
                break
        if self._next() != command | _REPLY:
            raise Failed("the Wi-Fi chip refused")
        return self._next()

    def _length(self, command):
        length = self._next()
        return length << 8 | self._next() if command == _GET_DATA else length

    def _next(self):
        self._spi.readinto(self._byte)
        return self._byte[0]

    def _read(self, length):
        reply = bytearray(length)
        self._spi.readinto(reply)
        return reply


def _frame(command, parameters):
    frame = bytearray((_START, command, len(parameters)))
    for parameter in parameters:
        if command in (_SEND_DATA, _GET_DATA):
            frame.append(len(parameter) >> 8)
        frame.append(len(parameter) & 0xFF)
        frame.extend(parameter)
    frame.append(_END)
    while len(frame) % 4:
        frame.append(0)
    return frame
