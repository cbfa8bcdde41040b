# SPDX-License-Identifier: MIT
"""The blocks of memory that the firmware asks for in play, by function, sized as on a device.

Watches a simulated PyPortal: what each function of the game returns, and what it holds when it
does, in its names and in its objects', but for what was there before. Only the block itself counts,
not what a list's items take.
"""

import gc
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType, FunctionType, MethodType
from typing import Any

WORD_BYTES = 4
# A list's room at first; it doubles when it is full.
LIST_ITEMS = 4
GAME = "minesweeper"
# Smaller numbers take no block.
LARGE = 1 << 32
# Much of what a function holds, and takes no block of its own in play.
SMALL = {bool, float, type(None), FunctionType, MethodType}


@contextmanager
def watched(player) -> Iterator[dict[str, int]]:
    """Bytes of the largest block by function, as long as the context lasts."""
    largest: dict[str, int] = {}
    before = {id(thing): thing for thing in _reachable(objects(player))}

    def enter(frame: FrameType, event: str, argument: Any) -> Callable | None:
        """Look at the return of a function of the game, and at nothing else."""
        if not frame.f_code.co_filename.startswith(GAME):
            return None
        frame.f_trace_lines = False
        return look

    def look(frame: FrameType, event: str, answer: Any) -> None:
        if event == "return":
            name = f"{frame.f_code.co_filename} {frame.f_code.co_name}"
            most = largest.setdefault(name, 0)
            for thing in _held(frame, answer):
                if id(thing) not in before and size(thing) > most:
                    most = largest[name] = size(thing)

    clock = player.portal.board.clock
    advance = clock.advance

    def watched_advance(nanoseconds: int) -> None:
        # Called by the program: a coroutine is traced by itself.
        if sys.gettrace() is not enter:
            sys.settrace(enter)
        advance(nanoseconds)

    clock.advance = watched_advance
    tracer = sys.gettrace()
    try:
        yield largest
    finally:
        del clock.advance
        sys.settrace(tracer)


def _held(frame: FrameType, answer: Any) -> list[Any]:
    """Return what a function returns and holds, but for what takes no block."""
    held = [answer, *frame.f_locals.values()]
    for thing in held[:]:
        if _is_of_the_game(type(thing)):
            held += vars(thing).values()
    return [thing for thing in held if type(thing) not in SMALL and (
        type(thing) is not int or thing > LARGE)]


@cache
def _is_of_the_game(kind: type) -> bool:
    return getattr(kind.__module__, "written", "").startswith(GAME)


def objects(player, name: str = "") -> list[Any]:
    """The program's objects of a class of the game, by its name; without one, of all classes."""
    modules = player.portal.engine.program.modules.values()
    kinds = {kind for module in modules for kind in vars(module).values()
             if isinstance(kind, type) and _is_of_the_game(kind) and name in ("", kind.__name__)}
    return [thing for thing in gc.get_objects() if type(thing) in kinds]


def _reachable(start: list[Any]) -> list[Any]:
    """Return the objects that these and their collections hold."""
    found, new = {id(start): start}, [start]
    while new:
        held = [thing for thing in _parts(new.pop()) if id(thing) not in found]
        found.update((id(thing), thing) for thing in held)
        new += held
    return list(found.values())


def _parts(thing: Any) -> Iterable[Any]:
    if isinstance(thing, list | tuple | set):
        return thing
    if isinstance(thing, dict):
        return thing.values()
    return vars(thing).values() if _is_of_the_game(type(thing)) else ()


def size(thing: Any) -> int:
    """Return the size of an object's largest block in bytes; 0 for an unknown type."""
    if isinstance(thing, int):  # the most frequent
        return thing.bit_length() // 32 * WORD_BYTES
    if type(thing).__name__ == "Bitmap":
        return (thing.width * thing.bits_per_value + 31) // 32 * WORD_BYTES * thing.height
    if isinstance(thing, array):
        return len(thing) * thing.itemsize
    if isinstance(thing, bytes | bytearray | str):
        return len(thing) + 1
    return _words(thing) * WORD_BYTES


def _words(thing: Any) -> int:
    """Return the words that a collection's items take."""
    if isinstance(thing, list):
        items = LIST_ITEMS
        while items < len(thing):
            items *= 2
        return items
    if isinstance(thing, dict | set | tuple):
        return (2 if isinstance(thing, dict) else 1) * (len(thing) + 2)
    return 0
