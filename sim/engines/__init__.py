# SPDX-License-Identifier: MIT
"""Engines run the program of a board: CPython, or CircuitPython's core."""

from collections.abc import Callable

from ..board.motherboard import Motherboard
from .engine import Engine

ENGINES = ("python", "core")


def engine_maker(name: str, *, strict: bool = True, instant: bool = False,
                 heap: int | None = None) -> Callable[[Motherboard], Engine]:
    """Return a function that puts the named engine on a board; an engine is imported when used.

    `strict` and `heap` are for one engine each. Raises ValueError for an unknown engine, or one
    that is not built.
    """
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}: choose {' or '.join(ENGINES)}")
    if name == "python":
        from .python.machine import Machine
        from .python.modules import BuiltIns

        return lambda board: Machine(board, BuiltIns, strict=strict, instant=instant)
    from .core import wasm
    from .core.machine import CoreMachine

    core = wasm.find()
    return lambda board: CoreMachine(board, core, ram=heap, timed=not instant)
