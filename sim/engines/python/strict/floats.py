# SPDX-License-Identifier: MIT
"""The device's float: single precision without the two lowest bits, so 22 bits of mantissa.

CircuitPython stores a float inside the word that names an object (MICROPY_OBJ_REPR_C in its
py/obj.h) and drops the two lowest bits. Since 10.2, reading a float fills them with copies of the
two bits before. Arithmetic gives such floats again.
"""

import builtins
import math
from collections.abc import Callable
from math import copysign, isfinite
from typing import Any

from ..native.classes import disguised

# Four bytes, seen as a single-precision number and as a word.
_BYTES = memoryview(bytearray(4))
SINGLE, WORD = _BYTES.cast("f"), _BYTES.cast("I")
KEPT_BITS = 0xFFFFFFFC


def cut(value: float) -> float:
    """Return what the device reads after storing `value` in an object's word."""
    SINGLE[0] = value
    left = WORD[0] & KEPT_BITS
    WORD[0] = left | left >> 2 & 3
    return SINGLE[0]


def kept(value: float) -> float:
    """Return `value` with the two lowest bits zero, as the device stores it."""
    SINGLE[0] = value
    WORD[0] &= KEPT_BITS
    return SINGLE[0]


def single(value: float) -> float:
    """Round to single precision, as in the middle of a calculation."""
    SINGLE[0] = value
    return SINGLE[0]


def _floordiv(left: Any, right: Any) -> Any:
    both = _divmod(left, right)
    return both[0] if isinstance(both, tuple) else both


def _divmod(left: Any, right: Any) -> Any:
    """Return quotient and remainder of two numbers, with every step in single precision.

    Large quotients come out as in `mp_obj_float_divmod` in py/objfloat.c. Returns NotImplemented if
    an operand is not a number.
    """
    if not (isinstance(left, (int, float)) and isinstance(right, (int, float))):
        return NotImplemented
    x, y = single(float(left)), single(float(right))
    if not (y and math.isfinite(x) and math.isfinite(y)):
        return divmod(x, y)
    rest = math.fmod(x, y)
    quotient = single(single(x - rest) / y)
    if rest and (rest < 0) != (y < 0):
        rest, quotient = single(rest + y), single(quotient - 1)
    return _whole(quotient, x / y), rest or math.copysign(0.0, y)


def _whole(quotient: float, exact: float) -> float:
    if not quotient:
        return math.copysign(0.0, exact)
    floor = float(math.floor(quotient))
    return floor + 1 if quotient - floor > 0.5 else floor


BINARY = ("add", "sub", "mul", "truediv", "mod", "pow")
DIVISIONS = {"floordiv": _floordiv, "divmod": _divmod}
UNARY = ("neg", "pos", "abs")


class _Kind(type):
    """Makes the host's floats instances too, since hardware modules may return one."""

    def __instancecheck__(cls, value: Any) -> bool:
        return builtins.isinstance(value, builtins.float)


class Float(float, metaclass=_Kind):
    """A program's `float`."""

    def __new__(cls, value: Any = 0.0) -> "Float":
        return builtins.float.__new__(cls, cut(builtins.float(value)))

    def __repr__(self) -> str:
        return text(builtins.float(self))

    __str__ = __repr__

    def __round__(self, digits: Any = None) -> Any:  # type: ignore[override]
        """Round half to even; with `digits` by a multiplication, as in py/modbuiltins.c."""
        if digits is None:
            return round(builtins.float(self))
        factor = single(10.0 ** digits)
        product = single(builtins.float(self) * factor)
        whole = copysign(round(product), product) if isfinite(product) else product
        return narrow(single(whole / factor))


disguised(Float, "float")


def narrow(value: Any) -> Any:
    """Convert a host's float to the device's; return anything else unchanged."""
    if type(value) is not builtins.float:
        return value
    SINGLE[0] = value
    bits = WORD[0] & KEPT_BITS
    WORD[0] = bits | bits >> 2 & 3
    return builtins.float.__new__(Float, SINGLE[0])


def _binary(operation: Callable[..., Any]) -> Callable[[Float, Any], Any]:
    """Return a binary operator. For speed, it repeats the steps of `cut`."""
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
    """An int on the right of `/=`, by which an int is divided to the device's float."""

    def __rtruediv__(self, left: int) -> Any:
        return narrow(builtins.int(left) / builtins.int(self))


def divisor(value: Any) -> Any:
    """Return the right side of `/=` in a form that gives the device's float."""
    return Divisor(value) if type(value) is int else value


DIGITS = range(6, 10)
STEPS = 12
# The power of 5 up to which a division in single precision errs less than a multiplication.
EXACT_POWER = 10


def text(value: float) -> str:
    """Return a float as the device prints it: with six digits, or more if reading it needs them.

    The digits need not be the nearest ones; any are right that are read as the same number. Which
    are found depends on the search and on its errors in single precision. Source of its steps:
    py/formatfloat.c, and `mp_decimal_exp` in py/parsenum.c.
    """
    if not value or not math.isfinite(value):
        return repr(value)
    size = abs(value)
    exponent = int(f"{size:e}".partition("e")[2])
    mantissa, unit = _digits_of(size, exponent)
    return repr(math.copysign(float(f"{mantissa}e{unit}"), value))


def _digits_of(size: float, exponent: int) -> tuple[int, int]:
    """Return the digits as an int, and the power of ten of the last one."""
    steps, target = STEPS, kept(size)
    for digits in DIGITS:
        unit = exponent + 1 - digits
        mantissa = first = _estimate(size, digits, -unit)
        best = abs(_difference(mantissa, unit, target))
        width = 1 << 3 * (digits - DIGITS[0])
        while (difference := _difference(mantissa, unit, target)) and steps and width:
            mantissa += width if difference < 0 else -width
            width, steps = width >> 1, steps - 1
            if abs(_difference(mantissa, unit, target)) < best:
                best, first = abs(_difference(mantissa, unit, target)), mantissa
        if not difference:
            return mantissa, unit
    return first, unit


def _estimate(size: float, digits: int, power: int) -> int:
    """Return `size` times ten to the power. Of many digits the last ones are zeros at first."""
    left_out = 0
    if digits > DIGITS[0] and power > 1:
        left_out = 2 if digits > DIGITS[1] and power > 2 else 1
    return 10**left_out * int(single(_scaled(size, power - left_out) + 0.5))


def _difference(mantissa: int, unit: int, target: float) -> float:
    """Return how far the number that the digits are read as is from the target."""
    while mantissa and mantissa % 10 == 0:
        mantissa, unit = mantissa // 10, unit + 1
    return kept(_scaled(mantissa, unit)) - target


def _scaled(number: float, power: int) -> float:
    """Return `number` times ten to the power, computed with powers of 2 and 5."""
    part = single(number) * 2.0**power
    if -EXACT_POWER <= power < 0:
        return single(part / 5.0**-power)
    return single(part * single(5.0**power))
