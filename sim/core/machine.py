# SPDX-License-Identifier: MIT
"""A machine whose program runs on CircuitPython's core.

The core runs ahead in its own process until it asks something; its time is the machine's when the
question is answered, so that it sees the world of that moment.
"""

import struct
from typing import Any

from ..machine import Machine
from . import wasm
from .course import Course
from .desk import Desk
from .heap import Heap
from .link import CoreError, Link, Message

# Of the PyPortal's RAM, what its program gets: 188,288 bytes of heap, and the tables around it.
RAM = 194_560
BOARDS = ("pyportal",)
# What the key sends; the core's `sys.stdin` makes a newline of it.
ENTER = "\r"


class CoreMachine(Machine):
    """Its arguments are a Machine's, and `ram`, the bytes for heap and stack of its program."""

    def __init__(self, *arguments: Any, ram: int | None = None):
        super().__init__(*arguments)
        if self.board.name not in BOARDS:
            raise ValueError(f"the core is built for the {', '.join(BOARDS)}, not for the "
                             f"{self.board.name}: engine=\"python\" has it")
        # The core counts its own work: nothing here is to charge for it again.
        self._counts, self.meter.timed = self.meter.timed, False
        self.ram = ram or RAM
        self._link: Link | None = None
        self._wasm = wasm.find()

    @property
    def heap(self) -> Heap:
        """As it is when the core looks up next, which is at most 10 ms later."""
        if self._link is None:
            raise RuntimeError("the core is not running now: it knows its heap while it runs")
        return Heap(*struct.unpack("<5I", self._link.ask("h")))

    def run_until(self, when: int) -> None:
        """The process starts here, where the limits for the program's are not on."""
        if self.alive and self._link is None:
            self._link = Link(self._wasm)
        super().run_until(when)

    def power_off(self) -> None:
        super().power_off()
        self._unplug()

    def position(self) -> str:
        return self.drive.program

    def _live(self) -> None:
        assert self._link is not None
        link, course = self._link, Course(self)
        desk = Desk(self, link, course, self.ram, self._counts)
        try:
            while not self.ended or self.console.attended:
                self._serve(link, desk, course, link.read())
        except CoreError as error:
            course.fail(str(error))
        finally:
            self._unplug()
        self.speaker.stop()
        self.ended = True

    def _serve(self, link: Link, desk: Desk, course: Course, message: Message) -> None:
        """Wait for the message's moment, do what it says, and answer if it asks."""
        if not course.lingers:
            self.clock.advance(max(0, message.now - self.clock.now))
        answer = desk.handle(message.kind, message.payload)
        if answer is None:
            return
        desk.spoil()
        if self.console.typed:
            keys = self.console.take(len(self.console.typed))
            link.send("k", keys.replace("\n", ENTER).encode())
        now = message.now if course.lingers else self.clock.now
        link.send("a", struct.pack("<q", now) + answer)

    def _unplug(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close()
