# SPDX-License-Identifier: MIT
"""The blocks of memory that the firmware asks for in play, by function, sized as on a device.

Watches a simulated PyPortal: what each function of the game returns, and what it holds when it
does, in its names and in its objects', but for what was there before. Only the block itself counts,
not what a list's items take.
"""

import gc
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

WORD_BYTES = 4
# What a list has room for at first; it doubles when it is full.
LIST_ITEMS = 4
GAME = "minesweeper"


@contextmanager
def watched(desk) -> Iterator[dict[str, int]]:
    """Bytes of the largest block by function, as long as the context lasts."""
    largest: dict[str, int] = {}
    before = {id(thing): thing for thing in _reachable(desk.table())}

    def look(frame: FrameType, event: str, answer: Any) -> None:
        code = frame.f_code
        if event == "return" and code.co_filename.startswith(GAME):
            held = [thing for thing in _held(frame, answer) if id(thing) not in before]
            name = f"{code.co_filename} {code.co_name}"
            largest[name] = max([largest.get(name, 0), *map(size, held)])

    clock = desk.portal.machine.clock
    advance = clock.advance

    def watched_advance(nanoseconds: int) -> None:
        # Called by the program: a coroutine has a profiler of its own.
        sys.setprofile(look)
        advance(nanoseconds)

    clock.advance = watched_advance
    try:
        yield largest
    finally:
        del clock.advance
        sys.setprofile(None)


def _held(frame: FrameType, answer: Any) -> Iterator[Any]:
    yield answer
    for thing in frame.f_locals.values():
        yield thing
        if type(thing).__module__.startswith(GAME):
            yield from vars(thing).values()


def _reachable(start: Any) -> list[Any]:
    found, new = {id(start): start}, [start]
    while new:
        new = [thing for thing in gc.get_referents(*new) if id(thing) not in found]
        found.update((id(thing), thing) for thing in new)
    return list(found.values())


def size(thing: Any) -> int:
    """Of its largest block in bytes, 0 for what takes none or is not known here."""
    if type(thing).__name__ == "Bitmap":
        return (thing.width * thing.bits_per_value + 31) // 32 * WORD_BYTES * thing.height
    if isinstance(thing, array):
        return len(thing) * thing.itemsize
    if isinstance(thing, bytes | bytearray | str):
        return len(thing) + 1
    return _words(thing) * WORD_BYTES


def _words(thing: Any) -> int:
    """Of a collection's items, or of a long int."""
    if isinstance(thing, list):
        items = LIST_ITEMS
        while items < len(thing):
            items *= 2
        return items
    if isinstance(thing, dict | set | tuple):
        return (2 if isinstance(thing, dict) else 1) * (len(thing) + 2)
    return thing.bit_length() // 32 if isinstance(thing, int) else 0
