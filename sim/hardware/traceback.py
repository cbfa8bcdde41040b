# SPDX-License-Identifier: MIT
"""Tracebacks as the device words them."""

from typing import Any

from sim.machine import Machine

__all__ = ["format_exception", "print_exception"]

machine: Machine


def format_exception(exc: BaseException, value: BaseException | None = None, tb: Any = None,
                     limit: int | None = None, chain: bool | None = True) -> list[str]:
    return machine.program.format_traceback(value or exc).splitlines(keepends=True)


def print_exception(exc: BaseException, value: BaseException | None = None, tb: Any = None,
                    limit: int | None = None, file: Any = None, chain: bool | None = True) -> None:
    (file or machine.console).write("".join(format_exception(exc, value)))
