# SPDX-License-Identifier: MIT
"""Engines run the program of a board: this computer's Python, or the board's own firmware."""

import os
from collections.abc import Callable

from ..board.motherboard import Motherboard
from .engine import Engine

ENGINES = ("python", "firmware")


def engine_maker(name: str, *, strict: bool = True, instant: bool = False,
                 firmware: str | os.PathLike[str] | None = None, board: str = "pyportal",
                 ) -> Callable[[Motherboard], Engine]:
    """Return a function that puts the named engine on a board; an engine is imported when used.

    `firmware` is a file, or a folder with several, for the firmware engine. Raises ValueError for
    an unknown engine, and for a firmware that cannot be used on the `board`.
    """
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}: choose {' or '.join(ENGINES)}")
    if name == "firmware":
        return _firmware_maker(board, firmware, strict, instant)
    if firmware is not None:
        raise ValueError("firmware= is for engine='firmware': give both, or leave it out")
    from .python.machine import Machine
    from .python.modules import BuiltIns

    return lambda board: Machine(board, BuiltIns, strict=strict, instant=instant)


def _firmware_maker(board: str, named: str | os.PathLike[str] | None, strict: bool,
                    instant: bool) -> Callable[[Motherboard], Engine]:
    if not strict:
        raise ValueError("strict=False is for the Python engine: a firmware has the board's limits")
    if instant:
        raise ValueError("instant=True is for the Python engine: a firmware takes the board's time")
    from .firmware.machine import FirmwareMachine
    from .firmware.releases import find

    found = find(board, named)
    return lambda board: FirmwareMachine(board, found)
