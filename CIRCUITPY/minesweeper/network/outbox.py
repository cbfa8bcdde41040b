# SPDX-License-Identifier: MIT
"""Results that wait to be sent, in nvm after the saved game: a power cut loses none of them.

They lie one after the other, the oldest first, each with its state, length and checksum. Every
write erases a block of flash: a result comes together with its game's end, and costs one when sent.
"""

import struct
from binascii import crc32

from micropython import const

FROM = const(512)  # the saved game ends before this
_LEAST = const(4096)
_WAITING = const(0x57)
_SENT = const(0x53)
_END = b"\x00"
# State, length, checksum.
_HEADER = const("<BHI")
_SIZE = struct.calcsize(_HEADER)


class Outbox:
    """The outbox in `nvm`; where that is too small, results wait as long as there is power.

    `put(start, bytes)` writes into nvm, together with what else there is to be written.
    """

    def __init__(self, nvm, put=None):
        has_room = nvm is not None and len(nvm) >= _LEAST
        self._bytes = nvm if has_room else bytearray(_LEAST)
        self._put = put if has_room and put else self._put_alone
        self._ends = FROM
        # (start, end) of what waits.
        self._waiting = []
        self._read_on()

    def _put_alone(self, start, content):
        self._bytes[start : start + len(content)] = content

    def __len__(self):
        self._read_on()
        return len(self._waiting)

    def _read_on(self):
        """Find the results that have been written since the last time."""
        while self._read_next():
            pass

    def _read_next(self):
        """Read the result at the end so far; returns whether there was one."""
        start = self._ends + _SIZE
        if start > len(self._bytes):
            return False
        state, length, checksum = struct.unpack(_HEADER, self._bytes[self._ends : start])
        end = start + length
        if state not in (_WAITING, _SENT) or crc32(self._bytes[start:end]) != checksum:
            return False
        if state == _WAITING:
            self._waiting.append((start, end))
        self._ends = end
        return True

    def add(self, result):
        """Add a result; returns how many of the oldest were dropped for it.

        After a MemoryError all that waits is still there, and nothing is added.
        """
        self._read_on()
        packed = struct.pack(_HEADER, _WAITING, len(result), crc32(result)) + result
        start, lost = self._ends, 0
        if not self._waiting:
            start = FROM
        elif self._ends + len(packed) > len(self._bytes):
            start = FROM
            packed, lost = self._moved_up(packed)
        self._write(start, packed)
        if start == FROM:
            self._waiting.clear()
        self._ends = start
        try:
            self._read_on()
        except MemoryError:
            # It is written, and found the next time.
            pass
        return lost

    def _moved_up(self, packed):
        """Return the waiting results and the newest in one piece, and how many must be dropped."""
        room = len(self._bytes) - FROM - len(packed)
        for lost in range(len(self._waiting)):
            start = self._waiting[lost][0] - _SIZE
            if self._ends - start <= room:
                return self._bytes[start : self._ends] + packed, lost
        return packed, len(self._waiting)

    def _write(self, start, packed):
        """Write in one slice; results that lay behind it are gone."""
        if start + len(packed) < len(self._bytes):
            packed += _END
        self._put(start, packed)

    def oldest(self, start, end):
        """Return the bytes from `start` to `end` of the oldest result."""
        first = self._waiting[0][0]
        return self._bytes[first + start : first + end]

    def oldest_size(self):
        first, end = self._waiting[0]
        return end - first

    def sent(self):
        """Note that the oldest result has arrived."""
        at = self._waiting.pop(0)[0] - _SIZE
        self._put(at, bytes((_SENT,)))
