# SPDX-License-Identifier: MIT
"""Floor division of the device's floats: each step is in single precision, so that a large quotient
comes out as there (source: `mp_obj_float_divmod` in py/objfloat.c).
"""

import math
from typing import Any

from .singles import single


def floordiv(left: Any, right: Any) -> Any:
    both = divided(left, right)
    return both[0] if isinstance(both, tuple) else both


def divided(left: Any, right: Any) -> Any:
    """The quotient and the rest of two numbers, NotImplemented for what is none."""
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
