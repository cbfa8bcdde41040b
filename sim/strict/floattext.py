# SPDX-License-Identifier: MIT
"""A float as the device prints it: six digits, or as many more as are needed to read it again.

The digits need not be the nearest ones: any do that are read as the same number. Which of them are
found is up to the search, and to the errors of calculating it in single precision. Source of its
steps: py/formatfloat.c, and `mp_decimal_exp` in py/parsenum.c.
"""

import math

from .singles import kept, single

DIGITS = range(6, 10)
STEPS = 12
# Of 5, up to which a division in single precision errs less than a multiplication.
EXACT_POWER = 10


def shown(value: float) -> str:
    if not value or not math.isfinite(value):
        return repr(value)
    size = abs(value)
    exponent = int(f"{size:e}".partition("e")[2])
    mantissa, unit = _found(size, exponent)
    return repr(math.copysign(float(f"{mantissa}e{unit}"), value))


def _found(size: float, exponent: int) -> tuple[int, int]:
    """Digits, and the power of ten that the last of them counts."""
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
    """`size` times ten to the power; the last of many digits are not tried at first."""
    left_out = 0
    if digits > DIGITS[0] and power > 1:
        left_out = 2 if digits > DIGITS[1] and power > 2 else 1
    return 10**left_out * int(single(_scaled(size, power - left_out) + 0.5))


def _difference(mantissa: int, unit: int, target: float) -> float:
    """Between what is read of the digits and what should be."""
    while mantissa and mantissa % 10 == 0:
        mantissa, unit = mantissa // 10, unit + 1
    return kept(_scaled(mantissa, unit)) - target


def _scaled(number: float, power: int) -> float:
    """Times ten to the power, by way of 2 and 5."""
    part = single(number) * 2.0**power
    if -EXACT_POWER <= power < 0:
        return single(part / 5.0**-power)
    return single(part * single(5.0**power))
