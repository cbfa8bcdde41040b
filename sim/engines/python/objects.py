# SPDX-License-Identifier: MIT
"""The sizes of a program's objects on the board, and a walk that finds all that it holds.

Sizes are bytes of whole blocks of the board's heap, from its C structures (py/obj*.h, py/map.c,
shared-module/displayio), checked against `gc.mem_alloc()` of its firmware.
"""

import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from io import BytesIO, StringIO
from types import (
    CellType,
    FrameType,
    FunctionType,
    GeneratorType,
    MethodType,
    ModuleType,
)
from typing import Any
from weakref import WeakKeyDictionary

from .native.private import is_hidden

BLOCK, WORD = 16, 4
# Smaller numbers lie in the word that refers to them.
SMALL = 1 << 30
# The lengths of hash tables (hash_allocation_sizes in py/map.c).
TABLES = (0, 2, 4, 6, 8, 10, 12, 17, 23, 29, 37, 47, 59, 73, 97, 127, 167, 223, 293, 389, 521, 691,
          919, 1223, 1627, 2161, 3229, 4831, 7243, 10861, 16273, 24407, 36607, 54907)
# Objects of built-in classes, without their contents.
NATIVE = {"Bitmap": 48, "ColorConverter": 48, "Group": 80, "TileGrid": 96, "OnDiskBitmap": 208,
          "Circle": 96, "Rectangle": 96, "Polygon": 96, "FileIO": 144, "TextIOWrapper": 144}
# A palette's bytes for each color.
COLOR = 16
# The bytes of code for each byte of its source without comments and indentation, and each function.
CODE, FUNCTION = 0.3, 40
# An object's bytes, and the objects in it.
Looked = tuple[int, Iterable[Any]]
Look = Callable[[Any], Looked]
Measure = Callable[[Any], int]
IsOwn = Callable[[Any], bool]


def blocks(size: int) -> int:
    """Round a number of bytes up to whole blocks."""
    return -(-size // BLOCK) * BLOCK


def table_length(items: int) -> int:
    """Return how many places a hash table has in which so many items lie."""
    at = bisect_left(TABLES, items)
    return TABLES[at] if at < len(TABLES) else items * 3 // 2 | 1


def items_bytes(value: Any) -> int:
    """Return the bytes of a sequence's or table's items, which lie in one block; 0 for others."""
    measure = inherited(ITEMS, type(value))
    return measure(value) if measure else 0


@lru_cache(maxsize=256)
def code_bytes(source: bytes) -> int:
    """Return what a file's code takes."""
    lines = [line.strip() for line in source.splitlines()]
    functions = sum(line.startswith((b"def ", b"class ")) for line in lines)
    return int(CODE * sum(len(line) for line in lines if line[:1] != b"#")) + FUNCTION * functions


class Walk:
    """Finds all objects that a program holds, and their bytes on the board."""

    def __init__(self, is_own: IsOwn):
        self._is_own = is_own
        self._atoms = set(ATOMS)
        self._kinds: dict[type, tuple[Look, Measure | None]] = {}
        # A program that loads modules again and again leaves no class behind.
        self._own_kinds: WeakKeyDictionary[type, tuple[Look, Measure | None]] = WeakKeyDictionary()
        self._left_out: list[Any] = []

    def leave_out(self, roots: Iterable[Any]) -> None:
        """Leave out of later walks what can be reached now."""
        self._left_out = self._walk(roots, {})

    def sizes(self, roots: Iterable[Any]) -> dict[int, int]:
        """Return the bytes of all objects that can be reached, by their identities.

        The items of a list, dict or the like, which have a block of their own, are counted as one
        object more, under the negative identity.
        """
        sizes = dict.fromkeys(map(id, self._left_out), 0)
        self._walk(roots, sizes)
        return sizes

    def _walk(self, roots: Iterable[Any], sizes: dict[int, int]) -> list[Any]:
        """Fill `sizes`; return the objects, which keeps others from taking an identity."""
        seen: list[Any] = []
        kinds, left, atoms = self._kinds, list(roots), self._atoms
        while left:
            thing = left.pop()
            kind = type(thing)
            if kind in atoms or (kind is int and -SMALL <= thing < SMALL):
                continue
            at = id(thing)
            if at in sizes:
                continue
            seen.append(thing)
            look, measure = kinds.get(kind) or self._own_kinds.get(kind) or self._learn(kind)
            sizes[at], parts = look(thing)
            if measure:
                sizes[-at] = -(-measure(thing) // BLOCK) * BLOCK
            if parts:
                left += parts
        return seen

    def _learn(self, kind: type) -> tuple[Look, Measure | None]:
        if issubclass(kind, float) and not self._is_own(kind):
            self._atoms.add(kind)
        measure = None if _native_size(kind) else inherited(ITEMS, kind)
        found = _look_at(kind, self._is_own), measure
        kinds = self._own_kinds if self._is_own(kind) else self._kinds
        kinds[kind] = found
        return found


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


def _look_at(kind: type, is_own: IsOwn) -> Look:
    """Return the function that looks at the objects of a class."""
    if issubclass(kind, type) or kind is ModuleType:
        return lambda thing: _named(thing) if is_own(thing) else (0, ())
    if kind is FunctionType:
        return lambda thing: _function(thing) if is_own(thing) else (0, ())
    if _native_size(kind):
        return _instance if is_own(kind) else _native
    return inherited(LOOKS, kind) or (_plain if is_own(kind) else _native)


def inherited(table: dict[type, Any], kind: type) -> Any:
    """Return the entry of the class that a class inherits from, None if there is none."""
    return next((table[base] for base in kind.__mro__ if base in table), None)


def _named(thing: Any) -> Looked:
    """Look at a module or a class: its names are constants of its code."""
    values = [value for name, value in vars(thing).items() if name[:2] != "__"]
    return 2 * BLOCK + blocks(2 * WORD * table_length(len(values))), values


def _function(thing: FunctionType) -> Looked:
    given, enclosed = thing.__defaults__ or (), thing.__closure__ or ()
    if not (given or enclosed):
        return BLOCK, ()
    size = blocks(3 * WORD + WORD * len(given))
    return size + (blocks(3 * WORD + WORD * len(enclosed)) if enclosed else 0), given + enclosed


def _plain(thing: Any) -> Looked:
    """Look at an object of a program's class that inherits no built-in one."""
    values = thing.__dict__.values() if hasattr(thing, "__dict__") else ()
    return BLOCK + blocks(2 * WORD * table_length(len(values))), values


def _instance(thing: Any) -> Looked:
    """Look at an object of a program's class that inherits a built-in one, and contains it."""
    names = getattr(thing, "__dict__", {})
    size, parts = _native(thing)
    own = [value for name, value in names.items() if not is_hidden(name)]
    return size + BLOCK + blocks(2 * WORD * table_length(len(own))), [*parts, *own]


def _native(thing: Any) -> Looked:
    """Look at an object of a built-in class, and at what the engine stores in it."""
    size = _native_size(type(thing))
    if type(thing).__name__ == "Palette":
        size = BLOCK + COLOR * len(thing)
    parts: list[Any] = []
    for name, value in getattr(thing, "__dict__", {}).items():
        if is_hidden(name) and type(value) not in ATOMS:
            parts += _contents(value)
    return size, parts


def _native_size(kind: type) -> int:
    return next((NATIVE[base.__name__] for base in kind.__mro__ if base.__name__ in NATIVE), 0)


def _contents(value: Any) -> Iterable[Any]:
    """Yield the objects in what stands for a structure of the board."""
    if type(value) in (list, tuple):
        return value  # type: ignore[no-any-return]
    return () if type(value) in LOOKS else (value,)


def _listed(thing: list[Any]) -> int:
    """Return the bytes of a list's items. One that has grown has places for twice as many."""
    spare = (list.__sizeof__(thing) - list.__sizeof__([])) // 8 - len(thing)
    places = 1 << (len(thing) - 1).bit_length() if spare and thing else len(thing)
    return WORD * max(4, places)


def _text_bytes(text: str) -> int:
    return len(text) + 1 if text.isascii() else len(text.encode("utf-8", "replace")) + 1


def _holding(parts: Callable[[Any], Iterable[Any]]) -> Look:
    """Return a look at an object whose items lie in a block of their own."""
    return lambda thing: (BLOCK, parts(thing))


def _is_set(cell: CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def _integer(thing: int) -> Looked:
    return BLOCK + blocks(thing.bit_length() // 8 + 1), ()


def _buffered(file: Any) -> int:
    return 0 if file.closed else len(file.getvalue())


def _waiting(generator: Any) -> Looked:
    return 2 * BLOCK, list(generator.gi_frame.f_locals.values()) if generator.gi_frame else ()


ATOMS = frozenset([float, bool, type(None), type(Ellipsis), type(len)])
# Classes whose items lie in a block of their own.
ITEMS: dict[type, Measure] = {
    str: _text_bytes, bytes: lambda thing: len(thing) + 1, bytearray: len, list: _listed,
    array: lambda thing: len(thing) * thing.itemsize,
    tuple: lambda thing: 2 * WORD + WORD * len(thing),
    dict: lambda thing: 2 * WORD * table_length(dict.__len__(thing)),
    set: lambda thing: WORD * table_length(len(thing)),
    frozenset: lambda thing: WORD * table_length(len(thing)),
    BytesIO: _buffered, StringIO: _buffered,
}
LOOKS: dict[type, Look] = {
    int: _integer, tuple: lambda thing: (0, thing),
    **dict.fromkeys([str, bytes, bytearray, array, BytesIO, StringIO], _holding(lambda thing: ())),
    list: _holding(iter), set: _holding(set[Any]().union), frozenset: _holding(set[Any]().union),
    dict: _holding(lambda thing: (*dict.keys(thing), *dict.values(thing))),
    **dict.fromkeys([range, slice, memoryview, complex], lambda thing: (BLOCK, ())),
    BaseException: lambda thing: (3 * BLOCK, thing.args),
    MethodType: lambda thing: (BLOCK, (thing.__self__, thing.__func__)),
    CellType: lambda thing: (BLOCK, (thing.cell_contents,) if _is_set(thing) else ()),
    GeneratorType: _waiting,
    property: lambda thing: (BLOCK, (thing.fget, thing.fset)),
    staticmethod: lambda thing: (BLOCK, (thing.__func__,)),
    classmethod: lambda thing: (BLOCK, (thing.__func__,)),
}
