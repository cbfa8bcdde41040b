# SPDX-License-Identifier: MIT
"""Engines run the program of a board."""

from collections.abc import Callable

from ..board.motherboard import Motherboard
from .engine import Engine

ENGINES = ("python",)


def engine_maker(name: str, *, strict: bool = True,
                 instant: bool = False) -> Callable[[Motherboard], Engine]:
    """Return a function that puts the named engine on a board; an engine is imported when used.

    Raises ValueError for an unknown engine.
    """
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}: choose {' or '.join(ENGINES)}")
    from .python.machine import Machine
    from .python.modules import BuiltIns

    return lambda board: Machine(board, BuiltIns, strict=strict, instant=instant)
