# SPDX-License-Identifier: MIT
"""The board's heap, as far as large blocks fill it: pools that grow as MicroPython's do.

Each large block takes its place in a pool. When there is none left, the program's own objects are
looked for and sized as on the board, and what is gone leaves its place; then a pool is added, as
long as the board has memory (py/gc.c, gc_try_add_heap). A `BoardHeap` belongs to one program; small
objects count only when they are looked for.
"""

import gc
import sys
from array import array
from collections.abc import Callable, Iterator
from types import CellType, CodeType, FrameType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any, NamedTuple
from weakref import ref

from ..native.private import is_hidden

BLOCK, WORD = 16, 4
# The first pool, and the memory from which the board adds others. A table describes the blocks.
FIRST_BYTES, PORT_BYTES, TABLES = 7872, 206_000, 33 / 32
POOL_BYTES = 64
# The port looks for memory in steps of a sixteenth of a power of two.
STEPS = 16
# Blocks that are smaller take no place of their own, but count when objects are looked for.
SMALL = 64
# A board's program without names, and a function's code by that of this computer.
FROZEN = ".frozen"
BASE_BYTES, CODE = 832, 0.25


class Pool:
    """A piece of memory, and how many bytes of it are taken."""

    def __init__(self, size: int):
        self.size = size
        self.taken = 0

    @property
    def free(self) -> int:
        return self.size - self.taken


class Kept(NamedTuple):
    """A block that is taken while its owner lives."""

    owner: ref[Any]
    pool: Pool
    size: int


class BoardHeap:
    """`roots` yields what the program can reach: dictionaries of its modules and frames."""

    def __init__(self, roots: Callable[[], Iterator[Any]], is_own: Callable[[Any], bool]):
        self._roots = roots
        self._is_own = is_own
        self._pools = [Pool(FIRST_BYTES)]
        self._port = PORT_BYTES
        self._kept: dict[int, Kept] = {}

    def allocate(self, size: int) -> Pool | None:
        """Find a place; return its pool. Raises MemoryError where the board does."""
        if size < SMALL:
            return None
        taken = -(-size // BLOCK) * BLOCK
        pool = self._place(taken) or self._place_after(taken)
        if pool is None:
            raise MemoryError(f"memory allocation failed, allocating {min(size, 0xFFFFFFFF)} bytes")
        pool.taken += taken
        return pool

    def _place(self, size: int) -> Pool | None:
        return next((pool for pool in self._pools if pool.free >= size), None)

    def _place_after(self, size: int) -> Pool | None:
        """Find a place after a look at what is gone, or in a new pool."""
        self.collect()
        return self._place(size) or self._grow(size)

    def _grow(self, size: int) -> Pool | None:
        needed = _with_tables(size)
        if needed > _fitting(self._port):
            return None
        wanted = max(needed, _with_tables(sum(pool.size for pool in self._pools)))
        given = min(wanted, _fitting(self._port))
        self._port -= given
        self._pools.append(Pool(int((given - POOL_BYTES) / TABLES) // BLOCK * BLOCK))
        return self._pools[-1]

    def keep(self, owner: Any, size: int) -> None:
        """Take a block that is free again at the first collection after `owner` is gone."""
        pool = self.allocate(size)
        if pool:
            self._kept[id(owner)] = Kept(ref(owner), pool, -(-size // BLOCK) * BLOCK)

    def release(self, owner: Any) -> None:
        """Give the block of `owner` back before it is gone."""
        if kept := self._kept.pop(id(owner), None):
            kept.pool.taken -= kept.size

    def collect(self) -> None:
        """Look for the program's objects, and give what is gone back."""
        reached: dict[int, Any] = {}
        sizes = sorted(self._sizes(reached))
        self._forget(reached)
        for pool in self._pools:
            pool.taken = sum(kept.size for kept in self._kept.values() if kept.pool is pool)
        small = sum(size for size in sizes if size < SMALL) + BASE_BYTES
        for size in (*_pieces(small), *(size for size in sizes if size >= SMALL)):
            pool = self._place(size) or max(self._pools, key=lambda pool: pool.free)
            pool.taken += size

    def _forget(self, reached: dict[int, Any]) -> None:
        """Drop the blocks of owners that are gone. Those not `reached` may be in circles."""
        if any(kept.owner() is not None and at not in reached for at, kept in self._kept.items()):
            gc.collect()
        self._kept = {at: kept for at, kept in self._kept.items() if kept.owner() is not None}

    @property
    def used(self) -> int:
        return sum(pool.taken for pool in self._pools)

    @property
    def free(self) -> int:
        return sum(max(0, pool.free) for pool in self._pools) + _fitting(self._port)

    @property
    def largest(self) -> int:
        return max(_fitting(self._port), *(pool.free for pool in self._pools))

    def _sizes(self, seen: dict[int, Any]) -> Iterator[int]:
        """Yield the bytes of each object that the program reaches and that counts by itself.

        Puts all objects in `seen`, by their identities, which are theirs while they are in it.
        """
        left = list(self._roots())
        while left:
            thing = left.pop()
            if id(thing) in seen:
                continue
            seen[id(thing)] = thing
            size, parts = self._look(thing)
            left.extend(parts)
            if size:
                yield -(-size // BLOCK) * BLOCK

    def _look(self, thing: Any) -> tuple[int, Any]:
        """Return an object's bytes on the board, and the objects in it."""
        kind = type(thing)
        if kind in LEAVES:
            return LEAVES[kind](thing), ()
        if kind in CONTAINERS:
            return CONTAINERS[kind](thing)
        if kind is FunctionType and self._is_own(thing):
            return _code(thing.__code__), (thing.__defaults__, thing.__closure__)
        if isinstance(thing, type):
            return (32, list(vars(thing).values())) if self._is_own(thing) else (0, ())
        if self._is_own(kind):
            return BLOCK, (vars(thing),) if hasattr(thing, "__dict__") else ()
        return 0, _inside(thing)


def _inside(thing: Any) -> list[Any]:
    """Return what the engine stores in an object of a built-in class."""
    names = getattr(thing, "__dict__", {})
    return list(names.values()) if any(map(is_hidden, names)) else []


def _pieces(size: int) -> Iterator[int]:
    while size > 0:
        yield min(size, 1024)
        size -= 1024


def _with_tables(size: int) -> int:
    return int(size * TABLES) + POOL_BYTES


def _fitting(size: int) -> int:
    step = 1 << max(0, size.bit_length() - STEPS.bit_length())
    return size // step * step


def _code(code: CodeType) -> int:
    """Return what a function's code takes; that of frozen libraries lies in the flash."""
    if code.co_filename.startswith(FROZEN):
        return 0
    inner = sum(_code(part) for part in code.co_consts if isinstance(part, CodeType))
    return 32 + int(len(code.co_code) * CODE) + inner


# Objects without others in them; numbers and short texts are in what holds them.
LEAVES: dict[type, Callable[[Any], int]] = {
    int: lambda thing: 0 if -1 << 30 <= thing < 1 << 30 else 16 + thing.bit_length() // 8,
    float: lambda thing: 0, bool: lambda thing: 0, type(None): lambda thing: 0,
    str: lambda thing: 16 + len(thing) if len(thing) > 10 else 0,
    bytes: lambda thing: 17 + len(thing), bytearray: lambda thing: 16 + len(thing),
    array: lambda thing: 16 + len(thing) * thing.itemsize,
}


def _listed(thing: Any) -> tuple[int, Any]:
    return 16 + WORD * max(4, len(thing)), thing


def _hashed(thing: Any) -> tuple[int, Any]:
    return 16 + WORD * len(thing) * 3 // 2, thing


def _mapped(thing: Any) -> tuple[int, Any]:
    return 16 + 2 * WORD * len(thing), (*thing.keys(), *thing.values())


CONTAINERS: dict[type, Callable[[Any], tuple[int, Any]]] = {
    list: _listed, dict: _mapped, set: _hashed, frozenset: _hashed,
    tuple: lambda thing: (8 + WORD * len(thing), thing),
    MethodType: lambda thing: (BLOCK, (thing.__self__, thing.__func__)),
    CellType: lambda thing: (BLOCK, (thing.cell_contents,) if _is_set(thing) else ()),
    GeneratorType: lambda thing: (64, (thing.gi_frame.f_locals,) if thing.gi_frame else ()),
    property: lambda thing: (BLOCK, (thing.fget, thing.fset)),
    staticmethod: lambda thing: (BLOCK, (thing.__func__,)),
    classmethod: lambda thing: (BLOCK, (thing.__func__,)),
}


def _is_set(cell: CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def roots_of(modules: dict[str, ModuleType], builtins: dict[str, Any],
             frame: FrameType | None) -> Iterator[Any]:
    """Yield the names of a program's modules, and of its functions that are being called.

    `frame` is where the program pauses, None if it does not.
    """
    for module in list(modules.values()):
        if isinstance(module, ModuleType) and module.__dict__.get("__builtins__") is builtins:
            yield {name: value for name, value in module.__dict__.items() if name[:2] != "__"}
    frame = frame or sys._getframe()
    while frame:
        if frame.f_builtins is builtins and frame.f_locals is not frame.f_globals:
            yield from frame.f_locals.values()
        frame = frame.f_back
