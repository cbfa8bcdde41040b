# SPDX-License-Identifier: MIT
"""Whether a source text is complete, for a program with a REPL of its own."""

import codeop as host
from types import CodeType

from ..machine import Machine
from ..program.compiler import compile_device

__all__ = ["compile_command"]

machine: Machine


def compile_command(source: str, filename: str = "<input>", symbol: str = "single") -> CodeType:
    """The code; None when more lines must follow. Raises SyntaxError."""
    if not isinstance(source, str):
        raise TypeError(f"can't convert '{type(source).__name__}' object to str implicitly")
    if symbol not in ("single", "exec", "eval"):
        raise ValueError("Invalid symbol")
    if host.compile_command(source, filename, symbol) is None:
        return None  # type: ignore[return-value]
    return compile_device(source.encode(), filename, symbol, machine.strict,
                          machine.meter.timed)
