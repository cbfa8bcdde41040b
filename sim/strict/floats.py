# SPDX-License-Identifier: MIT
"""The device's float: 32 bits without the last two, 22 bits of mantissa.

CircuitPython keeps a float inside the word that names an object (MICROPY_OBJ_REPR_C in its
py/obj.h): a single-precision result whose two lowest bits are dropped. Since 10.2 whoever reads it
finds copies of the two bits before in their place. Arithmetic gives such floats again.
"""

import builtins
from collections.abc import Callable
from math import copysign, isfinite
from typing import Any

from . import division, floattext
from .disguise import disguised
from .singles import KEPT_BITS, SINGLE, WORD, cut, single

BINARY = ("add", "sub", "mul", "truediv", "mod", "pow")
DIVISIONS = {"floordiv": division.floordiv, "divmod": division.divided}
UNARY = ("neg", "pos", "abs")


class _Kind(type):
    """Makes `isinstance(x, float)` true for a host's float too, as hardware may return."""

    def __instancecheck__(cls, value: Any) -> bool:
        return builtins.isinstance(value, builtins.float)


class Float(float, metaclass=_Kind):
    """A program's `float`."""

    def __new__(cls, value: Any = 0.0) -> "Float":
        return builtins.float.__new__(cls, cut(builtins.float(value)))

    def __repr__(self) -> str:
        return floattext.shown(builtins.float(self))

    __str__ = __repr__

    def __round__(self, digits: Any = None) -> Any:  # type: ignore[override]
        """Half to even; with digits a float, by a multiplication, as py/modbuiltins.c does."""
        if digits is None:
            return round(builtins.float(self))
        factor = single(10.0 ** digits)
        product = single(builtins.float(self) * factor)
        whole = copysign(round(product), product) if isfinite(product) else product
        return narrow(single(whole / factor))


disguised(Float, "float")


def narrow(value: Any) -> Any:
    """Convert a host's float to the device's; anything else stays. `cut` is written out here."""
    if type(value) is not builtins.float:
        return value
    SINGLE[0] = value
    bits = WORD[0] & KEPT_BITS
    WORD[0] = bits | bits >> 2 & 3
    return builtins.float.__new__(Float, SINGLE[0])


def _binary(operation: Callable[..., Any]) -> Callable[[Float, Any], Any]:
    """What programs calculate with most: `cut` is written out here."""
    new, plain, single, word = builtins.float.__new__, builtins.float, SINGLE, WORD

    def operator(left: Float, right: Any) -> Any:
        result = operation(left, right)
        if type(result) is plain:
            single[0] = result
            bits = word[0] & KEPT_BITS
            word[0] = bits | bits >> 2 & 3
            return new(Float, single[0])
        return tuple(map(narrow, result)) if type(result) is tuple else result

    return operator


def _unary(operation: Callable[[float], float]) -> Callable[[Float], Any]:
    return lambda value: narrow(operation(value))


def _reflected(operation: Callable[..., Any]) -> Callable[..., Any]:
    return lambda right, left: operation(left, right)


for _name in BINARY:
    for _side in (f"__{_name}__", f"__r{_name}__"):
        setattr(Float, _side, _binary(getattr(builtins.float, _side)))
for _name, _operation in DIVISIONS.items():
    setattr(Float, f"__{_name}__", _binary(_operation))
    setattr(Float, f"__r{_name}__", _binary(_reflected(_operation)))
for _name in UNARY:
    setattr(Float, f"__{_name}__", _unary(getattr(builtins.float, f"__{_name}__")))


class Divisor(int):
    """An int on the right of `/=`: what is divided by it becomes the device's float."""

    def __rtruediv__(self, left: int) -> Any:
        return narrow(builtins.int(left) / builtins.int(self))


def divisor(value: Any) -> Any:
    return Divisor(value) if type(value) is int else value
