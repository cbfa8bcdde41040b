# SPDX-License-Identifier: MIT
"""A machine whose program runs on CircuitPython's core.

The core runs ahead in its own process until it asks something; its time is the machine's when the
question is answered, so that it sees the world of that moment.
"""

import struct
from pathlib import Path

from ...board.motherboard import Motherboard
from ..coroutine import CoroutineEngine
from ..engine import Heap
from .course import Course
from .desk import Desk
from .link import CoreError, Link, Message

# Of the PyPortal's RAM, what its program gets: 188,288 bytes of heap, and the tables around it.
RAM = 194_560
BOARDS = ("pyportal",)
# What the key sends; the core's `sys.stdin` makes a newline of it.
ENTER = "\r"


class CoreMachine(CoroutineEngine):
    """`core` is the built core, `ram` the bytes for heap and stack of its program. The core's work
    takes a board's time if it is `timed`.
    """

    def __init__(self, board: Motherboard, core: Path, *, ram: int | None = None,
                 timed: bool = True):
        super().__init__(board)
        if board.model.name not in BOARDS:
            raise ValueError(f"the core is built for the {', '.join(BOARDS)}, not for the "
                             f"{board.model.name}: engine=\"python\" has it")
        self.ram = ram or RAM
        self._timed = timed
        self._core = core
        self._link: Link | None = None
        self._course = Course(board, self.halt)

    @property
    def traceback(self) -> str:
        return self._course.traceback

    @property
    def ended(self) -> bool:
        return self._course.ended

    @property
    def heap(self) -> Heap:
        """The heap at the core's next question, which comes 10 ms later at the latest."""
        if self._link is None:
            raise RuntimeError("the core is not running now: it knows its heap while it runs")
        return Heap(*struct.unpack("<5I", self._link.ask("h")))

    def run_until(self, when: int) -> None:
        if self.alive and self._link is None:
            self._link = Link(self._core)
        super().run_until(when)

    def _power_off(self) -> None:
        super()._power_off()
        self._unplug()

    def position(self) -> str:
        return self.board.drive.program

    def _live(self) -> None:
        assert self._link is not None
        link, course = self._link, self._course
        desk = Desk(self.board, link, course, self.ram, self._timed)
        try:
            while not course.ended or self.board.console.attended:
                self._serve(link, desk, link.read())
        except CoreError as error:
            course.fail(str(error))
        finally:
            self._unplug()
        self.board.speaker.stop()
        course.ended = True

    def _serve(self, link: Link, desk: Desk, message: Message) -> None:
        """Wait for the message's moment, do what it says, and answer if it asks."""
        clock, console, lingers = self.board.clock, self.board.console, self._course.lingers
        if not lingers:
            clock.advance(max(0, message.now - clock.now))
        answer = desk.handle(message.kind, message.payload)
        if answer is None:
            return
        desk.spoil()
        if console.typed:
            keys = console.take(len(console.typed))
            link.send("k", keys.replace("\n", ENTER).encode())
        now = message.now if self._course.lingers else clock.now
        link.send("a", struct.pack("<q", now) + answer)

    def _unplug(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close()
