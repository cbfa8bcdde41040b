# SPDX-License-Identifier: MIT
"""Operators between arrays, on numpy's, with C's arithmetic: integers wrap, and division of two
integer arrays cuts off, as it does on the board.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .dtypes import BOOL, FLOAT, KINDS, joined, smallest
from .errors import numpys

METHODS = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod",
           "**": "pow", "&": "and", "|": "or", "^": "xor", "<": "lt", "<=": "le", ">": "gt",
           ">=": "ge", "==": "eq", "!=": "ne"}
# These change the array itself; the others of METHODS make a new one.
IN_PLACE = ("+", "-", "*", "/", "%", "**")
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
    "==": np.equal, "!=": np.not_equal}
BITS: dict[str, Callable[[Any, Any], Any]] = {
    "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor, "<<": np.left_shift,
    ">>": np.right_shift}
SIMPLE: dict[str, Callable[[Any, Any], Any]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "**": np.power}

__all__ = ["COMPARISONS", "IN_PLACE", "METHODS", "apply", "apply_in_place", "numbers", "smallest"]


def apply(symbol: str, left: Any, right: Any) -> Any:
    """The result as a numpy array. Raises ValueError for shapes that do not fit.

    `//` of signed integers takes a row's first divisor for all of it: a slip of ulab's, which the
    board has too.
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
    """The array keeps its type. Raises TypeError where the result has no place in it."""
    if values.dtype != KINDS[FLOAT]:
        if symbol in ("/", "**"):
            raise TypeError("results cannot be cast to specified type")
        if other.dtype == KINDS[FLOAT]:
            raise TypeError("cannot cast output with casting rule")
    result = apply(symbol, values, other)
    with numpys():
        values[...] = result.astype(values.dtype)


def numbers(values: Any) -> Any:
    """Bools as the small integers that they are."""
    return values.astype(np.uint8) if values.dtype == KINDS[BOOL] else values


def _wide(values: Any) -> Any:
    """Integers with room for every result."""
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
    """As C divides, towards 0. Raises ZeroDivisionError where the board's result is anything."""
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
