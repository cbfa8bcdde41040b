# SPDX-License-Identifier: MIT
"""The device's float: single precision without the two lowest bits, so 22 bits of mantissa.

CircuitPython stores a float inside the word that names an object (MICROPY_OBJ_REPR_C in its
py/obj.h) and drops the two lowest bits. Since 10.2, reading a float fills them with copies of the
two bits before. Arithmetic gives such floats again.
"""

import builtins
import math
from collections.abc import Callable
from decimal import Decimal
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
        number = builtins.float(value)
        if isinstance(value, (str, bytes, bytearray)):
            return parsed(number)
        return builtins.float.__new__(cls, cut(number))

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


# The digits that are surely right, and the most that are ever written.
SAFE_DIGITS, MOST_DIGITS = 6, 9
# The characters that a number has room for, and the largest exponent `repr` writes out.
ROOM, WRITTEN_OUT = 33, 16
# The power of 5 up to which a division in single precision errs less than a multiplication.
EXACT_POWER = 10


def text(value: float) -> str:
    """Return a float as the device prints it: with six digits, or more if reading it needs them."""
    return repr(value) if not math.isfinite(value) else _decimal(_general(value, None))


def _decimal(written: str) -> str:
    return written if "." in written or "e" in written else written + ".0"


def formatted(value: float, kind: str, precision: int | None = None) -> str:
    """Return a float in one of the formats e, f and g, by default with a precision of 6.

    The digits need not be the nearest ones; any are right that are read as the same number. Which
    are found depends on the search and on its errors in single precision. Source of its steps:
    py/formatfloat.c, and `mp_decimal_exp` in py/parsenum.c.
    """
    if math.isfinite(value):
        write = {"e": _scientific, "f": _fixed, "g": _general}[kind.lower()]
        made = write(value, 6 if precision is None else precision)
    else:
        made = repr(value)
    return made.upper() if kind.isupper() else made


def _fixed(value: float, precision: int) -> str:
    exponent = _exponent(value)
    precision = min(precision, ROOM - 3)
    if exponent > 0 and exponent + precision + 2 > ROOM - (value < 0):
        return _general(value, precision + 1)
    zeros = min(-exponent, precision) - 2 if precision > 2 and exponent < -2 else 0
    most = precision - zeros + (exponent + 1 if exponent >= 0 else 0 if zeros else 1)
    lowest = -zeros - 1 if zeros else max(0, exponent)
    mantissa, unit = _digits_of(value, lowest, most)
    return f"{Decimal(mantissa).scaleb(unit).copy_sign(Decimal(value)):.{precision}f}"


def _scientific(value: float, precision: int) -> str:
    mantissa, unit = _digits_of(value, _exponent(value), precision + 1)
    size, _, power = f"{Decimal(mantissa).scaleb(unit):.{precision}e}".partition("e")
    return f"{'-' * (value < 0)}{size}e{int(power) if mantissa else 0:+03d}"


def _general(value: float, precision: int | None) -> str:
    """Write as `repr` without a precision."""
    digits, largest = (MOST_DIGITS, WRITTEN_OUT) if precision is None else (precision, precision)
    mantissa, unit = _digits_of(value, _exponent(value), max(1, digits))
    while mantissa and mantissa % 10 == 0:
        mantissa, unit = mantissa // 10, unit + 1
    exponent = len(str(mantissa)) - 1 + unit if mantissa else 0
    number = Decimal(mantissa).scaleb(unit).copy_sign(Decimal(value))
    if exponent == 0 or -4 <= exponent < largest:
        return f"{number:f}"
    size, sign = str(mantissa), "-" if value < 0 else ""
    return f"{sign}{size[0]}{'.' if size[1:] else ''}{size[1:]}e{exponent:+03d}"


def _exponent(value: float) -> int:
    """Return the power of ten of the first digit, 0 for zero."""
    return Decimal(value).adjusted() if value else 0


def _digits_of(value: float, first: int, most: int) -> tuple[int, int]:
    """Return the digits as an int, and the power of ten of the last one.

    There are at most `most` digits, counted from that with the power `first`; fewer, if these are
    read as the same number.
    """
    size = abs(value)
    if not size:
        return 0, 0
    target = kept(size)
    for digits in range(min(SAFE_DIGITS, most), min(MOST_DIGITS, most) + 1):
        unit = first + 1 - digits
        mantissa = best = _estimate(size, digits, -unit)
        least = difference = _difference(mantissa, unit, target)
        width = 1 << 3 * max(0, digits - SAFE_DIGITS)
        while difference and width:
            mantissa += width if difference < 0 else -width
            width >>= 1
            difference = _difference(mantissa, unit, target)
            nearer = single(abs(difference) - abs(least))
            if nearer < 0 or (nearer == 0 and mantissa % 10 == 0):
                least, best = difference, mantissa
        if not difference:
            return mantissa, unit
    return best, unit


def _estimate(size: float, digits: int, power: int) -> int:
    """Return `size` times ten to the power. The last of many digits are zeros at first."""
    left_out = 0
    if digits > SAFE_DIGITS and power > 1:
        left_out = 2 if digits > SAFE_DIGITS + 1 and power > 2 else 1
    return 10**left_out * int(single(_scaled(size, power - left_out) + 0.5))


def _difference(mantissa: int, unit: int, target: float) -> float:
    """Return how far the number that the digits are read as is from the target."""
    while mantissa and mantissa % 10 == 0:
        mantissa, unit = mantissa // 10, unit + 1
    return single(kept(_scaled(mantissa, unit)) - target)


# The device reads no further digits of a number that is as large as this.
ENOUGH = 0x19999998


def parsed(value: float) -> Any:
    """Return a number that was written in decimal as the device reads it, with its errors."""
    if not math.isfinite(value) or cut(value) == value:
        return narrow(value)
    sign, digits, unit = Decimal(repr(value)).as_tuple()
    mantissa = 0
    for left, digit in enumerate(digits):
        if mantissa >= ENOUGH:
            unit += len(digits) - left  # type: ignore[operator]
            break
        mantissa = 10 * mantissa + digit
    return narrow(math.copysign(_scaled(mantissa, unit), -sign or 1))  # type: ignore[arg-type]


def _scaled(number: float, power: int) -> float:
    """Return `number` times ten to the power, computed with powers of 2 and 5."""
    part = single(number) * 2.0**power
    if -EXACT_POWER <= power < 0:
        return single(part / 5.0**-power)
    return single(part * single(5.0**power))
