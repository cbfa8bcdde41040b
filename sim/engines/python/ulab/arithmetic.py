# SPDX-License-Identifier: MIT
"""The types of an array's elements, and operators between arrays.

Arithmetic is C's: integers wrap, and the quotient of two integer arrays is cut off. numpy's errors
are raised in ulab's words. Sources: ulab's `ndarray.h` and `ndarray_operators.c`, and experiments
with CircuitPython.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import numpy as np

from ..native.heap import allocate

AXES = getattr(np, "exceptions", np).AxisError


@contextmanager
def numpys() -> Iterator[None]:
    """Raise numpy's errors in ulab's words; a result that is not a number is no error."""
    try:
        with np.errstate(all="ignore"):
            yield
    except AXES:
        raise ValueError("index out of range") from None
    except IndexError:
        raise IndexError("index is out of bounds") from None
    except np.linalg.LinAlgError:
        raise ValueError("input matrix is singular") from None
    except TypeError:
        raise TypeError("wrong input type") from None
    except (ValueError, OverflowError):
        raise ValueError("operands could not be broadcast together") from None


def refused(name: str) -> Callable[..., NoReturn]:
    """Return a function that raises NotImplementedError, for one that is not simulated."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise NotImplementedError(f"{name} is not simulated: no program that was tried uses it")

    refuse.__name__ = refuse.__qualname__ = name.rpartition(".")[2]
    return refuse


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
# Exceptions from JOINED.
ODD = {("-", UINT16, INT8): UINT16, ("//", INT8, UINT16): UINT16, ("//", UINT16, INT8): UINT16,
       ("%", UINT16, INT8): FLOAT}
ALWAYS_FLOAT = ("/", "**")
MAX_DIMENSIONS = 2


def kind_of(code: Any) -> np.dtype[Any]:
    """Return numpy's type for the number of ulab's. Raises ValueError."""
    if isinstance(code, int) and code in KINDS:
        return KINDS[code]
    raise ValueError("bad typecode" if isinstance(code, int) else "data type not understood")


def joined(operation: str, left: np.dtype[Any], right: np.dtype[Any]) -> np.dtype[Any]:
    """Return the type that an operation on two arrays results in."""
    one, other = (UINT8 if code == BOOL else code for code in (CODES[left], CODES[right]))
    if operation in ALWAYS_FLOAT or FLOAT in (one, other):
        return KINDS[FLOAT]
    if one == other:
        return KINDS[one]
    return KINDS[ODD.get((operation, one, other)) or JOINED[frozenset([one, other])]]


def smallest(value: Any, beside: np.dtype[Any] | None) -> np.dtype[Any]:
    """Return the smallest type for a number that is combined with an array."""
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
    """Convert a program's numbers to elements. Raises OverflowError, TypeError."""
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
    """Round as C does: halves away from 0."""
    return np.trunc(values + np.copysign(0.5, values))


def shape_of(shape: Any) -> tuple[int, ...]:
    """Return a shape given as an int or a tuple of ints. Raises MemoryError as the board does."""
    sizes = shape if isinstance(shape, tuple) else (shape,)
    if not all(isinstance(size, int) for size in sizes) or not sizes:
        raise TypeError("shape must be integer or tuple of integers")
    if len(sizes) > MAX_DIMENSIONS:
        raise TypeError("too many dimensions")
    if min(sizes) < 0:
        raise ValueError("ndarray length overflows")
    allocate(int(np.prod([float(size) for size in sizes])) * KINDS[FLOAT].itemsize)
    return tuple(int(size) for size in sizes)


OPERATORS = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod",
           "**": "pow", "&": "and", "|": "or", "^": "xor", "<": "lt", "<=": "le", ">": "gt",
           ">=": "ge", "==": "eq", "!=": "ne"}
# These change the array itself; the others make a new one.
IN_PLACE = ("+", "-", "*", "/", "%", "**")
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
    "==": np.equal, "!=": np.not_equal}
BITS: dict[str, Callable[[Any, Any], Any]] = {
    "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor, "<<": np.left_shift,
    ">>": np.right_shift}
SIMPLE: dict[str, Callable[[Any, Any], Any]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "**": np.power}


def apply(symbol: str, left: Any, right: Any) -> Any:
    """Return the result as a numpy array. Raises ValueError for shapes that do not match.

    `//` of signed integers takes a row's first divisor for the whole row, an error of ulab's.
    """
    with numpys():
        np.broadcast_shapes(left.shape, right.shape)
    if symbol in COMPARISONS:
        return COMPARISONS[symbol](left, right)
    if symbol in BITS:
        return _bits(symbol, left, right)
    kind = joined(symbol, left.dtype, right.dtype)
    if symbol == "//" and "i" in (left.dtype.kind, right.dtype.kind) and kind != KINDS[FLOAT]:
        right = right[..., :1] if right.ndim else right
    with np.errstate(all="ignore"):
        return _result(symbol, _wide(left), _wide(right)).astype(kind)


def apply_in_place(symbol: str, values: Any, other: Any) -> None:
    """Change an array, which keeps its type. Raises TypeError if the result does not fit it."""
    if values.dtype != KINDS[FLOAT]:
        if symbol in ("/", "**"):
            raise TypeError("results cannot be cast to specified type")
        if other.dtype == KINDS[FLOAT]:
            raise TypeError("cannot cast output with casting rule")
    result = apply(symbol, values, other)
    with numpys():
        values[...] = result.astype(values.dtype)


def numbers(values: Any) -> Any:
    """Convert bools to 0 and 1 in bytes."""
    return values.astype(np.uint8) if values.dtype == KINDS[BOOL] else values


def _wide(values: Any) -> Any:
    """Widen integers, so that every result fits."""
    return values if values.dtype == KINDS[FLOAT] else values.astype(np.int64)


def _result(symbol: str, left: Any, right: Any) -> Any:
    whole = left.dtype.kind == right.dtype.kind == "i"
    if symbol in SIMPLE:
        floats = (left.astype(np.float32), right.astype(np.float32))
        return SIMPLE[symbol](*((left, right) if whole and symbol != "**" else floats))
    if whole:
        return _divided(symbol, left, right)
    left, right = left.astype(np.float32), right.astype(np.float32)
    if symbol == "/":
        return left / right
    return np.floor(left / right) if symbol == "//" else np.fmod(left, right)


def _divided(symbol: str, left: Any, right: Any) -> Any:
    """Divide towards 0, as C does. Raises ZeroDivisionError; the board's result is undefined."""
    if not right.all():
        raise ZeroDivisionError("divide by zero")
    if symbol == "//":
        return left // right
    rest = np.fmod(left, right)
    return rest if symbol == "%" else (left - rest) // right


def _bits(symbol: str, left: Any, right: Any) -> Any:
    if KINDS[FLOAT] in (left.dtype, right.dtype):
        raise TypeError("operation not supported for the input types")
    if left.dtype == right.dtype == KINDS[BOOL] and symbol in "&|^":
        return BITS[symbol](left, right)
    kind = joined(symbol, left.dtype, right.dtype)
    if kind == KINDS[FLOAT]:
        raise TypeError("dtype of int32 is not supported")
    return BITS[symbol](_wide(left), _wide(right)).astype(kind)
