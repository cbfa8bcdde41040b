# SPDX-License-Identifier: MIT
"""Reduces the built-in modules that CPython has too to the contents that the device has.

Floats, dicts and sets that their functions return are converted to the machine's types.
"""

import collections
import functools
import re
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from ..native.classes import disguised
from .device import MODULES
from .floats import narrow

RESULTS_NARROWED = frozenset(["json", "math", "random", "struct", "time"])
# Functions that return new objects, also inside.
READERS = frozenset(["load", "loads"])


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
        return machine_value(found, dict_type)

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


class OrderedDict(collections.OrderedDict):
    """An OrderedDict that prints as a dict in parentheses."""

    def __repr__(self) -> str:
        return "OrderedDict({" + ", ".join(f"{key!r}: {self[key]!r}" for key in self) + "})"


disguised(OrderedDict, "OrderedDict")


def _namedtuple(name: str, fields: Any, /) -> type:
    kind = collections.namedtuple(name, fields)  # type: ignore[misc]
    for extra in ("_asdict", "_field_defaults", "_fields", "_make", "_replace"):
        delattr(kind, extra)
    return kind


# The escapes that the device knows in a pattern. Any other letter stands for itself.
CLASSES_OF_LETTERS = "dDsSwW"


def _compile(pattern: Any, flags: int = 0, /) -> re.Pattern[Any]:
    """Compile a pattern without what the device lacks: {n}, \\b, lookahead and named groups."""
    if isinstance(pattern, re.Pattern):
        return pattern
    as_text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
    if re.search(r"\(\?[^:]", re.sub(r"\\.", "", as_text, flags=re.DOTALL)):
        raise ValueError("error in regex")
    meant = re.sub(r"\\(.)|[{}]", _literal, as_text, flags=re.DOTALL)
    try:
        return re.compile(meant if isinstance(pattern, str) else meant.encode("latin-1"))
    except re.error:
        raise ValueError("error in regex") from None


def _literal(found: re.Match[str]) -> str:
    letter = found[1]
    return found[0] if letter and letter in CLASSES_OF_LETTERS else re.escape(letter or found[0])


def _matching(name: str) -> Callable[..., Any]:
    def function(pattern: Any, text: Any, /) -> Any:
        return getattr(_compile(pattern), name)(text)

    return function


def _sub(pattern: Any, replacement: Any, text: Any, count: int = 0, flags: int = 0, /) -> Any:
    return _compile(pattern).sub(replacement, text, count)


REPLACED: dict[str, dict[str, Any]] = {
    "collections": {"OrderedDict": OrderedDict, "deque": Deque, "namedtuple": _namedtuple},
    "re": {"compile": _compile, "match": _matching("match"), "search": _matching("search"),
           "sub": _sub},
}
