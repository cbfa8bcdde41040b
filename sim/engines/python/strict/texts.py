# SPDX-License-Identifier: MIT
"""Texts of values as the board writes them: `str`, `repr`, `format`, `%` and f-strings.

CPython's C code would show floats, errors and built-in objects its own way inside a list or after
a `%`. Sources: the `print` functions of py/obj*.c, and `mp_obj_str_format_helper` and
`str_modulo_format` in py/objstr.c.
"""

import inspect
import io
import re
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    CoroutineType,
    FunctionType,
    GeneratorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from .. import heap
from ..compiler.runtime import BEAT
from ..native.classes import NAMES, ProgramsModule, disguised
from ..native.errors import kind_of
from .device import is_native
from .floats import Float, formatted, narrow, single

NONE = object.__repr__
CONTAINERS = (tuple, dict, set, frozenset)
# Modules with objects whose methods are the board's functions.
SIMULATORS = frozenset(["sim.board.drive", "sim.engines.python.program.program",
                        "sim.engines.python.strict.device", "sim.engines.python.strict.mode"])
# Where the board's memory is. The addresses in it are not a board's.
RAM, PLACES = 0x20000000, 0x3FFF0
SPECIFICATION = re.compile(
    r"(?:(.)?([<>=^]))?([-+ ]?)(#?)(0?)(\d*)([,_]?)(?:\.(\d+))?([a-zA-Z%]?)", re.DOTALL)
CONVERSION = re.compile(r"%(?:\((.*?)\))?([-+ #0]*)(\*|\d*)(\.(?:\*|\d*))?(.)", re.DOTALL)
OF_FLOATS = frozenset("efgEFG")
# A specification with fewer letters asks for no text that is large.
LONG_WIDTH = 4


def text(value: Any) -> str:
    """Return the `str` of a value."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if method := _own(kind, "__str__") or _own(kind, "__repr__"):
        return _written(method(value))
    if isinstance(value, BaseException):
        return _said(value)
    return str.__str__(value) if isinstance(value, str) else shown(value)


def _own(kind: type, name: str) -> Callable[[Any], Any] | None:
    """Return the method that a program's class, or one that it inherits from, defines."""
    for base in kind.__mro__:
        if name in vars(base) and isinstance(base.__module__, ProgramsModule):
            return lambda value: vars(base)[name].__get__(value, kind)()
    return None


def _written(made: Any) -> str:
    """Return what a program's method has made, which may be no text, as text."""
    return made if isinstance(made, str) else text(made)


def _said(error: BaseException) -> str:
    if isinstance(error, OSError):
        return str(error)
    given = error.args
    return text(given[0]) if len(given) == 1 else shown(given) if given else ""


def shown(value: Any) -> str:
    """Return the `repr` of a value."""
    kind = type(value)
    if method := _own(kind, "__repr__"):
        return _written(method(value))
    for base in kind.__mro__:
        if base in WRITERS:
            return WRITERS[base](value)
        method = vars(base).get("__repr__")
        if method is NONE:
            break
        if method and not issubclass(base, CONTAINERS):
            return method(value)  # type: ignore[no-any-return]
    if is_native(kind):
        return f"<{kind.__name__}>"
    return f"<{kind.__name__} object at {_address(value)}>"


def _address(value: Any) -> str:
    return f"0x{RAM + id(value) % PLACES // 16 * 16:08x}"


def _items(values: Any) -> str:
    return ", ".join(map(shown, values))


def _tuple(value: Any) -> str:
    names = getattr(value, "__match_args__", ())
    if names:
        kind = type(value).__name__
        pairs = ", ".join(f"{name}={shown(item)}" for name, item in zip(names, value, strict=True))
        return f"{'' if kind == 'tuple' else kind}({pairs})"
    return f"({_items(value)}{',' if len(value) == 1 else ''})"


def _dict(value: Any) -> str:
    return f"{{{', '.join(f'{shown(key)}: {shown(item)}' for key, item in value.items())}}}"


def _set(value: Any) -> str:
    inside = f"{{{_items(value)}}}" if value else ""
    return (inside or "set()") if isinstance(value, set) else f"frozenset({inside})"


def _array(value: Any) -> str:
    return f"array('{value.typecode}'{f', [{_items(value)}]' if value else ''})"


def _complex(value: complex) -> str:
    real, imaginary = (repr(Float(part)).removesuffix(".0") for part in (value.real, value.imag))
    if not value.real:
        return f"{imaginary}j"
    return f"({real}{'' if imaginary.startswith('-') else '+'}{imaginary}j)"


def _function(value: Any) -> str:
    if BEAT not in value.__builtins__:
        return "<function>"
    if value.__closure__:
        return "<closure>"
    for flag, name in ((inspect.CO_GENERATOR, "generator"), (inspect.CO_COROUTINE, "coroutine")):
        if value.__code__.co_flags & flag:
            return f"<{name}>"
    return f"<function {value.__name__} at {_address(value)}>"


def _method(value: Any) -> str:
    """Show a method; a function of a module may be one of the simulator's objects."""
    owner = value.__self__
    of_simulator = type(owner).__module__ in SIMULATORS
    return "<function>" if of_simulator or isinstance(owner, ModuleType) else "<bound_method>"


def _suspended(name: str, code: str) -> Callable[[Any], str]:
    return lambda value: (f"<{name} object '{getattr(value, code).co_name}' at {_address(value)}>")


def _placed(name: str) -> Callable[[Any], str]:
    return lambda value: f"<{name} {_address(value)}>"


def _named(name: str) -> Callable[[Any], str]:
    return lambda value: f"<{name}>"


WRITERS: dict[type, Callable[[Any], str]] = {
    float: lambda value: repr(narrow(value)), Float: Float.__repr__,
    complex: _complex, array: _array,
    list: lambda value: f"[{_items(value)}]", tuple: _tuple, dict: _dict, set: _set,
    frozenset: _set, OrderedDict: lambda value: f"OrderedDict({_dict(value)})",
    BaseException: lambda value: f"{kind_of(value).__name__}{shown(value.args)}",
    type: lambda value: f"<class '{value.__name__}'>",
    **{kind: _named("function") for kind in (
        MethodDescriptorType, WrapperDescriptorType, ClassMethodDescriptorType)},
    FunctionType: _function, MethodType: _method, BuiltinFunctionType: _method,
    GeneratorType: _suspended("generator", "gi_code"),
    CoroutineType: _suspended("coroutine", "cr_code"),
    io.StringIO: _placed("io.StringIO"), io.BytesIO: _placed("io.BytesIO"),
    io.TextIOWrapper: _placed("io.TextIOWrapper"), io.BufferedReader: _placed("io.FileIO"),
    io.BufferedWriter: _placed("io.FileIO"), io.BufferedRandom: _placed("io.FileIO"),
    **{kind: _named("iterator") for kind in NAMES["iterator"]},
    **{kind: _named(kind.__name__) for kind in (
        map, filter, zip, enumerate, reversed, deque, memoryview, property, staticmethod)},
    type(reversed([])): _named("reversed"),
}


def formed(value: Any, specification: str) -> str:
    """Return `format(value, specification)`, as an f-string does."""
    if not specification:
        return text(value)
    _require_room(specification)
    if isinstance(value, str):
        return format(str(value), specification)
    found = SPECIFICATION.fullmatch(specification)
    if found is None:
        raise ValueError("invalid format specifier")
    if not isinstance(value, (int, float)):
        name = type(value).__name__
        if found[9] not in ("", "s"):
            raise ValueError(f"unknown format code '{found[9]}' for object of type '{name}'")
        raise TypeError(f"can't convert '{name}' object to str implicitly")
    if isinstance(value, int) and found[9] not in OF_FLOATS | {"%"}:
        return format(value, specification)
    return _number(value, *found.groups())


def _require_room(specification: str) -> None:
    """Check that a text of this width or precision fits. Raises MemoryError."""
    if len(specification) >= LONG_WIDTH:
        for size in re.findall(r"\d+", specification):
            heap.allocate(int(size))


def _number(value: float, fill: str | None, align: str | None, sign: str, _: str, zero: str,
            width: str, __: str, precision: str | None, kind: str) -> str:
    """Write a float in the parts of a specification; separators are for whole numbers only."""
    if kind not in OF_FLOATS | {"", "n", "%"}:
        raise ValueError(f"unknown format code '{kind}' for object of type 'float'")
    value = narrow(float(value))
    digits = None if precision is None else int(precision)
    if kind == "%":
        made = formatted(single(value * 100.0), "f", 6 if digits is None else digits) + "%"
    else:
        made = formatted(value, kind if kind in OF_FLOATS else "g", 6 if digits is None else digits)
    if sign in ("+", " ") and not made.startswith("-"):
        made = sign + made
    align = align or ("=" if zero else ">")
    return format(made, f"{fill or zero or ' '}{align}{width}") if align != "=" else _padded(
        made, fill or zero or " ", int(width or 0))


def _padded(made: str, fill: str, width: int) -> str:
    """Fill up between sign and digits."""
    sign = made[: made[0] in "+- "]
    return sign + made[len(sign):].rjust(width - len(sign), fill)


class _Formed:
    """A value that `str.format` writes as the board does."""

    def __init__(self, value: Any):
        self._value = value

    def __format__(self, specification: str) -> str:
        return formed(self._value, specification)

    def __str__(self) -> str:
        return text(self._value)

    def __repr__(self) -> str:
        return shown(self._value)


def format_of(template: str) -> Any:
    """Return the method `format` of a str. By its owner its time is counted."""
    def format(*values: Any, **named: Any) -> str:
        return template.format(*map(_Formed, values),
                               **{name: _Formed(value) for name, value in named.items()})

    format.__self__ = template  # type: ignore[attr-defined]
    return disguised(format, "format")


def filled(template: Any, values: Any) -> Any:
    """Return `template % values`."""
    if type(template) is not str:
        return template % values
    given = iter(values if type(values) is tuple else (values,))
    named = []

    def converted(found: re.Match[str]) -> str:
        name, flags, width, precision, kind = found.groups()
        if kind == "%":
            return "%"
        named.append(name)
        width, precision = (_size(size, given) for size in (width, precision))
        value = _taken(given) if name is None else values[name]
        return _converted(value, flags, width, precision, kind)

    made = CONVERSION.sub(converted, template)
    if template.replace("%%", "").endswith("%"):
        raise ValueError("incomplete format")
    if not any(named) and not isinstance(values, dict) and next(given, given) is not given:
        raise TypeError("format string didn't convert all arguments")
    return made


def _taken(given: Iterator[Any]) -> Any:
    for value in given:
        return value
    raise TypeError("format string needs more arguments")


def _size(written: str | None, given: Iterator[Any]) -> str:
    """Return a width or a precision, which may be one of the values."""
    return "" if written is None else written.replace("*", "") + (
        str(_taken(given)) if "*" in written else "")


def _converted(value: Any, flags: str, width: str, precision: str, kind: str) -> str:
    _require_room(width + precision)
    if kind in "rs":
        made = text(value) if kind == "s" else shown(value)
        return f"%{'-' if '-' in flags else ''}{width}{precision}s" % made
    if kind not in OF_FLOATS:
        return f"%{flags}{width}{precision}{kind}" % (value,)
    if not isinstance(value, (int, float)):
        raise TypeError(f"can't convert {type(value).__name__} to float")
    left, sign = "<" if "-" in flags else "", "+" if "+" in flags else " " * (" " in flags)
    zero = "0" if "0" in flags and not left else ""
    return formed(value, f"{left}{sign}{zero}{width}{precision}{kind}")
