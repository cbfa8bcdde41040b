# SPDX-License-Identifier: MIT
"""sys: the interpreter's name and version, its search path, and the console as files."""

import sys as host
from typing import Any

from ....board.console import CHARACTER_NS
from ..firmware import VERSION, machine_name
from ..native.arguments import buffer
from ..native.classes import disguised
from . import machine

__all__ = ["argv", "byteorder", "exit", "implementation", "maxsize", "modules", "path", "platform",
           "stderr", "stdin", "stdout", "version", "version_info"]


# The version of .mpy files that the firmware loads, with their sub-version in bits 8 and 9.
MPY = 0x306


class _Implementation(tuple[Any, ...]):
    """The five values of `sys.implementation`, which have names, too."""

    FIELDS = __match_args__ = ("name", "version", "_machine", "_mpy", "_build")

    def __new__(cls, *values: Any) -> "_Implementation":
        return super().__new__(cls, values)

    def __getattr__(self, name: str) -> Any:
        if name not in self.FIELDS:
            raise AttributeError(f"'tuple' object has no attribute '{name}'")
        return self[self.FIELDS.index(name)]


class _ConsoleInput:
    def __repr__(self) -> str:
        return "<io.TextIOWrapper 0>"

    def read(self, size: int = -1) -> str:
        return machine.keyboard.read(size)

    def readline(self, size: int = -1) -> str:
        return machine.keyboard.readline(size)

    def _ready(self) -> tuple[bool, bool]:
        """Tell `select` whether it can be read, and written."""
        return bool(machine.keyboard.typed), False


class _ConsoleOutput:
    def __init__(self, number: int):
        self._number = number

    def __repr__(self) -> str:
        return f"<io.TextIOWrapper {self._number}>"

    def write(self, text: str | bytes) -> int:
        plain = text if isinstance(text, str) else bytes(buffer(text)).decode(errors="replace")
        count = machine.console.write(plain)
        machine.clock.advance(count * CHARACTER_NS)
        return count

    def _ready(self) -> tuple[bool, bool]:
        """Tell `select` that it is never ready, as on the board."""
        return False, False


def exit(*status: Any) -> None:
    raise SystemExit(*status)


disguised(_Implementation, "tuple")
disguised(_ConsoleInput, "TextIOWrapper")
disguised(_ConsoleOutput, "TextIOWrapper")
implementation = _Implementation(
    "circuitpython", (*map(int, VERSION.split(".")), ""), machine_name(machine.board.model), MPY,
    machine.board.model.name)
version = f"3.4.0; Adafruit CircuitPython {VERSION}"
version_info = (3, 4, 0)
platform = "MicroChip SAMD51"
maxsize = 0x7FFFFFFF
byteorder = host.byteorder
argv: list[str] = []
path = machine.program.path
modules = machine.program.modules
stdin = _ConsoleInput()
stdout, stderr = _ConsoleOutput(1), _ConsoleOutput(2)
