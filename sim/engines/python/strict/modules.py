# SPDX-License-Identifier: MIT
"""Reduces the built-in modules that CPython has too to the contents that the device has.

Floats, dicts and sets that their functions return are converted to the machine's types.
"""

import binascii
import collections
import functools
import io
import math
import re
import struct
from array import array
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from ..heap import allocate
from ..native.arguments import buffer, word
from ..native.classes import NAMES, disguised
from .device import MODULES
from .floats import Float, FloatType, narrow

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
                holder[key] = narrow(item)
    return top[0]


class Deque(collections.deque):
    """A deque whose `maxlen` is mandatory and which, with flag 1, raises IndexError when full."""

    def __init__(self, iterable: Any, maxlen: int, flags: int = 0, /):
        super().__init__(iterable, maxlen)
        self._refuses = flags & 1

    def append(self, item: Any, /) -> None:
        self._check_room()
        super().append(item)

    def appendleft(self, item: Any, /) -> None:
        self._check_room()
        super().appendleft(item)

    def _check_room(self) -> None:
        if self._refuses and len(self) == self.maxlen:
            raise IndexError("full")


disguised(Deque, "deque")


def _namedtuple(name: str, fields: Any, /) -> type:
    if not isinstance(fields, (str, tuple, list)):
        raise TypeError(f"object '{type(fields).__name__}' isn't a tuple or list")
    kind = collections.namedtuple(name, fields, module="builtins")  # type: ignore[misc]
    count, new = len(kind._fields), kind.__new__

    def checked(cls: type, *values: Any, **named: Any) -> Any:
        if len(values) + len(named) != count:
            raise TypeError(f"function takes {count} positional arguments but "
                            f"{len(values) + len(named)} were given")
        return new(cls, *values, **named)

    kind.__new__ = checked  # type: ignore[assignment, method-assign]
    for extra in ("_asdict", "_field_defaults", "_fields", "_make", "_replace"):
        delattr(kind, extra)
    return kind


# CPython's sentences in a struct.error, and the error that the device raises instead.
# Names of formats in Python 3.11's sentences, and their letters in newer ones.
SIZES = {"byte": 1, "ubyte": 1, "short": 2, "ushort": 2,
         "b": 1, "B": 1, "h": 2, "H": 2, "q": 8, "Q": 8}
STRUCT_ERRORS: list[tuple[str, type[Exception], str]] = [
    (r"\w+ expected (\d+) items for packing .*", ValueError, r"values length must be \1"),
    (r"bad char in struct format", ValueError, "bad typecode"),
    (r"unpack requires .*", RuntimeError, "buffer size must match format"),
    (r"unpack_from requires .*", RuntimeError, "buffer too small"),
    (r"pack_into requires .*", RuntimeError, "Buffer too small"),
]


def _packing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of `struct` that raises the device's errors."""
    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except struct.error as error:
            raise _struct_error(str(error), arguments[1:]) from None

    return call


def _struct_error(text: str, values: tuple[Any, ...]) -> Exception:
    for sentence, kind, words in STRUCT_ERRORS:
        if found := re.fullmatch(sentence, text):
            return kind(found.expand(words))
    if found := re.fullmatch(r"required argument is not an? (integer|float)", text):
        accepted = (int, float) if found[1] == "float" else int
        wrong = next((each for each in values if not isinstance(each, accepted)), None)
        return TypeError(f"can't convert {type(wrong).__name__} to {found[1].replace('eger', '')}")
    if found := re.match(r"'?(\w+)'? format requires", text):
        return OverflowError(f"value must fit in {SIZES.get(found[1], 4)} byte(s)")
    return OverflowError("value must fit in 8 byte(s)")


# The board's library gives these where CPython's functions raise an error.
IN_IEEE = {"acos": np.arccos, "asin": np.arcsin, "cos": np.cos, "exp": np.exp, "fmod": np.fmod,
           "pow": np.float_power, "sin": np.sin, "tan": np.tan}


def _in_ieee(name: str) -> Callable[..., float]:
    """Return a function of `math` that gives NaN or an infinity where CPython's raises."""
    exact, lenient = getattr(math, name), IN_IEEE[name]

    @functools.wraps(exact)
    def called(*values: Any) -> float:
        try:
            return float(exact(*values))
        except (ValueError, OverflowError):
            with np.errstate(all="ignore"):
                return float(lenient(*map(float, values)))

    return called


def _log(*values: Any) -> float:
    try:
        return math.log(*values)
    except ZeroDivisionError:
        raise ValueError("math domain error") from None


def _hexlify(data: Any, sep: Any = b"", /) -> bytes:
    """Convert to digits; the board takes an empty separator for a zero."""
    if sep == b"":
        return binascii.hexlify(buffer(data))
    if not isinstance(sep, (str, bytes)):
        raise TypeError(f"can't convert '{type(sep).__name__}' object to str implicitly")
    return binascii.hexlify(buffer(data), bytes(buffer(sep)[:1]) or b"\0")


def _unhexlify(data: Any, /) -> bytes:
    try:
        return binascii.unhexlify(data)
    except binascii.Error:
        raise ValueError("non-hex digit") from None


def _a2b_base64(data: Any, /) -> bytes:
    try:
        return binascii.a2b_base64(data)
    except binascii.Error:
        raise ValueError("incorrect padding") from None


def _b2a_base64(data: Any, /, newline: bool = True) -> bytes:
    return binascii.b2a_base64(data, newline=bool(newline))


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


def _content(given: tuple[Any, ...]) -> bytes:
    """Return the content of a new file in memory: a buffer's, none if there is a size."""
    first = given[0] if given else 0
    if isinstance(first, int):
        allocate(word(first) & 0xFFFFFFFF)
        return b""
    return bytes(buffer(first))


class StringIO(io.StringIO):
    """The program's `io.StringIO`, which takes bytes for text."""

    def __init__(self, *given: Any, **_: Any):
        super().__init__(_content(given).decode(), "")

    def write(self, text: Any, /) -> int:
        return super().write(text if isinstance(text, str) else bytes(buffer(text)).decode())


class BytesIO(io.BytesIO):
    """The program's `io.BytesIO`, which takes text for bytes."""

    def __init__(self, *given: Any, **_: Any):
        super().__init__(_content(given))

    def write(self, data: Any, /) -> int:
        return super().write(buffer(data))


# The classes that `type` shows for the host's.
SHOWN: dict[type, type] = {array: Array, Floats: Array, Float: FloatType, float: FloatType}
for _name, _kinds in NAMES.items():
    SHOWN.update(dict.fromkeys(_kinds, disguised(type(_name, (), {}), _name)))
SHOWN[BuiltinFunctionType] = FunctionType


disguised(Array, "array")
disguised(StringIO, "StringIO")
disguised(BytesIO, "BytesIO")
disguised(Floats, "array")


REPLACED: dict[str, dict[str, Any]] = {
    "binascii": {"a2b_base64": _a2b_base64,
                 "b2a_base64": _b2a_base64, "hexlify": _hexlify,
                 "unhexlify": _unhexlify},
    "array": {"array": Array},
    "io": {"BytesIO": BytesIO, "StringIO": StringIO},
    "collections": {"deque": Deque, "namedtuple": _namedtuple},
    "math": {"log": _log, **{name: _in_ieee(name) for name in IN_IEEE}},
    "struct": {name: _packing(getattr(struct, name)) for name in MODULES["struct"]},
}
