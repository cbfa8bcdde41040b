# SPDX-License-Identifier: MIT
"""codeop: tells whether a source text is complete, for a program with its own REPL."""

import codeop as host
from types import CodeType

from ..compiler.compiler import compile_device
from . import machine

__all__ = ["compile_command"]


def compile_command(source: str, filename: str = "<input>", symbol: str = "single") -> CodeType:
    """Compile a command; returns None if more lines must follow. Raises SyntaxError."""
    if not isinstance(source, str):
        raise TypeError(f"can't convert '{type(source).__name__}' object to str implicitly")
    if symbol not in ("single", "exec", "eval"):
        raise ValueError("Invalid symbol")
    if host.compile_command(source, filename, symbol) is None:
        return None  # type: ignore[return-value]
    return compile_device(source.encode(), filename, symbol, machine.strict,
                          machine.meter.timed)
