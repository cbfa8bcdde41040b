# SPDX-License-Identifier: MIT
"""The six types of an array's elements, and the type that comes of two.

Sources: ulab's `ndarray.h` and `ndarray_operators.c`; what they do was tried in the core itself.
"""

from typing import Any

import numpy as np

from ..native.heap import allocate

BOOL, UINT8, INT8, UINT16, INT16, FLOAT = map(ord, "?BbHhf")
KINDS = {BOOL: np.dtype(np.bool_), UINT8: np.dtype(np.uint8), INT8: np.dtype(np.int8),
         UINT16: np.dtype(np.uint16), INT16: np.dtype(np.int16), FLOAT: np.dtype(np.float32)}
NAMES = {BOOL: "bool", UINT8: "uint8", INT8: "int8", UINT16: "uint16", INT16: "int16",
         FLOAT: "float32"}
CODES = {kind: code for code, kind in KINDS.items()}
JOINED = {
    frozenset([UINT8, INT8]): INT16, frozenset([UINT8, UINT16]): UINT16,
    frozenset([UINT8, INT16]): INT16, frozenset([INT8, UINT16]): INT16,
    frozenset([INT8, INT16]): INT16, frozenset([UINT16, INT16]): FLOAT,
}
# Where an operation does not follow JOINED.
ODD = {("-", UINT16, INT8): UINT16, ("//", INT8, UINT16): UINT16, ("//", UINT16, INT8): UINT16,
       ("%", UINT16, INT8): FLOAT}
ALWAYS_FLOAT = ("/", "**")
MAX_DIMENSIONS = 2


def kind_of(code: Any) -> np.dtype[Any]:
    """numpy's type of a type's number."""
    if isinstance(code, int) and code in KINDS:
        return KINDS[code]
    raise ValueError("bad typecode" if isinstance(code, int) else "data type not understood")


def joined(operation: str, left: np.dtype[Any], right: np.dtype[Any]) -> np.dtype[Any]:
    """The type of the result of an operation on two arrays."""
    one, other = (UINT8 if code == BOOL else code for code in (CODES[left], CODES[right]))
    if operation in ALWAYS_FLOAT or FLOAT in (one, other):
        return KINDS[FLOAT]
    if one == other:
        return KINDS[one]
    return KINDS[ODD.get((operation, one, other)) or JOINED[frozenset([one, other])]]


def smallest(value: Any, beside: np.dtype[Any] | None) -> np.dtype[Any]:
    """Of a number that stands beside an array: what holds it."""
    if isinstance(value, bool):
        return KINDS[BOOL]
    if not isinstance(value, int) or not -32768 <= value <= 65535:
        return KINDS[FLOAT]
    if value < 0:
        return KINDS[INT8 if value >= -128 else INT16]
    if beside in (KINDS[INT8], KINDS[INT16]):
        if value > 32767:
            raise OverflowError("value must fit in 2 byte(s)")
        return KINDS[INT8 if value < 128 else INT16]
    return KINDS[UINT8 if value < 256 else UINT16]


def stored(values: Any, kind: np.dtype[Any]) -> Any:
    """Numbers of a program as elements. Raises OverflowError or TypeError for what is none."""
    if kind == KINDS[BOOL]:
        return np.asarray(values, np.float64) != 0
    if kind == KINDS[FLOAT]:
        return np.asarray(values, np.float64).astype(np.float32)
    given = np.asarray(values)
    if given.dtype.kind == "f" and given.size:
        raise TypeError("can't convert float to int")
    limits = np.iinfo(kind)
    if given.size and not (limits.min <= given.min() and given.max() <= limits.max):
        raise OverflowError(f"value must fit in {kind.itemsize} byte(s)")
    return given.astype(kind)


def rounded(values: Any) -> Any:
    """Halves go away from 0, as C rounds."""
    return np.trunc(values + np.copysign(0.5, values))


def shape_of(shape: Any) -> tuple[int, ...]:
    """Of an int or a tuple of ints. Raises MemoryError as the board does."""
    sizes = shape if isinstance(shape, tuple) else (shape,)
    if not all(isinstance(size, int) for size in sizes) or not sizes:
        raise TypeError("shape must be integer or tuple of integers")
    if len(sizes) > MAX_DIMENSIONS:
        raise TypeError("too many dimensions")
    if min(sizes) < 0:
        raise ValueError("ndarray length overflows")
    allocate(int(np.prod([float(size) for size in sizes])) * KINDS[FLOAT].itemsize)
    return tuple(int(size) for size in sizes)
