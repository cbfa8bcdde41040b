# SPDX-License-Identifier: MIT
"""Functions that compiled code calls, and built-in functions kept within the board's limits.

Functions that may make numbers larger than the board's memory refuse that.
"""

import builtins
from collections.abc import Callable, Iterable
from typing import Any

from .. import operations
from ..native import errors
from ..native.names import names_of
from ..ranges import counted_iter, counting, long_range

# Hidden names in compiled code. No program can write them, because of the dot.
# The heartbeats: of a `while` loop, and of all else that has one.
WHILE, BEAT = "sim.while", "sim.beat"
RANGE, CLOSED_ATTRIBUTE = "sim.range", "sim.closed"
LOOP, OS_ERROR, IS_OVER, END = "sim.loop", "sim.oserror", "sim.is_over", "sim.end"
REWORDED = "sim.reworded"
CLOCK, WORK, SIZED = "sim.clock", "sim.work", "sim.sized"
# Attributes that lead from a program's own objects to those of the simulator.
CLOSED = frozenset(["__builtins__", "__closure__", "__globals__", "__subclasses__", "ag_frame",
                    "cr_frame", "f_back", "f_builtins", "f_globals", "f_locals", "gi_frame",
                    "tb_frame"])
# Built-in names of CPython that serve its own console, or lead out of the program.
HOSTS = frozenset(["__doc__", "__loader__", "__name__", "__package__", "__spec__", "breakpoint",
                   "compile", "copyright", "credits", "exit", "license", "quit"])


def hidden(beat: Callable[[], None]) -> dict[str, Any]:
    """Return the functions behind the hidden names that need no more of a machine than `beat`."""
    return {WHILE: beat, BEAT: beat, LOOP: counting, RANGE: range, CLOSED_ATTRIBUTE: closed,
            OS_ERROR: errors.os_error, REWORDED: errors.reworded, **operations.HIDDEN}


def builtin_names(beat: Callable[[], None]) -> dict[str, Any]:
    """Return CPython's built-in names without those that would hang or leave the simulator."""
    names = {name: value for name, value in vars(builtins).items() if name not in HOSTS}
    return {**names, "sum": _sum,
            "iter": counted_iter(beat), "range": long_range(beat)}


def _sum(iterable: Iterable[Any], /, start: Any = 0) -> Any:
    """Add one after the other: from Python 3.12 on, the host's sum rounds floats otherwise."""
    for item in iterable:
        start = start + item
    return start


_sum.__name__ = _sum.__qualname__ = "sum"


def closed(value: Any, name: str) -> Any:
    """Load a CLOSED attribute: only a function of the program itself has one, `__globals__`."""
    if name == "__globals__" and BEAT in getattr(value, "__builtins__", ()):
        return names_of(value.__globals__)
    raise AttributeError(f"'{type(value).__name__}' object has no attribute '{name}'")


def closing(load: Callable[..., Any]) -> Callable[..., Any]:
    """Return the program's `getattr`, for which CLOSED attributes are closed, too."""

    def getattr(value: Any, name: str, /, *default: Any) -> Any:
        if name not in CLOSED:
            return load(value, name, *default)
        try:
            return closed(value, name)
        except AttributeError:
            if default:
                return default[0]
            raise

    getattr.__qualname__ = getattr.__name__
    return getattr
