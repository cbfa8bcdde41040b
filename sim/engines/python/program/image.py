# SPDX-License-Identifier: MIT
"""An image of all that a program holds, to be compared with an earlier one.

Two images are equal if the program cannot tell its objects then from those now: the same values,
joined in the same way, whatever their identities. An object whose state cannot be seen is equal to
nothing. So a false "equal" is excluded; a false "different" only costs time.
"""

import gc
import re
import struct
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from io import IOBase
from operator import attrgetter, itemgetter
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    GenericAlias,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    UnionType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from ....board.pins import Line
from ..moments import MOMENTS, Past
from ..native.classes import Function
from ..objects import IsOwn
from ..strict.floats import Float

# Objects that cannot change, and are equal only to themselves.
FIXED = (BuiltinFunctionType, CodeType, Function, GenericAlias, GetSetDescriptorType,
         MemberDescriptorType, MethodDescriptorType, ModuleType, UnionType, WrapperDescriptorType,
         attrgetter, itemgetter, np.dtype, np.generic, np.ufunc, property, re.Pattern, staticmethod,
         classmethod, struct.Struct, type(Ellipsis), type(NotImplemented), type(cache(len)))
MOST = 100_000


class Unknown(Exception):
    """Ends the making of an image: an object's state cannot be seen."""


class Images:
    """Makes images of one program. It keeps what it learns about classes.

    `is_own` tells the program's functions and classes from built-in ones, which cannot change.
    Objects of the `outer` classes belong to the simulator.
    """

    def __init__(self, is_own: IsOwn, outer: tuple[type, ...]):
        self._looks = _Looks(is_own, outer)

    def make(self, roots: Iterable[Any], began: int) -> list[Any] | None:
        """Return the image of what can be reached from `roots`, None if it cannot be seen.

        The turn that is over `began` then.
        """
        made: list[Any] = []
        places: dict[int, int] = {}
        kept: list[Any] = []  # keeps new objects from taking an identity
        left, looks = list(roots), self._looks
        looks.update(dict.fromkeys(MOMENTS, lambda thing: (thing.state(began), None)))
        try:
            while left:
                thing = left.pop()
                kind = type(thing)
                if kind in ATOMS:
                    made += kind, thing
                    continue
                place = places.get(id(thing))
                if place is not None:
                    made.append(place)
                    continue
                state, parts = looks[kind](thing)
                made += kind, state
                if parts is not None:
                    kept.append(thing)
                    places[id(thing)] = len(places)
                    parts = list(parts)
                    kinds = list(map(type, parts))
                    made.append(kinds)
                    if ATOMS.issuperset(kinds):
                        made.append(parts)
                    else:
                        left += parts
                if len(made) > MOST:
                    return None
        except Unknown:
            return None
        return made


def only_past_differs(one: list[Any], other: list[Any]) -> bool:
    """Tell whether two images differ only in which moments stand for which earlier times."""
    if len(one) != len(other):
        return False
    pairs: dict[Any, Any] = {}
    for left, right in zip(one, other, strict=True):
        if type(left) is Past is type(right):
            if pairs.setdefault(left, right) != right:
                return False
        elif left != right:
            return False
    return len(set(pairs.values())) == len(pairs)


def frames(frame: FrameType | None) -> Iterator[Any]:
    """Yield the variables of a running function of the program, and of those that called it."""
    programs = frame and frame.f_builtins
    while frame is not None:
        if frame.f_builtins is programs and frame.f_locals is not frame.f_globals:
            yield dict(frame.f_locals)
        frame = frame.f_back


class _Looks(dict[type, Callable[[Any], Any]]):
    """The function for each class that returns the state and the parts of its objects."""

    def __init__(self, is_own: IsOwn, outer: tuple[type, ...]):
        super().__init__(KNOWN)
        self._is_own = is_own
        self._owned: dict[Any, bool] = {}
        self._outer = outer

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        look = self[kind] = self._find(kind)
        return look

    def _find(self, kind: type) -> Callable[[Any], Any]:
        if issubclass(kind, self._outer) or issubclass(kind, FIXED):
            return _same
        if issubclass(kind, (type, FunctionType)):
            return self._function if kind is FunctionType else self._class
        for base, look in INHERITED.items():
            if issubclass(kind, base):
                return _with_attributes(look, _slots(kind))
        if hasattr(kind, "__next__"):
            return _iterator
        if kind.__flags__ & HEAP_TYPE and kind.__basicsize__ <= MOST_BASIC:
            slots = _slots(kind)
            return _with_attributes(_nothing, slots) if slots else _instance
        return _unknown

    def _class(self, thing: type) -> Any:
        return (None, dict(vars(thing)).values()) if self._owns(thing) else (id(thing), None)

    def _function(self, thing: FunctionType) -> Any:
        if not self._owns(thing):
            return id(thing), None
        given = thing.__defaults__ or (), thing.__kwdefaults__, thing.__closure__ or ()
        return id(thing.__code__), given

    def _owns(self, thing: Any) -> bool:
        if thing not in self._owned:
            self._owned[thing] = self._is_own(thing)
        return self._owned[thing]


# A class that Python code has made, and the size of its objects without slots.
HEAP_TYPE, MOST_BASIC = 1 << 9, 64


def _value(thing: Any) -> Any:
    return thing, ()


def _nothing(thing: Any) -> Any:
    return None, ()


def _same(thing: Any) -> Any:
    return id(thing), None


def _float(thing: float) -> Any:
    return float.__repr__(thing), None


def _unknown(thing: Any) -> Any:
    raise Unknown


def _dict(thing: Any) -> Any:
    return dict.__len__(thing), (*dict.keys(thing), *dict.values(thing))


def _items(thing: Any) -> Any:
    return None, thing


def _buffer(thing: Any) -> Any:
    return hash(bytes(memoryview(thing))), ()


def _array(thing: Any) -> Any:
    return (thing.shape, thing.dtype.str, hash(thing.tobytes())), ()


def _generator(thing: Any) -> Any:
    """See where a generator stands, and what its frame holds, which its referents tell too."""
    frame = getattr(thing, "gi_frame", None) or getattr(thing, "cr_frame", None)
    held = [part for part in gc.get_referents(thing) if type(part) is not FrameType]
    return frame and frame.f_lasti, held


def _iterator(thing: Any) -> Any:
    """See where an iterator stands, as copying and pickling it do."""
    try:
        return None, thing.__reduce__()
    except TypeError:
        raise Unknown from None


def _file(thing: Any) -> Any:
    if thing.closed:
        return None, ()
    try:
        if thing.writable():
            raise Unknown  # to tell its place, a file of text writes what waits
        return thing.tell(), ()
    except (OSError, ValueError):
        raise Unknown from None


def _instance(thing: Any) -> Any:
    names = getattr(thing, "__dict__", {})
    return hash(tuple(names)), names.values()


def _with_attributes(look: Callable[[Any], Any], slots: list[str]) -> Callable[[Any], Any]:
    """Return a look that sees an object's attributes too."""
    def found(thing: Any) -> Any:
        state, parts = look(thing)
        names = getattr(thing, "__dict__", {})
        own = (getattr(thing, name) for name in slots if hasattr(thing, name))
        return (state, hash(tuple(names))), [*parts, *names.values(), *own]

    return found


def _slots(kind: type) -> list[str]:
    """Return the names of the slots of a class's objects."""
    found = [vars(base).get("__slots__", ()) for base in kind.__mro__]
    return [name for slots in found for name in ((slots,) if isinstance(slots, str) else slots)]


def _cell(thing: CellType) -> Any:
    try:
        return True, (thing.cell_contents,)
    except ValueError:
        return False, ()


def named(space: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what stands for a module's variables: their values, and their names in short."""
    return hash(tuple(space)), [value for name, value in space.items() if name != "__builtins__"]


def _line(thing: Line) -> Any:
    return (thing.level, thing.pull, thing.in_use, thing.moves), None


ATOMS = frozenset([int, bool, str, bytes, type(None)])
KNOWN: dict[type, Callable[[Any], Any]] = {
    float: _float, Float: _float,
    dict: _dict, **dict.fromkeys([list, tuple, set, frozenset], _items),
    Line: _line, CellType: _cell, GeneratorType: _generator, CoroutineType: _generator,
    MethodType: lambda thing: (None, (thing.__func__, thing.__self__)),
    range: lambda thing: ((thing.start, thing.stop, thing.step), None),
    slice: lambda thing: (None, (thing.start, thing.stop, thing.step)),
    memoryview: _buffer,
}
INHERITED: dict[type, Callable[[Any], Any]] = {
    float: _float, int: _value, str: _value, dict: _dict, IOBase: _file, np.ndarray: _array,
    **dict.fromkeys([list, tuple, set, frozenset, deque], _items),
    **dict.fromkeys([bytes, bytearray, array], _buffer),
    BaseException: lambda thing: (None, thing.args),
}
