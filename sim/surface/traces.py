# SPDX-License-Identifier: MIT
"""A trace of a portal: what happens from now on, in a file that Perfetto's viewer opens."""

import math
import os
from collections.abc import Callable

from ..clock import nanoseconds
from ..machine import Machine
from ..trace import perfetto
from .place import writable


class Trace:
    """Of the machine that the portal has; it is written at the end of a `with`, by `close`, or when
    the portal is closed. Raises ValueError for a place where no file can be.
    """

    def __init__(self, machine: Callable[[], Machine], path: str | os.PathLike[str]):
        self._machine = machine
        self.path = writable(path)
        self.is_open = True
        machine().journal.begin()

    def __enter__(self) -> "Trace":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            machine = self._machine()
            note_sounds(machine)
            content = perfetto.text(machine.journal.end(), machine.board.title)
            self.path.write_text(content, encoding="utf-8")


def note_sounds(machine: Machine) -> None:
    """The speaker keeps a log of its own."""
    for start, path, length, _ in machine.speaker.log:
        end = machine.clock.now if math.isinf(length) else nanoseconds(start + length)
        machine.journal.note("sound", path, nanoseconds(start), end)
