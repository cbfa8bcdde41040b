# SPDX-License-Identifier: MIT
"""The device's float: 32 bits with the last two cut off, 22 bits of mantissa.

CircuitPython keeps a float inside the word that names an object (MICROPY_OBJ_REPR_C in its
py/circuitpy_mpconfig.h): a single-precision result whose two lowest bits are dropped, printed with
six significant digits (py/objfloat.c). Arithmetic on them gives such floats again.
"""

import builtins
from collections.abc import Callable
from typing import Any

from .disguise import disguised

# Four bytes that are seen as a single-precision number and as a word.
_BYTES = memoryview(bytearray(4))
_single, _word = _BYTES.cast("f"), _BYTES.cast("I")
KEPT_BITS = 0xFFFFFFFC
DIGITS = 6
BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "divmod")
UNARY = ("neg", "pos", "abs")


def cut(value: float) -> float:
    """The nearest number towards zero that the device can keep."""
    _single[0] = value
    _word[0] &= KEPT_BITS
    return _single[0]


class _Kind(type):
    """Makes `isinstance(x, float)` true for a host's float too, as hardware may return."""

    def __instancecheck__(cls, value: Any) -> bool:
        return builtins.isinstance(value, builtins.float)


class Float(float, metaclass=_Kind):
    """A program's `float`."""

    def __new__(cls, value: Any = 0.0) -> "Float":
        return builtins.float.__new__(cls, cut(builtins.float(value)))

    def __repr__(self) -> str:
        text = f"{builtins.float(self):.{DIGITS}g}"
        return text if any(mark in text for mark in ".en") else text + ".0"

    __str__ = __repr__

    def __round__(self, digits: Any = None) -> Any:  # type: ignore[override]
        """Half to even; with digits a float, by a multiplication, as py/modbuiltins.c does."""
        if digits is None:
            return round(builtins.float(self))
        factor = cut(10.0 ** digits)
        return narrow(round(cut(builtins.float(self) * factor)) / factor)


disguised(Float, "float")


def narrow(value: Any) -> Any:
    """Convert a host's float to the device's; anything else stays."""
    return Float.__new__(Float, value) if type(value) is builtins.float else value


def _binary(operation: Callable[..., Any]) -> Callable[[Float, Any], Any]:
    new, plain = builtins.float.__new__, builtins.float

    def operator(left: Float, right: Any) -> Any:
        result = operation(left, right)
        if type(result) is plain:
            return new(Float, cut(result))
        return tuple(map(narrow, result)) if type(result) is tuple else result

    return operator


def _unary(operation: Callable[[float], float]) -> Callable[[Float], Any]:
    return lambda value: narrow(operation(value))


for _name in BINARY:
    for _side in (f"__{_name}__", f"__r{_name}__"):
        setattr(Float, _side, _binary(getattr(builtins.float, _side)))
for _name in UNARY:
    setattr(Float, f"__{_name}__", _unary(getattr(builtins.float, f"__{_name}__")))


class Divisor(int):
    """An int on the right of `/=`: what is divided by it becomes the device's float."""

    def __rtruediv__(self, left: int) -> Any:
        return narrow(builtins.int(left) / builtins.int(self))


def divisor(value: Any) -> Any:
    return Divisor(value) if type(value) is int else value
