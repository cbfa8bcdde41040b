# SPDX-License-Identifier: MIT
"""An array as text: short rows whole, of long ones the first and the last elements."""

from typing import Any

import numpy as np

from .dtypes import CODES, NAMES

THRESHOLD, EDGE = 10, 3
ROWS = ",\n       "


def text(values: Any) -> str:
    rows = ROWS.join(_row(row) for row in np.atleast_2d(values)) if values.size else "[]"
    if values.size and values.ndim > 1:
        rows = f"[{rows}]"
    return f"array({rows}, dtype={NAMES[CODES[values.dtype]]})"


def _row(row: Any) -> str:
    if len(row) <= THRESHOLD:
        return f"[{', '.join(map(_element, row))}]"
    ends = [", ".join(map(_element, part)) for part in (row[:EDGE], row[-EDGE:])]
    return f"[{ends[0]}, ..., {ends[1]}]"


def _element(value: Any) -> str:
    """A float with as many digits as tell it from its neighbours."""
    if value.dtype.kind != "f":
        return repr(value.item())
    if not np.isfinite(value):
        return str(value.item())
    return repr(float(str(value)))
