# SPDX-License-Identifier: MIT
"""The device's float: single precision without the two lowest bits, so 22 bits of mantissa.

CircuitPython stores a float inside the word that names an object (MICROPY_OBJ_REPR_C in its
py/obj.h) and drops the two lowest bits. Since 10.2, reading a float fills them with copies of the
two bits before. Arithmetic gives such floats again.
"""

import builtins
import math
import sys
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from ..native.classes import disguised

# A single-precision number, and its lowest byte.
_BYTES = bytearray(4)
SINGLE = memoryview(_BYTES).cast("f")
LOWEST = 0 if sys.byteorder == "little" else 3
# For each lowest byte, the byte that the device reads after storing it.
KEPT = bytes(byte & 0xFC | byte >> 2 & 3 for byte in range(256))
# The fewest and the most digits that `repr` writes, and the least number with an exponent.
LEAST_DIGITS, MOST_DIGITS, WRITTEN_OUT = 6, 9, 1e16


class Float(float):
    """A value that a program calculates with. `Float(x)` takes `x` as it is: see `narrow`."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return as few digits as are read as the same number, but at least six."""
        if not math.isfinite(self):
            return builtins.float.__repr__(self)
        tried = (f"{number:.{digits}g}" for digits in range(LEAST_DIGITS, MOST_DIGITS + 1)
                 for number in (self, _stored(self)))
        written = next(text for text in tried if cut(float(text)) == self)
        if "e+" in written and abs(self) < WRITTEN_OUT:
            written = f"{Decimal(written):f}"
        return written if "." in written or "e" in written else written + ".0"

    __str__ = __repr__

    def __format__(self, specification: str) -> str:
        """Format by the letter g where no letter is given, as the device does."""
        is_open = specification and not (specification[-1].isalpha() or specification[-1] == "%")
        return builtins.float.__format__(self, specification + "g" * bool(is_open))

    def __round__(self, digits: Any = None) -> Any:  # type: ignore[override]
        return narrow(builtins.float.__round__(self, digits))


def cut(value: float) -> float:
    """Return what the device reads after storing `value` in an object's word."""
    SINGLE[0] = value
    _BYTES[LOWEST] = KEPT[_BYTES[LOWEST]]
    return SINGLE[0]


def _stored(value: float) -> float:
    """Return a value with its two lowest bits zero."""
    SINGLE[0] = value
    _BYTES[LOWEST] &= 0xFC
    return SINGLE[0]


def narrow(value: Any) -> Any:
    """Convert a host's float to the device's; return anything else unchanged."""
    return Float(cut(value)) if type(value) is builtins.float else value


def _binary(operation: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """Return a binary operator. For speed, it repeats the steps of `cut`."""
    def operator(left: Any, right: Any, new: Any = Float, single: Any = SINGLE,
                 bytes: Any = _BYTES, kept: Any = KEPT, lowest: int = LOWEST) -> Any:
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
        return narrow(builtins.float(value))


disguised(FloatType, "float")


class Divisor(int):
    """An int on the right of `/=`, by which an int is divided to the device's float."""

    def __rtruediv__(self, left: int) -> Any:
        return narrow(builtins.int(left) / builtins.int(self))


def divisor(value: Any) -> Any:
    """Return the right side of `/=` in a form that gives the device's float."""
    return Divisor(value) if type(value) is int else value
