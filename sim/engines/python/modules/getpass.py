# SPDX-License-Identifier: MIT
"""getpass: reads a secret from the serial console without echo."""

from typing import Any

from ..native.arguments import stream as output
from . import machine

__all__ = ["getpass"]

ERASE = "\b\x7f"


def getpass(prompt: str | None = "Password: ", stream: Any = None) -> str:
    """Return the line without its end; backspace removes a character."""
    console = output(machine.console if stream is None else stream)
    console.write(str(prompt or ""))
    line = ""
    while (key := machine.keyboard.read(1)) not in "\r\n":
        line = line[:-1] if key in ERASE else line + key
    console.write("\n")
    return line
