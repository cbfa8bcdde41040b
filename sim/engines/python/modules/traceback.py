# SPDX-License-Identifier: MIT
"""traceback: formats tracebacks as the device does."""

from typing import Any

from ..native.arguments import stream
from . import machine

__all__ = ["format_exception", "print_exception"]


def format_exception(exc: BaseException, /, value: BaseException | None = None, tb: Any = None,
                     limit: int | None = None, chain: bool | None = True) -> list[str]:
    *lines, said = _printed(exc, value, limit, chain).splitlines()
    return ["".join(f"{line}\r\n" if line.startswith(BROKEN) else f"{line}\n"
                    for line in [*lines, said])]


# Begin the lines that the firmware ends as on a console.
BROKEN = ("Traceback (most recent", "  File ")


def _printed(exc: BaseException, value: BaseException | None, limit: int | None,
             chain: bool | None) -> str:
    error = exc if value is None else value
    if not isinstance(error, BaseException):
        raise TypeError("invalid exception")
    return machine.program.format_traceback(error, limit=limit, chain=bool(chain))


def print_exception(exc: BaseException, /, value: BaseException | None = None, tb: Any = None,
                    limit: int | None = None, file: Any = None, chain: bool | None = True) -> None:
    text = _printed(exc, value, limit, chain)
    stream(machine.console if file is None else file).write(text)
