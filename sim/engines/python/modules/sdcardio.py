# SPDX-License-Identifier: MIT
"""sdcardio: the firmware's driver for SD cards in SPI mode, on any bus and pin.

Its commands, time limits and errors are those of `shared-module/sdcardio/SDCard.c`.
"""

import errno
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

from ....board import sdcard as sd
from ....board.failures import failure
from ....board.fat import BLOCK
from ....board.sdcard import crc7, size_of
from ....clock import MS
from ..native.arguments import buffer, deinitialized, of_type, word
from ..native.classes import MAXSIZE, Pin, PinOwner, to_fill
from ..native.errors import NUMBERS, os_error
from . import machine
from .busio import SPI
from .digitalio import DigitalInOut

__all__ = ["SDCard"]

SLOW_BAUD = 250_000
LOCK_MS, READY_MS, COMMAND_MS, START_MS = 250, 300, 500, 50
FIRST_PAUSE_NS, LONGEST_PAUSE_NS = 1_000, 100_000
ATTEMPTS = 5
FAILED = -1
HIGH_CAPACITY = 0x4000_0000
TIMED_OUT = NUMBERS["ETIMEDOUT"]


class SDCard(PinOwner):
    """Raises OSError where there is no card, or it does not start."""

    def __init__(self, bus: Any, cs: Any, baudrate: int = 8_000_000):
        self._bus = of_type(bus, SPI, "spi")
        bus._claimed()
        self._cs = DigitalInOut(of_type(cs, Pin, "cs"))
        self._cs.switch_to_output(True)
        self._baudrate, self._unit = SLOW_BAUD, BLOCK
        self._count = 0
        self._next_write: int | None = None
        try:
            with self._session(errno.EAGAIN):
                self._start()
        except OSError:
            self._release()
            raise
        self._baudrate = word(baudrate)

    def deinit(self) -> None:
        if self._bus is not None:
            self.sync()
            self._release()

    def count(self) -> int:
        """Return the size in blocks of 512 bytes."""
        self._claimed()
        return self._count

    def sync(self) -> None:
        """End a sequence of writes."""
        self._claimed()
        with self._session(TIMED_OUT):
            if not self._end_writing():
                raise failure(errno.EIO)

    def readblocks(self, start_block: int, buf: Any) -> None:
        self._claimed()
        view = _blocks_of(to_fill(buf, 0, MAXSIZE))
        with self._session(TIMED_OUT):
            if len(view) == BLOCK:
                done = self._command(17, start_block * self._unit) >= 0 and self._receive(view)
            else:
                done = self._read_on(start_block, view)
        if not done:
            raise failure(errno.EIO)

    def writeblocks(self, start_block: int, buf: Any) -> None:
        self._claimed()
        view = _blocks_of(buf)
        with self._session(TIMED_OUT):
            done = self._begin_writing(start_block)
            for at in range(0, len(view), BLOCK):
                done = done and self._send(bytes(view[at : at + BLOCK]))
        if not done:
            self._next_write = None
            raise failure(errno.EIO)

    def _claimed(self) -> Any:
        """Raises ValueError after `deinit` of the card or its bus."""
        if self._bus is None or not self._bus._pins:
            raise deinitialized()

    def _release(self) -> None:
        self._bus = None
        self._cs.deinit()

    @contextmanager
    def _session(self, number: int) -> Any:
        """Lock the bus and select the card. Raises OSError."""
        with machine.clock.held():
            if not self._wait(LOCK_MS, self._bus.try_lock):
                raise os_error(OSError, number)
            self._bus.configure(baudrate=self._baudrate)
            self._cs.value = False
            try:
                yield
            finally:
                self._cs.value = True
                self._clock(1)
                self._bus.unlock()

    def _wait(self, limit_ms: int, done: Callable[[], bool]) -> bool:
        """Ask until the condition is met, or the time is over; a late card is asked less often."""
        deadline, pause = machine.clock.now + limit_ms * MS, FIRST_PAUSE_NS
        while machine.clock.now < deadline:
            if done():
                return True
            machine.clock.advance(pause)
            pause = min(2 * pause, LONGEST_PAUSE_NS)
        return False

    def _clock(self, count: int) -> bytes:
        """Return the card's answers meanwhile."""
        heard: bytes = self._bus._transfer(b"\xff" * count)
        return heard

    def _await(self, wanted: Callable[[int], bool], limit_ms: int) -> int:
        """Return the first wanted byte, or FAILED."""
        heard = [FAILED]

        def look() -> bool:
            heard[:] = self._clock(1)
            return wanted(heard[0])

        return heard[0] if self._wait(limit_ms, look) else FAILED

    def _is_ready(self) -> bool:
        return self._await(lambda byte: byte == 0xFF, READY_MS) != FAILED

    def _command(self, number: int, argument: int, wait: bool = True) -> int:
        """Return the first byte of the card's answer, or FAILED."""
        if not self._end_writing():
            return FAILED
        if wait and not self._is_ready():
            raise os_error(OSError, TIMED_OUT)
        command = bytes([0x40 | number]) + (argument & 0xFFFF_FFFF).to_bytes(4, "big")
        self._bus._transfer(command + bytes([crc7(command)]))
        return self._await(lambda byte: not byte & 0x80, COMMAND_MS)

    def _start(self) -> None:
        """Initialise the card after power-on. Raises OSError."""
        self._cs.value = True
        self._clock(10)
        self._cs.value = False
        if not any(self._restarts() for _ in range(ATTEMPTS)):
            raise os_error(OSError, "no SD card")
        answer = self._command(8, 0x1AA)
        self._clock(4)
        if answer not in (sd.IDLE, sd.IDLE | sd.ILLEGAL):
            raise OSError("couldn't determine SD card version")
        version = 2 if answer == sd.IDLE else 1
        if not self._wait(COMMAND_MS, self._started if version == 2 else self._started_old):
            raise OSError(f"timeout waiting for v{version} card")
        self._learn_size()
        if self._command(16, BLOCK) != sd.FINE:
            raise OSError("can't set 512 block size")

    def _restarts(self) -> bool:
        self._is_ready()
        return self._command(0, 0, wait=False) == sd.IDLE

    def _started_old(self) -> bool:
        return self._command(41, 0) == sd.FINE

    def _started(self) -> bool:
        machine.clock.advance(START_MS * MS)
        self._command(55, 0)
        if self._command(41, HIGH_CAPACITY) != sd.FINE:
            return False
        self._command(58, 0)
        if self._clock(4)[0] & 0x40:
            self._unit = 1
        return True

    def _learn_size(self) -> None:
        csd = bytearray(16)
        if self._command(9, 0) != sd.FINE or not self._receive(memoryview(csd)):
            raise OSError("no response from SD card")
        if csd[0] >> 6 > 1:
            raise OSError("SD card CSD format not supported")
        self._count = size_of(bytes(csd))

    def _read_on(self, start: int, view: memoryview) -> bool:
        done = self._command(18, start * self._unit) >= 0
        for at in range(0, len(view), BLOCK):
            done = done and self._receive(view[at : at + BLOCK])
        return self._command(12, 0, wait=False) != FAILED and done

    def _receive(self, view: memoryview) -> bool:
        """Read a block and its checksum, which is ignored."""
        if self._await(lambda byte: byte == sd.ONE, COMMAND_MS) == FAILED:
            return False
        view[:] = self._clock(len(view))
        self._clock(2)
        return True

    def _begin_writing(self, start: int) -> bool:
        """Start a sequence of writes, unless the block follows those written last."""
        if self._next_write == start:
            return True
        if self._command(25, start * self._unit) < 0:
            return False
        self._next_write = start
        return True

    def _end_writing(self) -> bool:
        if self._next_write is None:
            return True
        self._next_write = None
        self._bus._transfer(bytes([sd.STOP, 0xFF]))
        return self._await(lambda byte: not byte, COMMAND_MS) != FAILED

    def _send(self, data: bytes) -> bool:
        if not self._is_ready():
            raise os_error(OSError, TIMED_OUT)
        self._bus._transfer(bytes([sd.ONE_OF_SEVERAL]) + data + b"\xff\xff")
        answer = self._await(lambda byte: byte & 0x11 == 0x01, COMMAND_MS)
        if answer & 0x1F != sd.WRITTEN[0]:
            return False
        self._next_write = (self._next_write or 0) + 1
        return self._await(bool, COMMAND_MS) != FAILED


def _blocks_of(buf: Any) -> memoryview:
    view = buffer(buf)
    if len(view) % BLOCK:
        raise ValueError(f"Buffer must be a multiple of {BLOCK} bytes")
    return view
