# SPDX-License-Identifier: MIT
"""The board's heap, as far as large blocks fill it, and the checks that keep a program within it.

A `BoardHeap` belongs to one program. It has pools that grow as MicroPython's do. Each large block
takes its place in a pool. When there is none left, the program's own objects are looked for and
sized as on the board, and what is gone leaves its place; then a pool is added, as long as the board
has memory (py/gc.c, gc_try_add_heap). Small objects count only when they are looked for.

Blocks are taken before this computer makes them; `use` says from whose heap. `allocate` takes one
block. The functions in `HIDDEN` stand for operations whose result may be far larger than their
operands (`sim.engines.python.compiler.guards` plants the calls): they check the result's size
before anything is computed. `exponent`, `factor` and `shift` return their second operand, for
augmented assignments.
"""

import builtins
import gc
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from operator import is_
from types import (
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    GeneratorType,
    GetSetDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any, NamedTuple, Protocol
from weakref import ref

from .native.classes import ProgramsModule
from .native.private import is_hidden

# Names of these functions in a compiled program. No program can write them, because of the dot.
POWER, EXPONENT, TIMES, FACTOR = "sim.power", "sim.exponent", "sim.times", "sim.factor"
SHIFTED, SHIFT, COUNTED, ZEROS = "sim.shifted", "sim.shift", "sim.counted", "sim.zeros"
PLACES = "sim.places"
# The least memory that an item takes on the board, where an object is a word.
ITEM_BYTES: dict[type, int] = {str: 1, bytes: 1, bytearray: 1, array: 1, list: 4, tuple: 4}
# Bytes of a block beside the items.
HEADS: dict[type, int] = {str: 1, bytes: 1, tuple: 8}
# The largest block that a board has, before anything is taken.
HEAP_BYTES = 198_528
# The largest number of bytes that the chip can count.
LARGEST = 0xFFFFFFFF


class Heap(Protocol):
    """A program's heap: `allocate` raises MemoryError, `keep` takes a block while `owner` lives."""

    def allocate(self, size: int) -> object: ...

    def keep(self, owner: Any, size: int) -> None: ...

    def release(self, owner: Any) -> None: ...


_in_use: list[Heap | None] = [None]


@contextmanager
def use(heap: Heap) -> Iterator[None]:
    """Take blocks from this heap."""
    before, _in_use[0] = _in_use[0], heap
    try:
        yield
    finally:
        _in_use[0] = before


def allocate(size: int) -> int:
    """Return `size`. Raises MemoryError, worded as on the device, if no block can be so large."""
    if size > HEAP_BYTES:
        raise MemoryError(f"memory allocation failed, allocating {min(size, LARGEST)} bytes")
    if _in_use[0] and size > 0:
        _in_use[0].allocate(size)
    return size


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


def power(base: Any, power: Any, modulus: Any = None, /) -> Any:
    return builtins.pow(base, exponent(base, power) if modulus is None else power, modulus)


power.__name__ = power.__qualname__ = "pow"


def exponent(base: Any, power: Any, /) -> Any:
    """Return `power` after a check of the result's size."""
    if isinstance(base, int) and isinstance(power, int):
        bits = abs(base).bit_length()
        if bits > 1 and power > 1:
            allocate((bits - 1) * power // 8 + 2)
    return power


def times(left: Any, right: Any, /) -> Any:
    """Return `left * right`. A sequence to repeat may be on either side."""
    if type(left) in ITEM_BYTES:
        factor(left, right)
    elif type(right) in ITEM_BYTES:
        factor(right, left)
    try:
        return left * right
    except TypeError:
        if type(left) in ITEM_BYTES or type(right) in ITEM_BYTES:
            raise TypeError(f"unsupported types for __mul__: '{type(left).__name__}', "
                            f"'{type(right).__name__}'") from None
        raise


def factor(sequence: Any, count: Any, /) -> Any:
    """Return `count` after a check of the size of `sequence * count`."""
    if isinstance(count, int) and type(sequence) in ITEM_BYTES:
        kind = type(sequence)
        allocate(_word(count) * len(sequence) * ITEM_BYTES[kind] + HEADS.get(kind, 0))
    return count


def _word(count: int) -> int:
    """Return a count. Raises OverflowError if it does not fit into a word of the chip."""
    if not -(1 << 31) <= count < 1 << 31:
        raise OverflowError("overflow converting long int to machine word")
    return count


def shifted(left: Any, right: Any, /) -> Any:
    return left << shift(left, right)


def shift(left: Any, right: Any, /) -> Any:
    """Return `right` after a check of the size of `left << right`."""
    if isinstance(left, int) and isinstance(right, int) and left:
        allocate((left.bit_length() + _word(right)) // 8 + 2)
    return right


def counted(count: Any, /) -> Any:
    """Return `count` after a check that as many bytes or characters fit."""
    return allocate(count + 1) - 1 if isinstance(count, int) and count > 0 else count


def places(count: Any, /) -> Any:
    """Return `count` after a check that a bytearray of so many bytes fits."""
    if isinstance(count, int) and count < 0:
        raise MemoryError(f"memory allocation failed, allocating {count & LARGEST} bytes")
    return allocate(count) if isinstance(count, int) else count


def zeros(count: Any, /) -> Any:
    """Return an argument from which `bytes` makes `count` zeros in memory that has been written.

    A computer hands out memory that nobody has written yet without taking any, so that a program
    could outrun `sim.engines.python.watchdog`, which looks from time to time how much is taken.
    """
    return bytearray(allocate(count + 1) - 1) if isinstance(count, int) and count > 0 else count


HIDDEN = {POWER: power, EXPONENT: exponent, TIMES: times, FACTOR: factor, SHIFTED: shifted,
          SHIFT: shift, COUNTED: counted, PLACES: places, ZEROS: zeros}


BLOCK, WORD = 16, 4
# The first pool, and the memory from which the board adds others. A table describes the blocks.
FIRST_BYTES, PORT_BYTES, TABLES = 7872, 206_000, 33 / 32
POOL_BYTES = 64
# The port looks for memory in steps of a sixteenth of a power of two.
STEPS = 16
# Blocks that are smaller take no place of their own, but count when objects are looked for.
SMALL = 64
# A board's program without names, a name in a function's code, and a class.
FROZEN = ".frozen"
BASE_BYTES, CODE, CLASS = 832, 9, 32
# An object's bytes, and the objects in it.
Looked = tuple[int, Iterable[Any]]
IsOwn = Callable[[Any], bool]


class Pool:
    """A piece of memory, and how many bytes of it are free."""

    def __init__(self, size: int):
        self.size = size
        self.free = size


class Kept(NamedTuple):
    """A block that is taken while its owner lives."""

    owner: ref[Any]
    pool: Pool
    size: int


class BoardHeap:
    """`roots` yields what the program can reach: its modules, and what its functions hold.

    `is_own` tells a program's function, class or module from a built-in one.
    """

    def __init__(self, roots: Callable[[], Iterator[Any]], is_own: IsOwn):
        self._roots = roots
        self._is_own = is_own
        self._pools = [Pool(FIRST_BYTES)]
        self._port = PORT_BYTES
        self._kept: dict[int, Kept] = {}
        self._names: dict[int, Names] = {}

    def allocate(self, size: int) -> Pool | None:
        """Find a place; return its pool. Raises MemoryError where the board does."""
        if size < SMALL:
            return None
        taken = -(-size // BLOCK) * BLOCK
        pool = self._place(taken) or self._place_after(taken)
        if pool is None:
            raise MemoryError(f"memory allocation failed, allocating {min(size, 0xFFFFFFFF)} bytes")
        pool.free -= taken
        return pool

    def _place(self, size: int) -> Pool | None:
        for pool in self._pools:
            if pool.free >= size:
                return pool
        return None

    def _place_after(self, size: int) -> Pool | None:
        """Find a place after a look at what is gone, or in a new pool."""
        reached = self._walk()
        self._count(reached)
        if self._may_hold(size, self._unreached(reached)):
            gc.collect()
            self._count(reached)
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
            kept.pool.free += kept.size

    def collect(self) -> None:
        """Look for the program's objects, and give what is gone back."""
        reached = self._walk()
        if self._unreached(reached):
            gc.collect()
        self._count(reached)

    def _count(self, reached: dict[int, int]) -> None:
        """Find out how much is free in each pool, given the sizes of the objects in use."""
        sizes = sorted(-(-size // BLOCK) * BLOCK for size in reached.values() if size)
        self._kept = {at: kept for at, kept in self._kept.items() if kept.owner() is not None}
        for pool in self._pools:
            pool.free = pool.size
        for kept in self._kept.values():
            kept.pool.free -= kept.size
        small = sum(size for size in sizes if size < SMALL) + BASE_BYTES
        for size in (*_pieces(small), *(size for size in sizes if size >= SMALL)):
            pool = self._place(size) or max(self._pools, key=lambda pool: pool.free)
            pool.free -= size

    def _walk(self) -> dict[int, int]:
        walk = Walk(self._is_own, self._names)
        walk.through(self._roots())
        self._names = walk.names
        return walk.sizes

    def _unreached(self, reached: dict[int, int]) -> list[Kept]:
        """Return the blocks of owners that live, but are not `reached`: they may be in circles."""
        return [kept for at, kept in self._kept.items()
                if at not in reached and kept.owner() is not None]

    def _may_hold(self, size: int, unreached: list[Kept]) -> bool:
        """Tell whether a pool has room for a block once these are gone."""
        freed = Counter[Pool]()
        for kept in unreached:
            freed[kept.pool] += kept.size
        return any(pool.free + more >= size for pool, more in freed.items())

    @property
    def used(self) -> int:
        return sum(pool.size - pool.free for pool in self._pools)

    @property
    def free(self) -> int:
        return sum(max(0, pool.free) for pool in self._pools) + _fitting(self._port)

    @property
    def largest(self) -> int:
        return max(_fitting(self._port), *(pool.free for pool in self._pools))


class Names(NamedTuple):
    """The names in a module or class, sorted so that a walk looks only at what may change."""

    names: list[str]
    size: int  # of the module or class itself
    lasting: dict[str, Any]  # by those of the names whose objects never change
    sizes: dict[int, int]  # of these objects and of all in them, by their identities
    changing: list[str]  # the other names

    def are_in(self, names: Mapping[str, Any]) -> bool:
        return list(names) == self.names and all(
            map(is_, map(names.get, self.lasting), self.lasting.values()))


class Walk:
    """Finds the objects that a program reaches, and their sizes on the board.

    `sizes` has the bytes by the object's identity: 0 if it is part of another on the board. `names`
    is what the next walk needs as `before`.
    """

    def __init__(self, is_own: IsOwn, before: dict[int, Names]):
        self.sizes: dict[int, int] = {}
        self.names: dict[int, Names] = {}
        self._before = before
        self._is_own = is_own
        self._seen: list[Any] = []  # so that no other object takes an identity
        self._looks: dict[type, Callable[[Any], Looked]] = {
            **LOOKS, FunctionType: self._function, ModuleType: self._named}

    def through(self, roots: Iterable[Any]) -> None:
        sizes, looks = self.sizes, self._looks
        left = list(roots)
        while left:
            thing = left.pop()
            if id(thing) in sizes:
                continue
            self._seen.append(thing)
            kind = type(thing)
            if kind not in looks:
                looks[kind] = self._look_at(kind)
            sizes[id(thing)], parts = looks[kind](thing)
            left.extend(parts)

    def _look_at(self, kind: type) -> Callable[[Any], Looked]:
        """Return the function that looks at objects of a class that is not in LOOKS."""
        if issubclass(kind, type):
            return self._named
        if self._is_own(kind):
            return _instance
        return next((LOOKS[base] for base in kind.__mro__ if base in WITH_STRICT_KINDS), _native)

    def _function(self, thing: FunctionType) -> Looked:
        if not self._is_own(thing):
            return _native(thing)
        held = thing.__defaults__, thing.__closure__
        return _code(thing.__code__), [each for each in held if each is not None]

    def _named(self, thing: ModuleType | type) -> Looked:
        if not self._is_own(thing):
            return 0, ()
        names = vars(thing)
        known = self._before.get(id(thing))
        if known is None or not known.are_in(names):
            known = self._sorted(thing)
        self.names[id(thing)] = known
        self.sizes.update(known.sizes)
        return known.size, map(names.get, known.changing)

    def _sorted(self, thing: ModuleType | type) -> Names:
        names, size, sizes = dict(vars(thing)), CLASS, dict[int, int]()
        names.pop("__static_attributes__", None)  # Python adds it from 3.13 on
        if isinstance(thing, ModuleType):
            names = {name: value for name, value in names.items() if name[:2] != "__"}
            size = _mapped(names)[0]
            sizes = {id(name): self._looks[str](name)[0] for name in names}
        lasting = {name: value for name, value in names.items() if self._lasts(value)}
        sizes |= self._weighed(lasting.values())
        changing = [name for name in names if name not in lasting]
        return Names(list(vars(thing)), size, lasting, sizes, changing)

    def _lasts(self, thing: Any) -> bool:
        """Tell whether an object and all in it weigh the same as long as it lives."""
        if isinstance(thing, FunctionType):
            return (self._is_own(thing) and not thing.__closure__
                    and self._lasts(thing.__defaults__))
        parts = thing if type(thing) is tuple else (thing,)
        return all(type(part) in LASTING for part in parts)

    def _weighed(self, things: Iterable[Any]) -> dict[int, int]:
        """Return the sizes of objects that last and of all in them, by their identities."""
        sizes = {}
        left = list(things)
        while left:
            thing = left.pop()
            sizes[id(thing)], parts = self._looks[type(thing)](thing)
            left.extend(parts)
        return sizes


def _instance(thing: Any) -> Looked:
    return BLOCK, (vars(thing),) if hasattr(thing, "__dict__") else ()


def _native(thing: Any) -> Looked:
    """Look at what the engine stores in an object of a built-in class."""
    names = getattr(thing, "__dict__", {})
    return 0, list(names.values()) if any(map(is_hidden, names)) else ()


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
    """Return what a function's code takes; that of frozen libraries lies in the flash.

    It is estimated by the names in it: each version of Python has other instructions for them.
    """
    if code.co_filename.startswith(FROZEN):
        return 0
    inner = sum(_code(part) for part in code.co_consts if isinstance(part, CodeType))
    names = {*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars}
    return 32 + CODE * sum("." not in name and name[:2] != "__" for name in names) + inner


def _listed(thing: Any) -> Looked:
    return 16 + WORD * max(4, len(thing)), thing


def _hashed(thing: Any) -> Looked:
    """Look at a set, without the order of its items, which strict mode's computes."""
    return 16 + WORD * len(thing) * 3 // 2, set[Any]().union(thing)


def _mapped(thing: Any) -> Looked:
    return 16 + 2 * WORD * len(thing), (*dict.keys(thing), *dict.values(thing))


# Numbers and short texts are in what holds them.
LOOKS: dict[type, Callable[[Any], Looked]] = {
    int: lambda thing: (0 if -1 << 30 <= thing < 1 << 30 else 16 + thing.bit_length() // 8, ()),
    float: lambda thing: (0, ()), bool: lambda thing: (0, ()), type(None): lambda thing: (0, ()),
    str: lambda thing: (16 + len(thing) if len(thing) > 10 else 0, ()),
    bytes: lambda thing: (17 + len(thing), ()), bytearray: lambda thing: (16 + len(thing), ()),
    array: lambda thing: (16 + len(thing) * thing.itemsize, ()),
    list: _listed, dict: _mapped, set: _hashed, frozenset: _hashed,
    tuple: lambda thing: (8 + WORD * len(thing), thing),
    GetSetDescriptorType: lambda thing: (0, ()), ProgramsModule: lambda thing: (0, ()),
    MethodType: lambda thing: (BLOCK, (thing.__self__, thing.__func__)),
    CellType: lambda thing: (BLOCK, (thing.cell_contents,) if _is_set(thing) else ()),
    GeneratorType: lambda thing: (
        64, (*thing.gi_frame.f_locals.values(),) if thing.gi_frame else ()),
    property: lambda thing: (BLOCK, (thing.fget, thing.fset)),
    staticmethod: lambda thing: (BLOCK, (thing.__func__,)),
    classmethod: lambda thing: (BLOCK, (thing.__func__,)),
}
# Classes that strict mode replaces by subclasses of its own.
WITH_STRICT_KINDS = frozenset([array, dict, set, frozenset])
LASTING = {int, float, bool, type(None), str, bytes, GetSetDescriptorType,
           ProgramsModule}


def _is_set(cell: CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def roots_of(modules: dict[str, ModuleType], builtins: dict[str, Any],
             frame: FrameType | None) -> Iterator[Any]:
    """Yield a program's modules, and what its functions hold that are being called.

    `frame` is where the program pauses, None if it does not.
    """
    for module in list(modules.values()):
        if isinstance(module, ModuleType) and module.__dict__.get("__builtins__") is builtins:
            yield module
    frame = frame or sys._getframe()
    while frame:
        if frame.f_builtins is builtins and frame.f_locals is not frame.f_globals:
            yield from frame.f_locals.values()
        frame = frame.f_back
