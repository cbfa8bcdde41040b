# SPDX-License-Identifier: MIT
"""The device's float: single precision without the two lowest bits, so 22 bits of mantissa.

CircuitPython stores a float inside the word that names an object (MICROPY_OBJ_REPR_C in its
py/obj.h) and drops the two lowest bits. Since 10.2, reading a float fills them with copies of the
two bits before. Arithmetic gives such floats again.
"""

import builtins
import math
import re
from collections.abc import Callable, Iterator
from typing import Any

from ..native.classes import disguised
from .decimals import BYTES, LOWEST, REPR, SINGLE, formatted, read, single, written

# For each lowest byte, the byte that the device reads after storing it.
KEPT = bytes(byte & 0xFC | byte >> 2 & 3 for byte in range(256))

CONVERSION = re.compile(r"%([-+ #0]*)(\d*)(?:\.(\d*))?([a-zA-Z%])")


class Float(float):
    """A value that a program calculates with. `Float(x)` takes `x` as it is: see `narrow`."""

    __slots__ = ()

    def __repr__(self) -> str:
        text = written(self, "g", REPR)
        is_whole = math.isfinite(self) and "." not in text and "e" not in text
        return text + ".0" * is_whole

    __str__ = __repr__

    def __format__(self, specification: str) -> str:
        text = formatted(self, specification) if specification else repr(self)
        return builtins.float.__format__(self, specification) if text is None else text

    def __round__(self, digits: Any = None) -> Any:  # type: ignore[override]
        if digits is None or not math.isfinite(self):
            return narrow(builtins.float.__round__(self, digits))
        factor = single(10.0 ** digits)
        product = single(builtins.float.__mul__(self, factor))
        return narrow(single(builtins.float.__round__(product, 0) / factor))


def cut(value: float) -> float:
    """Return what the device reads after storing `value` in an object's word."""
    SINGLE[0] = value
    BYTES[LOWEST] = KEPT[BYTES[LOWEST]]
    return SINGLE[0]


def narrow(value: Any) -> Any:
    """Convert a host's float to the device's; return anything else unchanged."""
    return Float(cut(value)) if type(value) is builtins.float else value


def constant(value: builtins.float) -> Float:
    """Return a number of the program's text as the device reads it."""
    return Float(cut(read(repr(value)) if math.isfinite(value) else value))


def _binary(operation: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """Return a binary operator. For speed, it repeats the steps of `cut`."""
    def operator(left: Any, right: Any, new: Any = Float, single: Any = SINGLE,
                 bytes: Any = BYTES, kept: Any = KEPT, lowest: int = LOWEST) -> Any:
        try:
            single[0] = operation(left, right)
        except TypeError:  # the result is no float: NotImplemented, or a complex number
            return operation(left, right)
        bytes[lowest] = kept[bytes[lowest]]
        return new(single[0])

    return operator


def _divmod(left: Any, right: Any) -> Any:
    both = builtins.float.__divmod__(left, right)
    return tuple(map(narrow, both)) if isinstance(both, tuple) else both


def _rdivmod(right: Any, left: Any) -> Any:
    both = builtins.float.__rdivmod__(right, left)
    return tuple(map(narrow, both)) if isinstance(both, tuple) else both


def _unary(operation: Callable[[float], float]) -> Callable[[Float], Float]:
    return lambda value: Float(operation(value))


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    for _side in (f"__{_name}__", f"__r{_name}__"):
        setattr(Float, _side, _binary(getattr(builtins.float, _side)))
for _name in ("__neg__", "__pos__", "__abs__"):
    setattr(Float, _name, _unary(getattr(builtins.float, _name)))
Float.__divmod__, Float.__rdivmod__ = _divmod, _rdivmod  # type: ignore[assignment, method-assign]
disguised(Float, "float")


class _Kind(type):
    """Makes the host's floats instances too, since hardware modules may return one."""

    def __instancecheck__(cls, value: Any) -> bool:
        return builtins.isinstance(value, builtins.float)


class FloatType(Float, metaclass=_Kind):
    """The program's `float`, which makes values of the class `Float`."""

    def __new__(cls, value: Any = 0.0) -> Any:
        made = builtins.float(value)
        return narrow(made) if isinstance(value, (int, builtins.float)) else constant(made)


disguised(FloatType, "float")


class Divisor(int):
    """An int on the right of `/=`, by which an int is divided to the device's float."""

    def __rtruediv__(self, left: int) -> Any:
        return narrow(builtins.int(left) / builtins.int(self))


def divisor(value: Any) -> Any:
    """Return the right side of `/=` in a form that gives the device's float."""
    return Divisor(value) if type(value) is int else value


WITHOUT_FLOAT = frozenset([int, str])


def percent(template: str, values: Any) -> tuple[str]:
    """Return the text of `template % values`, in which floats are written as on the device."""
    items = values if isinstance(values, tuple) else (values,)
    if type(values) in WITHOUT_FLOAT or not any(isinstance(item, Float) for item in items):
        return (template % values,)
    letters = [letter for *_, letter in CONVERSION.findall(template) if letter != "%"]
    if len(letters) != len(items):
        return (template % values,)
    left = iter(items)
    return (CONVERSION.sub(lambda found: _converted(found, left), template),)


def _converted(found: re.Match[str], left: Iterator[Any]) -> str:
    """Return the text of one conversion, which takes its value from those that are left."""
    flags, width, places, letter = found.groups()
    value = next(left) if letter != "%" else None
    if letter not in "eEfFgG" or not isinstance(value, Float):
        return found[0] % (() if letter == "%" else (value,))
    sign = "+" if "+" in flags else " " if " " in flags else ""
    text = written(value, letter, int(places or 6 * (places is None)), sign)
    if "-" in flags:
        return text.ljust(int(width or 0))
    return text.zfill(int(width or 0)) if "0" in flags else text.rjust(int(width or 0))
