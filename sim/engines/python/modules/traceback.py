# SPDX-License-Identifier: MIT
"""traceback: formats tracebacks as the device does."""

from typing import Any

from ..native.arguments import stream
from . import machine

__all__ = ["format_exception", "print_exception"]


def format_exception(exc: BaseException, /, value: BaseException | None = None, tb: Any = None,
                     limit: int | None = None, chain: bool | None = True) -> list[str]:
    error = exc if value is None else value
    if not isinstance(error, BaseException):
        raise TypeError("invalid exception")
    return machine.program.format_traceback(error).splitlines(keepends=True)


def print_exception(exc: BaseException, /, value: BaseException | None = None, tb: Any = None,
                    limit: int | None = None, file: Any = None, chain: bool | None = True) -> None:
    lines = format_exception(exc, value)
    stream(machine.console if file is None else file).write("".join(lines))
