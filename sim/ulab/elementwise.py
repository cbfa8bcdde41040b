# SPDX-License-Identifier: MIT
"""Functions of every element. Of a number they give a number, of an array one of floats."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .create import array_of
from .dtypes import FLOAT, KINDS, joined, kind_of, rounded, stored
from .errors import numpys
from .given import plain
from .ndarray import item, made, operand
from .operators import apply

UNARY: dict[str, Callable[[Any], Any]] = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh,
    "atan": np.arctan, "atanh": np.arctanh, "ceil": np.ceil, "cos": np.cos, "cosh": np.cosh,
    "degrees": np.degrees, "exp": np.exp, "expm1": np.expm1, "floor": np.floor, "log": np.log,
    "log10": np.log10, "log2": np.log2, "radians": np.radians, "sin": np.sin, "sinc": np.sinc,
    "sinh": np.sinh, "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh,
}
SPECIAL: dict[str, Callable[[Any], Any]] = {
    "erf": np.vectorize(math.erf), "erfc": np.vectorize(math.erfc),
    "gamma": np.vectorize(math.gamma), "gammaln": np.vectorize(math.lgamma)}


def unary(name: str, function: Callable[[Any], Any]) -> Callable[..., Any]:
    """In double precision, and then rounded to the array's."""

    def apply_to(a: Any, *, out: Any = None) -> Any:
        values = operand(a).astype(np.float64)
        with numpys():
            result = function(values).astype(np.float32)
        return _kept(result, out)

    apply_to.__name__ = apply_to.__qualname__ = name
    return apply_to


def around(a: Any, *, decimals: int = 0) -> Any:
    scale = 10.0 ** decimals
    return made((rounded(array_of(a).astype(np.float64) * scale) / scale).astype(np.float32))


def arctan2(ya: Any, xa: Any) -> Any:
    with numpys():
        result = np.arctan2(*(operand(value).astype(np.float64) for value in (ya, xa)))
    return item(np.asarray(result).astype(np.float32))


def equal(x: Any, y: Any) -> Any:
    return item(apply("==", *_pair(x, y)))


def not_equal(x: Any, y: Any) -> Any:
    return item(apply("!=", *_pair(x, y)))


def minimum(x1: Any, x2: Any) -> Any:
    return _chosen(np.minimum, x1, x2)


def maximum(x1: Any, x2: Any) -> Any:
    return _chosen(np.maximum, x1, x2)


def clip(a: Any, a_min: Any, a_max: Any) -> Any:
    return minimum(maximum(a, a_min), a_max)


def isfinite(x: Any) -> Any:
    return item(np.isfinite(operand(x)))


def isinf(x: Any) -> Any:
    return item(np.isinf(operand(x)))


def where(condition: Any, x: Any, y: Any) -> Any:
    left, right = operand(x), operand(y)
    kind = joined("-", left.dtype, right.dtype)
    with numpys():
        chosen = np.where(operand(condition) != 0, left.astype(kind), right.astype(kind))
    return made(np.atleast_1d(chosen))


def nonzero(x: Any) -> tuple[Any, ...]:
    found = np.nonzero(np.atleast_1d(operand(x)))
    return tuple(made(places.astype(np.uint16)) for places in found)


def vectorize(f: Callable[[Any], Any], *, otypes: int | None = None) -> Callable[[Any], Any]:
    """A function of elements that takes arrays."""
    if not callable(f):
        raise TypeError("first argument must be a callable")
    kind = KINDS[FLOAT] if otypes is None else kind_of(otypes)

    def apply_to(values: Any) -> Any:
        given = operand(values)
        results = [f(value) for value in np.atleast_1d(given).reshape(-1).tolist()]
        return made(stored(results, kind).reshape(given.shape or (1,)))

    return apply_to


def bitwise(name: str, symbol: str) -> Callable[[Any, Any], Any]:
    def apply_to(x1: Any, x2: Any) -> Any:
        return made(np.atleast_1d(apply(symbol, *_pair(x1, x2))))

    apply_to.__name__ = apply_to.__qualname__ = name
    return apply_to


def _pair(x: Any, y: Any) -> tuple[Any, Any]:
    """Two operands; a number takes the type that suits the other."""
    left = operand(x, plain(y) if isinstance(y, np.ndarray) else None)
    return left, operand(y, plain(x) if isinstance(x, np.ndarray) else None)


def _chosen(choose: Callable[[Any, Any], Any], x: Any, y: Any) -> Any:
    if isinstance(x, (int, float)) and isinstance(y, (int, float)):
        return x if choose(x, y) == x else y
    left, right = operand(x), operand(y)
    kind = joined("-", left.dtype, right.dtype)
    with numpys():
        return item(np.asarray(choose(left.astype(kind), right.astype(kind))))


def _kept(result: Any, out: Any) -> Any:
    if out is None:
        return item(np.asarray(result))
    target = array_of(out)
    if target.dtype != KINDS[FLOAT] or target.shape != result.shape:
        raise ValueError("cannot cast output with casting rule")
    target[...] = result
    return out


FUNCTIONS = {name: unary(name, function) for name, function in UNARY.items()}
SPECIALS = {name: unary(name, function) for name, function in SPECIAL.items()}
BITWISE = {name: bitwise(name, symbol) for name, symbol in (
    ("bitwise_and", "&"), ("bitwise_or", "|"), ("bitwise_xor", "^"), ("left_shift", "<<"),
    ("right_shift", ">>"))}
