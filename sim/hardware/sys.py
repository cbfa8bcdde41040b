# SPDX-License-Identifier: MIT
"""The interpreter: its name and version, where it searches, and the console as files."""

import sys as host
from types import SimpleNamespace
from typing import Any

from ..clock import MS
from ..machine import Machine
from ..program.console import CHARACTER_NS

__all__ = ["argv", "byteorder", "exit", "implementation", "maxsize", "modules", "path", "platform",
           "print_exception", "stderr", "stdin", "stdout", "version", "version_info"]

machine: Machine


class _ConsoleInput:
    """Waits in virtual time until enough has been typed."""

    def read(self, size: int = -1) -> str:
        """Without a size it waits for an end of file, which a console does not have."""
        while len(machine.console.typed) < size or size < 0:
            machine.clock.advance(MS)
        return machine.console.take(size)

    def readline(self, size: int = -1) -> str:
        """At most `size` characters of a line, if it is not negative."""
        while "\n" not in machine.console.typed and not 0 <= size <= len(machine.console.typed):
            machine.clock.advance(MS)
        length = machine.console.typed.find("\n") + 1
        return machine.console.take(min(length, size) if length and size >= 0 else length or size)

    def _ready(self) -> tuple[bool, bool]:
        """For `select`: whether it can be read, and written."""
        return bool(machine.console.typed), False


class _ConsoleOutput:
    """What is written is printed at once."""

    def write(self, text: str | bytes) -> int:
        count = machine.console.write(text)
        machine.clock.advance(count * CHARACTER_NS)
        return count

    def flush(self) -> None:
        pass


def exit(status: Any = 0) -> None:
    raise SystemExit(status)


def print_exception(error: BaseException, file: Any = None) -> None:
    machine.hardware("traceback").print_exception(error, file=file)


implementation = SimpleNamespace(
    name="circuitpython",
    version=(10, 2, 0),
    _machine=f"{machine.board.title} with samd51j20",
    _mpy=518,
)
version = "3.4.0; Adafruit CircuitPython 10.2.0"
version_info = (3, 4, 0)
platform = "MicroChip SAMD51"
maxsize = 0x7FFFFFFF
byteorder = host.byteorder
argv: list[str] = []
path = machine.program.path
modules = machine.program.modules
stdin = _ConsoleInput()
stdout = stderr = _ConsoleOutput()
