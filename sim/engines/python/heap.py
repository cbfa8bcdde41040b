# SPDX-License-Identifier: MIT
"""The board's heap: how much of it a program holds, and a MemoryError when it is full.

A `BoardHeap` belongs to one program. It has pools that grow as MicroPython's do (py/gc.c,
gc_try_add_heap). Call `allocate(size)` before a large block is made; `use(heap)` selects the heap
that is charged. Small objects are counted when `objects.Walk` looks for all that the program holds:
when no pool has place for a block, and in the program's heartbeat, once the program has `Made` some
hundreds of objects more.
"""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from weakref import ref

from ...clock import MS, Clock
from .objects import IsOwn, Walk, blocks

# The largest block that a board has, before anything is taken.
HEAP_BYTES = 198_528
# The largest number of bytes that the chip can count.
LARGEST = 0xFFFFFFFF
# The first pool, and the memory from which the board adds others.
FIRST_BYTES, PORT_BYTES = 7872, 207_288
# A pool's blocks come in fours, for which its tables have two bytes. It has a head, too, and may
# begin anywhere in a block. A word of the board's memory is before it.
FOUR, TABLES, HEAD, ANYWHERE, BEFORE = 64, 2, 37, 16, 4
# The port looks for memory in steps of a sixteenth of a power of two.
STEPS = 16
# Blocks that are smaller take no place of their own, but count when objects are looked for.
SMALL = 64
# A board's program without names.
BASE_BYTES = 592
# From this size on, a block that has no place leaves some for the error's text and lines.
TOLD = 192
FULL = "the memory is full: a board has no place left for the error's text and lines"
# Objects that this computer may make between two walks: one for each SMALL free bytes of the board,
# and no fewer than FEW, which a program makes and forgets at every turn.
FEW = 64
# How long a program may work until the next look, in ns for each free byte, and at least.
WORK_NS_A_BYTE, LEAST_WORK_NS = 100, MS


_in_use: list["BoardHeap | None"] = [None]
# A full memory that was found at the head of a loop; the line of the next object raises it.
overdue: list[MemoryError] = []


@contextmanager
def use(heap: "BoardHeap", clock: Clock) -> Iterator[None]:
    """Charge this heap with what is allocated by a program that has this clock."""
    before, _in_use[0] = _in_use[0], heap
    try:
        with heap.made.counted(clock):
            yield
    finally:
        _in_use[0] = before
        overdue.clear()


def lack(size: int) -> MemoryError:
    """Return the board's error for a block that has no place."""
    if 0 < size < TOLD:
        error = MemoryError()
        error.add_note(FULL)
        return error
    return MemoryError(f"memory allocation failed, allocating {min(size, LARGEST)} bytes")


def allocate(size: int, *held: Any) -> int:
    """Return `size`. Raises MemoryError, worded as on the device, if no block can be so large.

    `held` are objects that are in use meanwhile, besides those in the program's variables.
    """
    if size > HEAP_BYTES:
        raise lack(size)
    if _in_use[0] and size > 0:
        _in_use[0].allocate(size, *held)
    return size


def grow(owner: Any, before: int, after: int) -> None:
    """Take the larger block to which the items of `owner` move. Raises MemoryError."""
    if _in_use[0] and after <= HEAP_BYTES:
        _in_use[0].grow(owner, before, after)
    else:
        allocate(after)


def check(*held: Any) -> None:
    """Raise MemoryError if many objects were made, and these no longer fit beside the others."""
    if _in_use[0]:
        _in_use[0].check(*held)


def keep(owner: Any, size: int) -> None:
    """Take a block that `owner` gives back when it is gone. Raises MemoryError."""
    if _in_use[0] and size <= HEAP_BYTES:
        _in_use[0].keep(owner, size)
    else:
        allocate(size)


def release(owner: Any) -> None:
    """Give the block of `owner` back at once."""
    if _in_use[0]:
        _in_use[0].release(owner)


class Pool:
    """A piece of memory, and how many bytes of it are free.

    It lies in the board's memory from `start` to `end`. `free_then` were free after the last walk.
    """

    def __init__(self, size: int, start: int = 0, end: int = 0):
        self.size, self.start, self.end = size, start, end
        self.free = self.free_then = size

    def take(self, size: int) -> None:
        self.free -= size
        self.free_then -= size


class Kept(NamedTuple):
    """A block that is taken while its owner lives."""

    owner: ref[Any]
    pool: Pool
    size: int


class Made:
    """Counts the objects that the program has made, by `sys.getallocatedblocks`.

    What Python frees between two turns of the program does not count, nor what its collections of
    older objects free, which may be anybody's. Collections of the youngest objects are not watched:
    they are frequent, and free only the program's, since each turn begins with one.
    """

    def __init__(self) -> None:
        self._mark = self._before = sys.getallocatedblocks()
        # The objects at the end of the last turn; None if the program has waited in most of it.
        self._left: int | None = self._mark

    @contextmanager
    def counted(self, clock: Clock) -> Iterator[None]:
        """Count during the block."""
        began, waited = clock.now, clock.waited
        if self._left is not None:
            gc.collect(0)
            self._mark += sys.getallocatedblocks() - self._left
        gc.callbacks.append(self._collecting)
        try:
            yield
        finally:
            gc.callbacks.remove(self._collecting)
            works = clock.now - began > 2 * (clock.waited - waited)
            self._left = sys.getallocatedblocks() if works else None

    def _collecting(self, phase: str, info: dict[str, int]) -> None:
        if not info["generation"]:
            return
        if phase == "start":
            self._before = sys.getallocatedblocks()
        else:
            self._mark -= self._before - sys.getallocatedblocks()

    def has(self, few: int) -> bool:
        """Tell whether so `few` were made since this was last true, and begin anew if so.

        What the program itself gives back in between counts against it.
        """
        now = sys.getallocatedblocks()
        is_so = now - self._mark >= few
        self._mark = now if is_so else min(self._mark, now)
        return is_so


class BoardHeap:
    """`roots` yields what the program can reach: its modules, and what its functions hold.

    `code` returns the bytes of the code that it has loaded. `is_own` tells a program's function,
    class or module from a built-in one.
    """

    def __init__(self, roots: Callable[[], Iterator[Any]], code: Callable[[], int],
                 is_own: IsOwn):
        self._roots = roots
        self._code = code
        self._walk = Walk(is_own)
        self._pools = [Pool(FIRST_BYTES)]
        self._kept: dict[int, Kept] = {}
        self._base = BASE_BYTES
        # The object that has grown last, by its identity, where its items lie, and their bytes.
        self._grown = 0, self._pools[0], 0
        self.made = Made()
        # The objects that ask for the next walk.
        self._few = 0
        # The bytes that were allocated since the last walk, and how many do without another.
        self._allocated, self._enough = 0, 0
        # Those that were allocated since the last check.
        self._unchecked = 0

    def start(self) -> None:
        """Leave out what is there already: the board's own objects are not in its heap."""
        self._walk.leave_out(self._roots())
        self._base = BASE_BYTES - sum(kept.size for kept in self._kept.values())

    def allocate(self, size: int, *held: Any) -> Pool | None:
        """Find a place; return its pool. Raises MemoryError where the board does."""
        if size < SMALL:
            return None
        taken = blocks(size)
        self._allocated += taken
        self._unchecked += taken
        pool = self._place(taken) or self._place_again(taken) or self._place_after(taken, held)
        if pool is None:
            raise lack(size)
        pool.free -= taken
        return pool

    def grow(self, owner: Any, before: int, after: int) -> None:
        """Take a larger block for an object's items, behind the present one or elsewhere.

        The object has grown on this computer already. Raises MemoryError.
        """
        if after < SMALL:
            return
        last, home, size = self._grown
        taken = blocks(after)
        before = size if last == id(owner) else blocks(before)
        if last != id(owner) or home.free < taken - before:
            new, left = self._home(owner, before, after)
            if last == id(owner) and not left:
                home.take(-before)
            home, before = new, left
        home.take(taken - before)
        self._grown = id(owner), home, taken

    def _home(self, owner: Any, before: int, after: int) -> tuple[Pool, int]:
        """Return the pool where an object's items go, and how many bytes of it they have."""
        taken = blocks(after)
        self._allocated += taken
        self._unchecked += taken
        home = self._place(taken) or self._place_again(taken, moves=True)
        if home is None:
            reached = {**self._walk.sizes(self._roots()), -id(owner): before}
            home = self._count(reached, -id(owner))
            if home and home.free >= taken - before:
                return home, before
            self._grown = 0, self._pools[0], 0
            self._return_empty()
            home = self._place(taken) or self._add(taken)
        if home is None:
            raise lack(after)
        return home, 0

    def look(self) -> int:
        """Check what the program holds; return how long it may work until the next look, in ns.

        An error waits for the program's next object, but no longer than until the next look.
        """
        if overdue:
            raise overdue.pop()
        try:
            self.check()
        except MemoryError as error:
            overdue.append(error.with_traceback(None))
            return LEAST_WORK_NS
        return max(LEAST_WORK_NS, WORK_NS_A_BYTE * self.free)

    def check(self, *held: Any) -> None:
        """Raise MemoryError if the program, with what is `held`, needs more than the board has.

        Walks only when this computer has made many objects, or large ones, since the last check.
        After an error the program may make a few objects before the next, once: a board has place
        for what its `except` needs.
        """
        if self.made.has(self._few) or self._unchecked > self.free:
            self._unchecked = 0
            self._few = FEW // 2 if self._few >= FEW else 0
            self._count(self._walk.sizes((*self._roots(), *held)))
            self._few = max(FEW, self.free // SMALL)

    def _place(self, size: int) -> Pool | None:
        for pool in self._pools:
            if pool.free >= size:
                return pool
        return None

    def _place_again(self, size: int, moves: bool = False) -> Pool | None:
        """Find a place without a walk: all that was made since the last one may be garbage.

        Even if it is not, it fits, as long as it is half of the largest piece of memory.
        """
        if self._allocated > self._enough:
            return None
        for pool in self._pools:
            pool.free = pool.free_then
        if moves:
            self._return_empty()
        return self._place(size) or self._add(size)

    def _place_after(self, size: int, held: Iterable[Any]) -> Pool | None:
        """Find a place after a look at what is gone, or in a new pool."""
        reached = self._walk.sizes((*self._roots(), *held))
        self._count(reached)
        if self._may_hold(size, self._unreached(reached)):
            gc.collect()
            self._count(reached)
        return self._place(size) or self._add(size)

    def _add(self, size: int) -> Pool | None:
        """Add a pool for a block, as large as all others if the board has so much."""
        needed, left = _with_tables(size), self._left
        if needed > left:
            return None
        wanted = min(max(needed, _with_tables(sum(pool.size for pool in self._pools))), left)
        taken = BEFORE - _fitting(-wanted)
        start = next(start for start, end in self._gaps() if end - start >= taken)
        pool = Pool((wanted - HEAD) // (FOUR + TABLES) * FOUR, start, start + taken)
        self._pools.append(pool)
        return pool

    def keep(self, owner: Any, size: int) -> None:
        """Take a block that is free again at the first collection after `owner` is gone."""
        pool = self.allocate(size)
        if pool:
            pool.free_then -= blocks(size)
            self._kept[id(owner)] = Kept(ref(owner), pool, blocks(size))

    def release(self, owner: Any) -> None:
        """Give the block of `owner` back before it is gone."""
        if kept := self._kept.pop(id(owner), None):
            kept.pool.free += kept.size
            kept.pool.free_then += kept.size

    def collect(self) -> None:
        """Look for the program's objects, and give what is gone back."""
        reached = self._walk.sizes(self._roots())
        if self._unreached(reached):
            gc.collect()
        self._count(reached)
        self._return_empty()

    def _count(self, reached: dict[int, int], wanted: int = 0) -> Pool | None:
        """Find out how much is free in each pool, given the sizes of the objects in use.

        Returns the pool of the object whose identity is `wanted`. Raises MemoryError if there is no
        place for an object.
        """
        self._kept = {at: kept for at, kept in self._kept.items() if kept.owner() is not None}
        for pool in self._pools:
            pool.free = pool.size
        for kept in self._kept.values():
            kept.pool.free -= kept.size
        large = sorted(((size, at) for at, size in reached.items() if size >= SMALL), reverse=True)
        home = None
        for size, at in large:
            place = self._place(size) or self._add(size)
            if place is None:
                raise lack(size)
            place.free -= size
            home = place if at == wanted else home
        small = sum(reached.values()) - sum(size for size, at in large)
        self._fill(small + self._base + self._code())
        for pool in self._pools:
            pool.free_then = pool.free
        self._allocated, self._enough = 0, self.largest // 2
        return home

    def _fill(self, size: int) -> None:
        """Take what small objects need from any pools."""
        for pool in self._pools:
            taken = min(size, pool.free)  # negative for the board's own, which count nowhere
            pool.free -= taken
            size -= taken
        if size:
            if self._add(SMALL) is None:
                raise lack(SMALL)
            self._fill(size)

    def _return_empty(self) -> None:
        """Give pools in which nothing is left back to the board's memory, but for the first.

        A collection does this. Before sums and the like, what is left of their terms keeps them.
        """
        self._pools[1:] = [pool for pool in self._pools[1:] if pool.free < pool.size]

    def _gaps(self) -> Iterator[tuple[int, int]]:
        """Yield the pieces of the board's memory that no pool has."""
        at = 0
        for pool in sorted(self._pools, key=lambda pool: pool.start):
            yield at, pool.start
            at = pool.end
        yield at, PORT_BYTES

    @property
    def _left(self) -> int:
        """Return the largest pool that the board finds place for."""
        return _fitting(max(end - start - BEFORE for start, end in self._gaps()))

    def _unreached(self, reached: dict[int, int]) -> list[Kept]:
        """Return the blocks of owners that live, but are not `reached`: they may be in circles."""
        return [kept for at, kept in self._kept.items()
                if at not in reached and kept.owner() is not None]

    def _may_hold(self, size: int, unreached: list[Kept]) -> bool:
        """Tell whether a pool has place for a block once these are gone."""
        freed = Counter[Pool]()
        for kept in unreached:
            freed[kept.pool] += kept.size
        return any(pool.free + more >= size for pool, more in freed.items())

    @property
    def used(self) -> int:
        return sum(pool.size - pool.free for pool in self._pools)

    @property
    def free(self) -> int:
        return sum(max(0, pool.free) for pool in self._pools) + self._left

    @property
    def largest(self) -> int:
        return max(self._left, *(pool.free for pool in self._pools))


def _with_tables(size: int) -> int:
    """Return what a pool takes (`compute_heap_size` in py/gc.c)."""
    return blocks(-(-size // FOUR) * (FOUR + TABLES) + HEAD + ANYWHERE)


def _fitting(size: int) -> int:
    """Return the size at a step, not above `size`; a negative one is the next above."""
    step = 1 << max(0, abs(size).bit_length() - STEPS.bit_length())
    return size // step * step
