# SPDX-License-Identifier: MIT
"""What an instruction in the program's code belongs to: a line, a function, the head of one."""

import dis
from functools import lru_cache
from inspect import CO_NEWLOCALS
from types import CodeType

from ..cost.shares import CALL, TOLL, TURN, Place
from ..program.bounds import BEAT
from .stacks import Function

COMPREHENSIONS = frozenset(["<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"])
Position = tuple[int | None, int | None, int | None, int | None]


def function(code: CodeType) -> Function:
    return Function(code.co_qualname, code.co_filename, code.co_firstlineno)


def line(code: CodeType, at: int) -> int:
    return _positions(code)[at // 2][0] or code.co_firstlineno


def place(code: CodeType, at: int, is_beat: bool) -> Place:
    """Of what has moved the clock, a heartbeat or a toll."""
    if is_beat and is_head(code, at):
        if code.co_name != "<lambda>":
            return Place(code.co_firstlineno, 0, CALL)
        return Place(line(code, at), _column(code, at), CALL)
    return Place(line(code, at), _column(code, at), TURN if is_beat else TOLL)


def _column(code: CodeType, at: int) -> int:
    return _positions(code)[at // 2][2] or 0


@lru_cache(maxsize=64)
def _positions(code: CodeType) -> list[Position]:
    return list(code.co_positions())


@lru_cache(maxsize=1024)
def is_head(code: CodeType, at: int) -> bool:
    """Whether the heartbeat whose call is `at` comes first in a function, not in a loop of it."""
    if not code.co_flags & CO_NEWLOCALS or code.co_name in COMPREHENSIONS:
        return False
    beats = [step.offset for step in dis.get_instructions(code) if step.argval == BEAT]
    return len(beats) == 1 or at < beats[1]
