# SPDX-License-Identifier: MIT
"""The interpreter: its name and version, where it searches, and the console as files."""

import sys as host
from types import SimpleNamespace
from typing import Any

from sim.clock import MS
from sim.machine import Machine

__all__ = ["argv", "byteorder", "exit", "implementation", "maxsize", "modules", "path", "platform",
           "print_exception", "stderr", "stdin", "stdout", "version", "version_info"]

machine: Machine


class _ConsoleInput:
    """Waits in virtual time until enough has been typed."""

    def read(self, size: int = 1) -> str:
        while len(machine.console.typed) < size:
            machine.clock.advance(MS)
        return machine.console.take(size)

    def readline(self) -> str:
        while "\n" not in machine.console.typed:
            machine.clock.advance(MS)
        return machine.console.take(machine.console.typed.index("\n") + 1)


def exit(status: Any = 0) -> None:
    raise SystemExit(status)


def print_exception(error: BaseException, file: Any = None) -> None:
    (file or machine.console).write(machine.program.format_traceback(error))


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
stdout = stderr = machine.console
