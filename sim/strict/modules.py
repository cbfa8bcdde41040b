# SPDX-License-Identifier: MIT
"""The built-in modules that CPython has too, reduced to what the device has.

Floats, dicts and sets that their functions return are converted to the machine's types.
"""

import collections
import functools
import re
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from .device import MODULES
from .disguise import disguised
from .floats import narrow

RESULTS_NARROWED = frozenset(["json", "math", "random", "struct", "time"])
# Their results are new, inside and out.
READERS = frozenset(["load", "loads"])


def narrow_module(module: ModuleType, dict_type: type) -> ModuleType:
    """What of `module` a program may see; `dict_type` is the machine's."""
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
    """A tuple of some; what is the program's own stays what it is."""
    if type(value) is tuple and any(type(item) is float for item in value):
        return tuple(map(narrow, value))
    return value


def machine_value(value: Any, dict_type: type) -> Any:
    """The same value of the types that a program's own would have, however deep it is nested."""
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
    """`maxlen` is not optional; with flag 1 a full one refuses more."""

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
    """It prints as a dict in parentheses."""

    def __repr__(self) -> str:
        return "OrderedDict({" + ", ".join(f"{key!r}: {self[key]!r}" for key in self) + "})"


disguised(OrderedDict, "OrderedDict")


def _namedtuple(name: str, fields: Any, /) -> type:
    kind = collections.namedtuple(name, fields)  # type: ignore[misc]
    for extra in ("_asdict", "_field_defaults", "_fields", "_make", "_replace"):
        delattr(kind, extra)
    return kind


# Of the escapes of a pattern the device knows these; any other letter stands for itself.
CLASSES_OF_LETTERS = "dDsSwW"


def _compile(pattern: Any, flags: int = 0, /) -> re.Pattern[Any]:
    """Counts in braces, \\b, lookahead and named groups are not in the device's patterns."""
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
