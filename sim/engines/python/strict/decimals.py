# SPDX-License-Identifier: MIT
"""Reads and writes numbers in decimal as the device does, in single precision.

The last digits of a number, and the digit that a half is rounded to, are not always the nearest
ones. The steps are those of CircuitPython's `py/formatfloat.c` and `py/parsenum.c`.
"""

import math
import re
import sys
from decimal import Decimal

# A single-precision number, and its lowest byte.
BYTES = bytearray(4)
SINGLE = memoryview(BYTES).cast("f")
LOWEST = 0 if sys.byteorder == "little" else 3
# The digits that are tried first, and the most; the largest number to which a digit is added.
SAFE_DIGITS, MOST_DIGITS, FULL = 6, 9, 0x19999998
# The characters that a number has room for; longer ones get an exponent.
ROOM = 33
# The highest power of 5 that a single-precision number holds exactly.
EXACT_POWER = 10
# `repr` writes numbers below 1e16 without an exponent.
REPR, REPR_ZEROS = -1, 16
SPECIFICATION = re.compile(r"(?:(.)?([<>=^]))?([ +-]?)#?(0?)(\d*)[,_]?(?:\.(\d+))?([eEfFgGn%]?)")


def single(value: float) -> float:
    """Return the nearest number of single precision."""
    SINGLE[0] = value
    return SINGLE[0]


def scaled(value: float, exponent: int) -> float:
    """Return `value * 10**exponent`."""
    if not exponent or not value:
        return value
    shifted = math.ldexp(value, exponent)
    if -EXACT_POWER <= exponent < 0:
        return single(shifted / 5 ** -exponent)
    return single(shifted * single(5.0 ** exponent))


def read(text: str) -> float:
    """Return the number that a text in decimal stands for, which is no infinity or NaN."""
    sign, digits, exponent = Decimal(text).as_tuple()
    value = _valued("".join(map(str, digits)), int(exponent))
    return -value if sign else value


def _valued(digits: str, exponent: int) -> float:
    """Return `digits * 10**exponent`; what comes behind ten digits does not count."""
    kept, mantissa = digits.rstrip("0"), 0
    exponent += len(digits) - len(kept)
    for digit in kept:
        if mantissa < FULL:
            mantissa = 10 * mantissa + int(digit)
        else:
            exponent += 1
    try:
        return scaled(single(mantissa), exponent)
    except OverflowError:
        return math.inf


def written(value: float, letter: str, precision: int = 6, sign: str = "") -> str:
    """Return a number in the format of `letter`: e, f or g, with so many digits.

    The precision REPR writes as few digits as are read as the same number.
    """
    if math.copysign(1, value) < 0 and not math.isnan(value):
        sign, value = "-", -value
    if not math.isfinite(value):
        text = "nan" if math.isnan(value) else "inf"
    else:
        text = _written(value, letter.lower(), precision, len(sign))
    return sign + (text.upper() if letter.isupper() else text)


def _written(value: float, letter: str, precision: int, taken: int) -> str:
    exponent = _exponent(value)
    if letter == "f" and exponent > 0 and exponent + precision + 2 > ROOM - taken:
        letter, precision = "g", precision + 1
    number = _rounded(value, exponent, letter, precision)
    if letter == "f":
        return f"{number:.{precision}f}"
    exponent = number.adjusted() if number else 0
    if letter == "e":
        return f"{number:.{precision}e}".partition("e")[0] + f"e{exponent:+03d}"
    zeros = REPR_ZEROS if precision == REPR else precision
    if not exponent or -5 < exponent < zeros:
        return f"{number.normalize():f}"
    digits = "".join(map(str, number.normalize().as_tuple().digits))
    return f"{f'{digits[0]}.{digits[1:]}'.rstrip('.')}e{exponent:+03d}"


def _exponent(value: float) -> int:
    """Return the power of ten of the first digit."""
    if not value:
        return 0
    found = int(single((math.frexp(value)[1] - 1) * single(0.3010299956639812)))
    is_large = value >= 1
    while (value >= scaled(1.0, found + is_large)) == is_large:
        found += 1 if is_large else -1
    return found


def _rounded(value: float, exponent: int, letter: str, precision: int) -> Decimal:
    """Return the number that is written, with as few digits as stand for `value`."""
    lead = 0  # zeros behind the point that are no digits
    if precision == REPR:
        most = MOST_DIGITS
    elif letter != "f":
        most = precision + (letter == "e" or not precision)
    elif exponent < -2 and precision > 2:
        lead = min(-exponent, precision) - 2
        most = precision - lead
    else:
        most = precision + max(exponent, 0) + 1
    most = min(most, MOST_DIGITS)
    for count in range(min(SAFE_DIGITS, most), most + 1):
        places = count - 1 - exponent
        if letter == "f" and exponent < 0:
            places = count + lead if lead else count - 1
        found, is_same = _nearest(value, count, places, letter == "f")
        if is_same:
            break
    return found


def _nearest(value: float, count: int, places: int, is_fixed: bool) -> tuple[Decimal, bool]:
    """Return a number of `count` digits, and whether it is read as the value.

    The search begins near the value, and steps half as far each time.
    """
    far, mantissa = 8 ** max(0, count - SAFE_DIGITS), _first(value, count, places)
    best, least = Decimal(), math.inf
    while True:
        digits, behind = str(mantissa), places
        if len(digits) > count and not is_fixed:
            digits, behind = digits[:-1], places - 1
        number = Decimal(f"{digits}e{-behind}")
        difference = single(_kept(_valued(digits, -behind)) - _kept(value))
        if not difference:
            return number, True
        if abs(difference) < least or (abs(difference) == least and not mantissa % 10):
            best, least = number, abs(difference)
        if not far:
            return best, False
        mantissa += far if difference < 0 else -far
        far //= 2


def _first(value: float, count: int, places: int) -> int:
    """Return the mantissa that is tried first; the last of many digits are zeros."""
    spare = max(0, min(count - SAFE_DIGITS, places - 1, 2))
    return int(10 ** spare * int(single(scaled(value, places - spare) + 0.5)))


def _kept(value: float) -> float:
    """Return a number without the two lowest bits, which are not compared."""
    SINGLE[0] = value
    BYTES[LOWEST] &= 0xFC
    return SINGLE[0]


def formatted(value: float, specification: str) -> str | None:
    """Return what `format` gives for a number; None for a format that is not a number's."""
    if not (found := SPECIFICATION.fullmatch(specification)):
        return None
    fill, align, sign, zero, width, places, letter = found.groups()
    if letter == "%":
        value = single(value * 100)
    plain = {"": "g", "n": "g", "%": "f"}.get(letter, letter)
    text = written(value, plain, int(places) if places else 6, sign.replace("-", ""))
    text += "%" * (letter == "%")
    columns = int(width or 0)
    if align == "=" or (zero and not align):
        head = text[:1] if text[:1] in "+- " else ""
        return head + text[len(head):].rjust(columns - len(head), fill or ("0" if zero else " "))
    return format(text, f"{fill or ('0' if zero else ' ')}{align or '>'}{width or 0}")
