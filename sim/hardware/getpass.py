# SPDX-License-Identifier: MIT
"""A secret, typed on the serial console; it is not echoed."""

from typing import Any

from ..machine import Machine
from ..native.arguments import stream as output

__all__ = ["getpass"]

machine: Machine

ERASE = "\b\x7f"


def getpass(prompt: str | None = "Password: ", stream: Any = None) -> str:
    """The line without its end; backspace takes a character back."""
    console = output(machine.console if stream is None else stream)
    console.write(str(prompt or ""))
    stdin, line = machine.hardware("sys").stdin, ""
    while (key := stdin.read(1)) not in "\r\n":
        line = line[:-1] if key in ERASE else line + key
    console.write("\n")
    return line
