# SPDX-License-Identifier: MIT
"""The desk around the core: answers its questions with the machine's parts.

Each message's letter names the method in `_answers` that takes its payload; a question's answer is
what the method returns. core/README.md lists them all.
"""

import struct
from codecs import getincrementaldecoder
from collections.abc import Callable

from ...board.motherboard import Motherboard
from ...board.pins import Line
from .buses import Buses
from .contents import messages
from .course import Course
from .files import Files
from .link import Link
from .sounds import Sounds

FULL = 4095
RESET_REASONS = ("POWER_ON", "BROWNOUT", "SOFTWARE", "DEEP_SLEEP_ALARM", "RESET_PIN", "WATCHDOG",
                 "UNKNOWN", "RESCUE_DEBUG")
# Of a pin's message: its number, what the chip does to it, and the level of an analogue one.
PIN = struct.Struct("<BBH")
LOW, HIGH, FLOATS, PULLED_UP, PULLED_DOWN, VOLTAGE = range(6)
# Lines of a port: PA00 is 0 and PB00 32.
PORT_LINES = 32
SETTINGS = struct.Struct("<IIIBBB")


class Desk:
    """Asks `handle` for the answer to a message, None where none is waited for. If it is `timed`,
    the core's work takes a board's time.
    """

    def __init__(self, board: Motherboard, link: Link, course: Course, ram: int, timed: bool):
        self._board = board
        self._link = link
        self._course = course
        self._ram = ram
        self._timed = timed
        self._held = ""
        self._filled = False
        self._spoiled: dict[str, str] = {}
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        files, sounds, buses = Files(board.drive), Sounds(board), Buses(board)
        self._answers: dict[str, Callable[[bytes], bytes | None]] = {
            "B": self._begin, "D": self._fill, "T": lambda _: course.look(), "E": self._chance,
            "p": self._drive, "I": self._digital, "A": self._analogue,
            "c": self._command, "b": self._pixels, "z": self._reset_panel, "x": self._colour,
            "N": self._keep, "o": self._print, "O": self._announce,
            "G": course.start, "H": course.end, "X": course.reset,
            "f": files.begin, "w": files.write, "F": files.end, "m": files.make_folder,
            "u": files.remove, "v": files.rename,
            "S": sounds.do, "t": sounds.describe, "R": sounds.play_raw,
            "C": buses.i2c, "P": buses.spi,
        }

    def spoil(self) -> None:
        """Tell the core which of the drive's files cannot be read, when that has changed."""
        faults = self._board.faults.unreadable
        if faults != self._spoiled:
            self._spoiled = dict(faults)
            self._link.send("x")
            for path, when in faults.items():
                self._link.send("x", f"{when[0]}/{path.lstrip('/')}".encode())

    def handle(self, kind: str, payload: bytes) -> bytes | None:
        return self._answers[kind](payload)

    def _begin(self, _: bytes) -> bytes:
        board = self._board
        self._link.send("s", SETTINGS.pack(
            self._ram, board.drive.size_kb, board.rtc_start,
            RESET_REASONS.index(board.boot.reset_reason), board.console.connected, self._timed))
        self._link.send("n", bytes(board.nvm.content))
        self._link.send("p", board.drive.program.encode())
        return b""

    def _fill(self, _: bytes) -> bytes:
        self._filled = True
        for kind, payload in messages(self._board.drive, self._board.model):
            self._link.send(kind, payload)
        return b""

    def _chance(self, payload: bytes) -> bytes:
        """The number that formatting gives the drive is no chance of the program's."""
        size = int.from_bytes(payload, "little")
        return self._board.entropy.randbytes(size) if self._filled else bytes(size)

    def _line(self, number: int) -> Line | None:
        """None for one that the board does not name."""
        port, line = divmod(number, PORT_LINES)
        try:
            return self._board.pins[f"P{'AB'[port]}{line:02}"]
        except KeyError:
            return None

    def _drive(self, payload: bytes) -> None:
        number, state, level = PIN.unpack(payload)
        line = self._line(number)
        if line is None:
            return
        line.pull = {PULLED_UP: 1.0, PULLED_DOWN: 0.0}.get(state)
        line.drive({LOW: 0.0, HIGH: 1.0, VOLTAGE: level / 0xFFFF}.get(state))

    def _digital(self, payload: bytes) -> bytes:
        line = self._line(payload[0])
        return bytes([line is not None and line.high])

    def _analogue(self, payload: bytes) -> bytes:
        line = self._line(payload[0])
        reading = round(line.voltage() * FULL) if line else 0
        return (reading << 4 | reading >> 8).to_bytes(2, "little")

    def _command(self, payload: bytes) -> None:
        for code in payload:
            self._board.panel.command(code)

    def _pixels(self, payload: bytes) -> None:
        self._board.panel.data(payload)

    def _reset_panel(self, _: bytes) -> None:
        self._board.panel.reset()

    def _colour(self, payload: bytes) -> None:
        sent = payload[1:]
        if self._line(payload[0]) is self._board.pins["NEOPIXEL"] and len(sent) >= 3:
            self._board.pixel = (sent[1], sent[0], sent[2])

    def _keep(self, payload: bytes) -> bytes:
        start = int.from_bytes(payload[:4], "little")
        block, content = bytearray(self._board.nvm.content), payload[4:]
        block[start:start + len(content)] = content
        self._board.nvm.write(block, start + len(content) // 2)
        return b""

    def _print(self, payload: bytes) -> None:
        """Lines end in a newline here; the core sends its carriage return on its own."""
        text = self._held + self._decode(payload)
        self._held = "\r" if text.endswith("\r") else ""
        self._course.say(text.removesuffix("\r").replace("\r\n", "\n"))

    def _announce(self, payload: bytes) -> None:
        """What the firmware prints around the program is for those who sit at the console, which
        is connected when boot.py is done.
        """
        if self._board.console.attended and self._course.started:
            self._print(payload)
