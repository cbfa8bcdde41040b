# SPDX-License-Identifier: MIT
"""What a card answers to the commands of its SPI mode (source: SD Physical Layer Simplified
Specification 6.00, chapter 7).
"""

from collections.abc import Callable

from . import frames
from .card import Card
from .frames import BLOCK, FINE, IDLE, ILLEGAL, MISPLACED, OUT_OF_RANGE
from .registers import OCR_HIGH_CAPACITY, cid, csd, is_high_capacity, ocr, scr

# Which a card takes that has not started yet; after 55 comes one of the application's.
BEFORE_START = frozenset([0, 1, 8, 41, 55, 58, 59])
APPLICATION = 55
VOLTAGE = 0x1
LOCKED = 0x02  # in the second byte of the status: an attempt to write to a protected card
STATUS = bytes(64)


class Commands:
    """`do` answers with a frame. Then `reading` is the next block that the card sends by itself,
    `writing` the next one that it waits for; `several` says whether more follow.
    """

    reading: int | None
    writing: int | None
    _after: int

    def __init__(self, card: Card):
        self._card = card
        self._plain: dict[int, Callable[[int], bytes]] = {
            0: self._restart, 1: self._start, 8: self._agree, 9: self._data(self._csd),
            10: self._data(cid), 12: self._stop, 13: self._status, 16: self._block_length,
            17: self._read, 18: self._read_on, 24: self._write, 25: self._write_on,
            32: self._erase_from, 33: self._erase_to, 38: self._erase,
            APPLICATION: self._fine, 58: self._ocr, 59: self._check,
        }
        self._application: dict[int, Callable[[int], bytes]] = {
            13: self._long_status, 22: self._data(self._count_written), 23: self._fine,
            41: self._start, 42: self._fine, 51: self._data(scr),
        }
        self._restart(0)

    def do(self, number: int, argument: int) -> bytes:
        after, self._after = self._after, number
        table = self._application if after == APPLICATION else self._plain
        do = table.get(number) or self._plain.get(number)
        if not do or (self._idle and number not in BEFORE_START):
            return self._first(ILLEGAL)
        self.reading = self.writing = None
        return do(argument)

    def complain(self) -> bytes:
        """The command's checksum was wrong."""
        return self._first(frames.BAD_CHECKSUM)

    def send(self) -> bytes:
        """The block that is next in reading on."""
        block = self.reading
        assert block is not None
        if block >= self._card.count:
            self.reading = None
            return frames.NO_DATA
        self.reading = block + 1 if self.several else None
        return frames.block(self._card.store.read(block, 1))

    def take(self, data: bytes) -> bytes:
        """Write the block that was waited for."""
        block = self.writing
        assert block is not None
        self.writing = block + 1 if self.several else None
        if self._card.read_only or block >= self._card.count:
            self.writing = None
            return frames.NOT_WRITTEN
        self._card.store.write(block, data)
        self._written += 1
        return frames.WRITTEN

    def end(self) -> None:
        """No more blocks follow."""
        self.writing = None

    def _first(self, errors: int = FINE) -> bytes:
        """R1, the byte that every answer begins with."""
        return bytes([errors | IDLE * self._idle])

    def _fine(self, _: int) -> bytes:
        return self._first()

    def _restart(self, _: int) -> bytes:
        self._idle, self._asked, self.checks = True, False, False
        self._after = self._written = 0
        self._erased = (0, 0)
        self.reading = self.writing = None
        self.several = False
        return self._first()

    def _start(self, argument: int) -> bytes:
        """The second time it is ready; a large card only for a host that knows such."""
        knows = bool(argument & OCR_HIGH_CAPACITY) or not is_high_capacity(self._card.count)
        self._idle = not (knows and self._asked)
        self._asked = True
        return self._first()

    def _agree(self, argument: int) -> bytes:
        """R7: the voltage and the pattern come back. Raises nothing for another voltage."""
        voltage = argument >> 8 & 0xF if argument >> 8 & 0xF == VOLTAGE else 0
        return self._first() + bytes([0, 0, voltage, argument & 0xFF])

    def _data(self, make: Callable[[], bytes]) -> Callable[[int], bytes]:
        return lambda _: self._first() + frames.block(make())

    def _csd(self) -> bytes:
        return csd(self._card.count, self._card.read_only)

    def _count_written(self) -> bytes:
        return self._written.to_bytes(4, "big")

    def _status(self, _: int) -> bytes:
        return self._first() + bytes([LOCKED * self._card.read_only])

    def _long_status(self, _: int) -> bytes:
        return self._first() + b"\0" + frames.block(STATUS)

    def _stop(self, _: int) -> bytes:
        """A byte to be thrown away comes first."""
        return frames.STUFF + self._first() + frames.BUSY

    def _block_length(self, argument: int) -> bytes:
        return self._first(FINE if argument == BLOCK else OUT_OF_RANGE)

    def _ocr(self, _: int) -> bytes:
        return self._first() + ocr(self._card.count, not self._idle)

    def _check(self, argument: int) -> bytes:
        self.checks = bool(argument & 1)
        return self._first()

    def _block(self, argument: int) -> tuple[int, int]:
        """(block, errors) of an address."""
        high = is_high_capacity(self._card.count)
        block, rest = (argument, 0) if high else divmod(argument, BLOCK)
        if block >= self._card.count:
            return block, OUT_OF_RANGE
        return block, MISPLACED if rest else FINE

    def _read(self, argument: int) -> bytes:
        block, errors = self._block(argument)
        self.several = False
        self.reading = None if errors else block
        return self._first(errors)

    def _read_on(self, argument: int) -> bytes:
        answer = self._read(argument)
        self.several = True
        return answer

    def _write(self, argument: int) -> bytes:
        block, errors = self._block(argument)
        self.several, self._written = False, 0
        self.writing = None if errors else block
        return self._first(errors)

    def _write_on(self, argument: int) -> bytes:
        answer = self._write(argument)
        self.several = True
        return answer

    def _erase_from(self, argument: int) -> bytes:
        block, errors = self._block(argument)
        self._erased = (block, block)
        return self._first(errors)

    def _erase_to(self, argument: int) -> bytes:
        block, errors = self._block(argument)
        self._erased = (self._erased[0], block + 1)
        return self._first(errors)

    def _erase(self, _: int) -> bytes:
        first, end = self._erased
        if not self._card.read_only:
            for block in range(first, end):
                self._card.store.write(block, bytes(BLOCK))
        return self._first() + frames.BUSY
