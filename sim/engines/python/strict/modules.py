# SPDX-License-Identifier: MIT
"""Reduces the built-in modules that CPython has too to the contents that the device has.

Floats, dicts and sets that their functions return are converted to the machine's types.
"""

import collections
import functools
import math
import re
import struct
from array import array
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from ..native.classes import BOUND, NAMES, BoundMethod, Function, disguised
from .device import MODULES
from .floats import Float, FloatType, constant, narrow

RESULTS_NARROWED = frozenset(["json", "math", "random", "struct", "time"])
# Functions that return new objects, also inside.
READERS = frozenset(["load", "loads", "unpack"])


def narrow_module(module: ModuleType, dict_type: type) -> ModuleType:
    """Return `module` with the names that the device has only; `dict_type` is the machine's."""
    name = module.__name__
    known = MODULES.get(name)
    contents = {**vars(module), **REPLACED.get(name, {})}
    if name in RESULTS_NARROWED:
        contents = {key: _narrowed(value, dict_type) for key, value in contents.items()}
    narrowed = ModuleType(name)
    narrowed.__dict__.update({key: value for key, value in contents.items()
                              if "." not in key and (known is None or key in known)})
    return narrowed


def _narrowed(value: Any, dict_type: type) -> Any:
    if not isinstance(value, (FunctionType, BuiltinFunctionType)):
        return narrow(value)

    def read(found: Any) -> Any:
        return _of_floats(found) if type(found) is tuple else machine_value(found, dict_type)

    convert = read if value.__name__ in READERS else _of_floats

    @functools.wraps(value)
    def function(*arguments: Any, **keywords: Any) -> Any:
        result = value(*arguments, **keywords)
        return narrow(result) if type(result) is float else convert(result)

    return function


def _of_floats(value: Any) -> Any:
    """Convert the floats of a tuple. Other objects may be the program's own and are left alone."""
    if type(value) is tuple and any(type(item) is float for item in value):
        return tuple(map(narrow, value))
    return value


def machine_value(value: Any, dict_type: type) -> Any:
    """Convert a nested value to the types that the program's own literals have."""
    top = [value]
    holders: list[Any] = [top]
    while holders:
        holder = holders.pop()
        for key in range(len(holder)) if type(holder) is list else list(holder):
            item = holder[key]
            if type(item) is list:
                holders.append(item)
            elif type(item) is dict:
                item = holder[key] = dict_type(item)
                holders.append(item)
            else:
                holder[key] = constant(item) if type(item) is float else item
    return top[0]


class Deque(collections.deque):
    """A deque whose `maxlen` is mandatory and which, with flag 1, raises IndexError when full."""

    def __init__(self, iterable: Any, maxlen: int, flags: int = 0, /):
        super().__init__(iterable, maxlen)
        self._refuses = flags & 1

    def append(self, item: Any, /) -> None:
        self._check_full()
        super().append(item)

    def appendleft(self, item: Any, /) -> None:
        self._check_full()
        super().appendleft(item)

    def _check_full(self) -> None:
        if self._refuses and len(self) == self.maxlen:
            raise IndexError("full")


disguised(Deque, "deque")


class OrderedDict(collections.OrderedDict[Any, Any]):
    """An OrderedDict that is shown as a dict in its name, as Python 3.12 begins to do."""

    def __repr__(self) -> str:
        return f"OrderedDict({dict(self)!r})"


disguised(OrderedDict, "OrderedDict")


def _namedtuple(name: str, fields: Any, /) -> type:
    make_kind: Any = collections.namedtuple
    kind = make_kind(name, fields, module="builtins")
    make, takes = kind.__new__, len(kind._fields)

    def __new__(cls: Any, *given: Any, **named: Any) -> Any:
        if len(given) + len(named) != takes:
            raise TypeError(f"function takes {takes} positional arguments but "
                            f"{len(given) + len(named)} were given")
        return make(cls, *given, **named)

    kind.__new__ = __new__
    for extra in ("_asdict", "_field_defaults", "_fields", "_make", "_replace"):
        delattr(kind, extra)
    return kind  # type: ignore[no-any-return]


PACKED = bytes, bytearray, memoryview, array
# A letter that the device does not know in a format.
UNKNOWN_TYPE = re.compile(r"[^<>!@\dbBhHiIlLqQsxefd]")


def _packing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of `struct` that takes the device's formats, and text for its bytes."""
    @functools.wraps(function)
    def call(format: Any, *values: Any, **offset: Any) -> Any:
        if isinstance(format, str) and UNKNOWN_TYPE.search(format):
            raise ValueError("bad typecode")
        try:
            return function(format, *(each.encode() if isinstance(each, str) else each
                                      for each in values), **offset)
        except struct.error as error:
            raise _of_board(str(error)) from None

    return call


def _of_board(said: str) -> Exception:
    """Return an error of a class that the device has; it has no struct.error."""
    if "requires a buffer" in said:
        return RuntimeError("buffer too small")
    if "expected" in said:
        return ValueError(said)
    return TypeError(said) if "required argument" in said else OverflowError(said)


def _in_ieee(function: Callable[..., float]) -> Callable[..., float]:
    """Return a function of `math` that gives NaN or an infinity where CPython's raises."""
    @functools.wraps(function)
    def called(*values: Any) -> float:
        try:
            return function(*values)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    return called


class Floats(array):  # type: ignore[type-arg]
    """An array of floats, whose items are the device's floats."""

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, (int, slice)):
            raise TypeError(f"array indices must be integers, not {type(place).__name__}")
        found = super().__getitem__(place)
        return Floats(self.typecode, found) if isinstance(found, array) else narrow(found)

    def __iter__(self) -> Any:
        return map(narrow, super().__iter__())

    def __repr__(self) -> str:
        return f"array('{self.typecode}'{f', {list(self)}' if self else ''})"

    def __add__(self, other: Any) -> Any:
        return Floats(self.typecode, super().__add__(other))


class _Arrays(type):
    def __call__(cls, typecode: Any, *contents: Any) -> Any:
        kind = Floats if typecode in ("d", "f") else array
        return kind(typecode, *contents)

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, array)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, array)


class Array(metaclass=_Arrays):
    """The program's `array.array`, which makes arrays of floats and of other numbers."""


# The classes that `type` shows for the host's.
SHOWN: dict[type, type] = {array: Array, Floats: Array, Float: FloatType, float: FloatType}
for _name, _kinds in NAMES.items():
    SHOWN.update(dict.fromkeys(_kinds, disguised(type(_name, (), {}), _name)))
SHOWN.update({Function: FunctionType, **dict.fromkeys(BOUND, BoundMethod)})


disguised(Array, "array")
disguised(Floats, "array")


IN_IEEE = ("acos", "asin", "cos", "exp", "fmod", "pow", "sin", "tan")
REPLACED: dict[str, dict[str, Any]] = {
    "array": {"array": Array},
    "collections": {"deque": Deque, "namedtuple": _namedtuple, "OrderedDict": OrderedDict},
    "math": {name: _in_ieee(getattr(math, name)) for name in IN_IEEE},
    "struct": {name: _packing(getattr(struct, name)) for name in MODULES["struct"]},
}
