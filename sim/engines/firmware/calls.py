# SPDX-License-Identifier: MIT
"""Answers the chip's calls with the board's parts: pins, panel, buses, speaker, nvm, console.

`answers` maps the names of chip/chip.h to methods. `log` has the calls without a result, which are
made again when a snapshot is restored. A boot that needed a result (`asked` > 0) has no snapshot.

A `Dac` makes the chip's digital-analogue converter the speaker's voice. A sound begins with its
first sample and ends with its DMA, or when no sample has come for a while. If its samples are those
of a sound file on the drive, the speaker's log names the file.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...board.motherboard import Motherboard
from ...board.panel import WINDOW
from ...board.sound import Feed, Speaker, Wave
from ...clock import MS, Clock
from .chip import CYCLES, FLASH_BYTES, NANOSECONDS, Chip
from .course import Course
from .snapshots import Log
from .wiring import Wiring, pin_number

CYCLES_PER_SECOND = 120_000_000
# Longer than the firmware takes between two blocks.
SILENCE_NS = 30 * MS
NAME = "<DAC>"
# Other values are those of a program that sets a voltage.
LEAST_RATE, MOST_RATE = 1_000, 400_000
# A file is recognised by so many samples, which differ in the lower bits that a DAC has not.
COMPARED, LEAST, COARSE, RATES_DIFFER = 1024, 16, 300, 0.02
AT_REST = 8


class Dac:
    """`waves` yields the drive's sound files."""

    def __init__(self, speaker: Speaker, clock: Clock, waves: Callable[[], Iterable[Wave]]):
        self._speaker = speaker
        self._clock = clock
        self._waves = waves
        self._feed: Feed | None = None
        self._last_ns = 0

    def take(self, data: bytes, period: int, began: int) -> None:
        """Take samples of 12 bits that were converted, `period` cycles apart, from `began` (ns)."""
        rate = round(CYCLES_PER_SECOND / period)
        frames = ((np.frombuffer(data, "<u2").astype(np.int32) - 2048) << 4).astype(np.int16)
        if not LEAST_RATE <= rate <= MOST_RATE:
            return
        self._last_ns = self._clock.now
        if self._feed is None or abs(self._feed.rate - rate) > rate * RATES_DIFFER:
            self.stop()
            self._feed = Feed(NAME, rate, began)
            self._look(self._feed)
        self._feed.add(frames)
        self._speaker.continue_feed(self._feed)

    def stop(self) -> None:
        """End the sound, as the end of its DMA, silence and the end of power do."""
        feed, self._feed = self._feed, None
        if feed:
            feed.end(self._recognised(feed))
            self._speaker.continue_feed(feed)

    def _look(self, feed: Feed) -> None:
        """End the sound when nothing has come for a while."""
        if feed is not self._feed:
            return
        if self._clock.now - self._last_ns > SILENCE_NS:
            self.stop()
        else:
            self._clock.at(self._clock.now + SILENCE_NS, lambda: self._look(feed))

    def _recognised(self, feed: Feed) -> Wave | None:
        """Return the sound file that begins as the feed does, if there is one: of several the one
        that agrees longest.
        """
        heard = feed.first_frames(COMPARED)
        agree = [(_agreeing(wave, heard), wave) for wave in self._waves()]
        size, best = max(agree, key=lambda each: each[0], default=(0, None))
        if not size or best is None:
            return None
        # A program may play it slower or faster.
        is_own = abs(best.rate - feed.rate) <= feed.rate * RATES_DIFFER
        return best if is_own else replace(best, rate=feed.rate)


def _agreeing(wave: Wave, heard: NDArray[np.int16]) -> int:
    """Return how many samples are a file's, after the few at rest with which a DAC starts."""
    frames = wave.frames[:COMPARED, 0].astype(int)
    return max(_beginning(frames, heard[rest:]) for rest in range(AT_REST))


def _beginning(frames: NDArray[np.int_], heard: NDArray[np.int16]) -> int:
    """Return the length of what both have, 0 if they differ in it."""
    size = min(len(frames), len(heard))
    agrees = bool((abs(frames[:size] - heard[:size]) < COARSE).all())
    return size if agrees and size >= LEAST else 0


LOW, HIGH, FLOATS, PULLED_UP, PULLED_DOWN = range(5)
FULL = 0xFFFF
NVM = FLASH_BYTES - 8192
PAGE = 512
WINDOW_COMMANDS = sum(1 << place for place in WINDOW)
FLASH, STORAGE = 0, 1
IDLE_BYTE = 0xFF
EXPECTED_NOTES = 200


class Calls:
    """The board around a chip that is `attach`ed before it has power.

    Args:
        board: the parts that answer.
        wiring: says which of the chip's pins they are connected to.
        course: follows what the firmware prints.
        dac: plays the samples.
        sync: sets the board's clock to the chip's time.
        changed: takes (address, bytes) of what the chip has written to the drive.
        halt: ends the chip's run.
    """

    def __init__(self, board: Motherboard, wiring: Wiring, course: Course, dac: Dac,
                 sync: Callable[[], None], changed: Callable[[int, int], None],
                 halt: Callable[[], None]):
        self.log: Log | None = []
        self.asked = self.chances = 0
        self._board = board
        self._course = course
        self.has_heard = False
        self._dac = dac
        self._sync = sync
        self._changed = changed
        self._halt = halt
        self._random = b""
        self._chip: Chip | None = None
        self._lines = {pin_number(line.chip_name): line for line in board.pins
                       if line.chip_name[:2] in ("PA", "PB")}
        self._reset_pin = pin_number(wiring.reset)
        self._i2c = I2C(board)
        self._erased_at = 0
        self._notes: set[str] = set()
        silent: dict[str, Callable[..., None]] = {
            "pin": self._pin, "wave": self._wave, "panel": self._panel,
            "pixels": self._pixels, "samples": self._samples, "serial": self._serial,
            "said": self._said,
            "programmed": self._programmed, "note": self._note,
            "data": lambda data: None, "report": lambda kind, data: None,
            "uart": lambda sercom, byte: None,
        }
        self._silent = silent
        self.answers: dict[str, Callable[..., int | None]] = {
            name: self._logged(name) for name in silent}
        self.answers |= {
            "analogue": self._analogue, "spi": self._spi, "spi_block": self._spi_block,
            "chance": self._chance,
            "i2c_start": self._i2c_start, "i2c_write": self._i2c_write,
            "i2c_read": self._i2c_read, "i2c_stop": self._i2c_stop,
        }

    def attach(self, chip: Chip) -> None:
        self._chip = chip

    def repeat(self, log: Log) -> None:
        """Make the calls of a logged boot again."""
        for name, *arguments in log:
            self._silent[name](*arguments)

    def _logged(self, name: str) -> Callable[..., None]:
        """Return the answer to a call without a result; its address and count become bytes."""
        act, at = self._silent[name], ADDRESSES.get(name)

        def answer(*arguments: int) -> None:
            assert self._chip
            given: tuple[Any, ...] = arguments
            if at is not None:
                size = WORD.get(name, 1)
                data = self._chip.bytes_at(arguments[at], arguments[at + 1] * size)
                given = (*arguments[:at], data, *arguments[at + 2:])
            self._sync()
            if self.log is not None:
                self.log.append((name, *given))
            act(*given)

        return answer

    def _pin(self, number: int, state: int) -> None:
        line = self._lines.get(number)
        if number == self._reset_pin and state == LOW:
            self._board.panel.reset()
        if line is not None:
            line.pull = {PULLED_UP: 1.0, PULLED_DOWN: 0.0}.get(state)
            line.drive({LOW: 0.0, HIGH: 1.0}.get(state))

    def _wave(self, number: int, period: int, high: int) -> None:
        """A timer drives a pin: its mean voltage is what a lamp shows."""
        line = self._lines.get(number)
        if line is not None and period:
            line.drive(min(1.0, high / period))

    def _panel(self, data: bytes, commands: int) -> None:
        """Take bytes for the panel; bit n of `commands` is set if byte n is a command."""
        panel, at = self._board.panel, 0
        if commands == WINDOW_COMMANDS and all(data[n] == code for n, code in WINDOW.items()):
            panel.draw(data)
            self._note_pixels(len(data) - 11)
            return
        for place in range(commands.bit_length()):
            if commands >> place & 1:
                self._data(data[at:place])
                panel.command(data[place])
                at = place + 1
        self._data(data[at:])

    def _data(self, data: bytes) -> None:
        if data:
            self._board.panel.data(data)
        self._note_pixels(len(data))

    def _note_pixels(self, count: int) -> None:
        if count >= PAGE:
            self._board.journal.note("display", "pixels", bytes=count)

    def _pixels(self, data: bytes) -> None:
        self._board.pins["NEOPIXEL"].on_pixels(data)

    def _samples(self, channel: int, data: bytes, period: int) -> None:
        if channel == 0 and period:
            self._dac.take(data, period, self._began(channel))
        elif channel == 0 and not data:
            self._dac.stop()

    def _serial(self, data: bytes) -> None:
        self.has_heard = True
        self._board.console.wire(data)
        self._course.hear(data)

    def _said(self, function: int, text: bytes, stack: int) -> None:
        self._course.said(function, text, stack)

    def _note(self, data: bytes) -> None:
        """The emulator's own remarks, once each."""
        text = data.decode("utf-8", "replace")
        if text not in self._notes and len(self._notes) < EXPECTED_NOTES:
            self._notes.add(text)
            self._board.journal.note("bus", text)

    def _programmed(self, memory: int, address: int, count: int, erased: int) -> None:
        if memory == STORAGE:
            self._changed(address, count)
        elif address + count > NVM:
            self._nvm(address - NVM, count, bool(erased))

    def _nvm(self, at: int, count: int, erased: bool) -> None:
        """The firmware erases the block and writes its pages; the power may fail on the way."""
        nvm, faults, clock = self._board.nvm, self._board.faults, self._board.clock
        if erased:
            self._erased_at = clock.now
            nvm.writes += 1
            if faults.power_fails("before"):
                nvm.writes -= 1
                return self._cut(bytes(nvm.content))
            nvm.before = nvm.complete
            self._look_at_nvm()
            if faults.power_fails("erased"):
                self._cut()
            return
        self._look_at_nvm()
        if at + count == len(nvm.content) // 2 and faults.power_fails("half"):
            self._cut()
        elif at + count == len(nvm.content):
            nvm.before = None
            self._board.journal.note("nvm", "erase and write", self._erased_at, clock.now)
            if faults.power_fails("after"):
                self._cut()

    def _look_at_nvm(self) -> None:
        assert self._chip
        self._board.nvm.content[:] = self._chip.flash[NVM:].tobytes()

    def _cut(self, nvm: bytes | None = None) -> None:
        """Cut the power now, with what is in the flash, or with what was in nvm before."""
        if nvm is not None:
            self._board.nvm.content[:] = nvm
        self._board.nvm.before = None
        self._board.power_off()
        self._halt()

    def _began(self, channel: int) -> int:
        """Return when the first of the samples was converted."""
        assert self._chip
        late = self._chip.now - self._chip.call("samples_began", channel)
        return self._board.clock.now - late * NANOSECONDS // CYCLES

    def _analogue(self, number: int) -> int:
        self.asked += 1
        self._sync()
        line = self._lines.get(number)
        return round(line.voltage() * FULL) if line else 0

    def _chance(self) -> int:
        """Return 32 random bits. The firmware takes the lower eight: those of the Python engine."""
        at = self.chances % 4
        if not at:
            self._random = self._board.entropy.randbytes(4)
        self.chances += 1
        return int.from_bytes(self._random[at:] + self._random[:at], "little", signed=True)

    def skip_chances(self, count: int) -> None:
        """Draw what a boot has drawn that is not repeated."""
        for _ in range(count):
            self._chance()

    def _spi(self, sercom: int, byte: int) -> int:
        return self._transfer(bytes((byte & 0xFF,)))[0]

    def _spi_block(self, sercom: int, address: int, count: int) -> None:
        assert self._chip
        self._chip.put_bytes(address, self._transfer(self._chip.bytes_at(address, count)))

    def _transfer(self, sent: bytes) -> bytes:
        self.asked += 1
        self._sync()
        answer = self._board.spi.transfer(sent)
        if answer is None:
            idle = IDLE_BYTE if self._board.pins["MISO"].high else 0
            return bytes((idle,)) * len(sent)
        return answer

    def _i2c_start(self, sercom: int, address: int, reads: int) -> int:
        self.asked += 1
        self._sync()
        return int(self._i2c.start(address, bool(reads)))

    def _i2c_write(self, sercom: int, byte: int) -> int:
        return int(self._i2c.write(byte & 0xFF))

    def _i2c_read(self, sercom: int) -> int:
        self._sync()
        return self._i2c.read()

    def _i2c_stop(self, sercom: int) -> None:
        self._sync()
        self._i2c.stop()


# The argument that is an address, with a count after it, and the bytes of what is counted.
ADDRESSES = {"panel": 0, "pixels": 0, "serial": 0, "note": 0, "report": 1, "samples": 1,
             "data": 0, "said": 1}
WORD = {"samples": 2}


class I2C:
    """The I2C bus byte by byte, for devices that take a transfer at once."""

    def __init__(self, board: Motherboard):
        self._bus = board.i2c
        self._device: Any = None
        self._written: bytearray | None = None
        self._coming = b""

    def start(self, address: int, reads: bool) -> bool:
        self._finish()
        self._device = self._bus.devices.get(address)
        self._coming = b""
        self._written = None if reads else bytearray()
        if self._device is None and reads:
            self._bus.miss(address)
        return self._device is not None

    def write(self, byte: int) -> bool:
        if self._device is None or self._written is None:
            return False
        self._written.append(byte)
        return True

    def read(self) -> int:
        if self._device is None:
            return IDLE_BYTE
        if not self._coming:
            self._coming = self._device.read(self._device.read_ahead) or bytes((IDLE_BYTE,))
        byte, self._coming = self._coming[0], self._coming[1:]
        return byte

    def stop(self) -> None:
        self._finish()
        self._device = None

    def _finish(self) -> None:
        """Pass on what was written; an address alone only asks whether a chip is there."""
        if self._device is not None and self._written:
            self._device.write(bytes(self._written))
        self._written = None
