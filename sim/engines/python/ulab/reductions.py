# SPDX-License-Identifier: MIT
"""Sums, extremes, order and similar functions, of a whole array or along an axis."""

import builtins
from collections.abc import Callable
from typing import Any

import numpy as np

from .arithmetic import FLOAT, KINDS, numbers, numpys
from .functions import array_of
from .ndarray import item, made, plain, sequence


def sum(array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    """Return the sum: an int for integers, along an axis an array of the same type."""
    return _reduced(np.sum, array, axis, keepdims)


def mean(array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    return _reduced(np.mean, array, axis, keepdims, KINDS[FLOAT])


def std(array: Any, axis: int | None = None, keepdims: bool = False, *, ddof: int = 0) -> Any:
    return _reduced(lambda values, axis, keepdims: np.std(values, axis, keepdims=keepdims,
                                                          ddof=ddof),
                    array, axis, keepdims, KINDS[FLOAT])


def min(array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    return _extreme(np.min, array, axis, keepdims)


def max(array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    return _extreme(np.max, array, axis, keepdims)


def argmin(array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    return _place(np.argmin, array, axis, keepdims)


def argmax(array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    return _place(np.argmax, array, axis, keepdims)


def median(array: Any, *, axis: int | None = None) -> Any:
    with numpys():
        return item(np.asarray(np.median(sequence(array), axis)).astype(np.float32))


def all(array: Any, axis: int | None = None) -> Any:
    with numpys():
        return item(np.asarray(np.all(sequence(array), axis)))


def any(array: Any, axis: int | None = None) -> Any:
    """Test for a true element; as in CircuitPython, a sequence needs all of them to be true."""
    whole = np.any if isinstance(array, np.ndarray) else np.all
    with numpys():
        return item(np.asarray(whole(sequence(array), axis)))


def argsort(array: Any, *, axis: int | None = None) -> Any:
    """Return the order along an axis, which CircuitPython requires."""
    if axis is None:
        raise NotImplementedError("argsort is not implemented for flattened arrays")
    with numpys():
        return made(np.argsort(array_of(array), axis, "stable").astype(np.uint16))


def sort(array: Any, *, axis: int | None = -1) -> Any:
    with numpys():
        return made(np.sort(array_of(array), axis))


def flip(array: Any, *, axis: int | None = None) -> Any:
    with numpys():
        return made(np.flip(array_of(array), axis).copy())


def roll(array: Any, distance: int, *, axis: int | None = None) -> Any:
    with numpys():
        return made(np.roll(array_of(array), distance, axis))


def diff(array: Any, *, n: int = 1, axis: int = -1) -> Any:
    values = numbers(array_of(array))
    if not 0 <= n < 10:
        raise ValueError("differentiation order out of range")
    with numpys():
        return made(np.diff(values, n, axis))


def cross(a: Any, b: Any) -> Any:
    left, right = array_of(a), array_of(b)
    if left.shape != (3,) or right.shape != (3,):
        raise ValueError("cross is defined for 1D arrays of length 3")
    return made(np.cross(left, right).astype(np.float32))


def trapz(y: Any, x: Any = None, dx: float = 1.0) -> float:
    heights = sequence(y).astype(np.float64)
    if heights.ndim != 1:
        raise ValueError("trapz is defined for 1D iterables")
    widths = dx if x is None else np.diff(sequence(x).astype(np.float64))
    with numpys():
        return float(np.float32(np.sum((heights[1:] + heights[:-1]) / 2 * widths)))


def interp(x: Any, xp: Any, fp: Any, *, left: float | None = None,
           right: float | None = None) -> Any:
    places, known, heights = (sequence(given) for given in (x, xp, fp))
    with numpys():
        values = np.interp(places, known, heights, left=left, right=right)
    return made(np.atleast_1d(values).astype(np.float32))


def bincount(array: Any, *, weights: Any = None, minlength: int | None = None) -> Any:
    values = array_of(array)
    if values.ndim != 1 or values.dtype.kind != "u":
        raise TypeError("cannot cast array data from dtype")
    with numpys():
        counts = np.bincount(values, weights and plain(weights), minlength or 0)
    return made(counts.astype(np.uint16 if weights is None else np.float32))


def _axis(axis: Any) -> int | None:
    if axis is None or isinstance(axis, int):
        return axis
    raise TypeError("axis must be None, or an integer")


def _reduced(function: Callable[..., Any], array: Any, axis: Any, keepdims: Any,
             kind: Any = None) -> Any:
    values, axis = numbers(sequence(array)), _axis(axis)
    wide = values.astype(np.float64 if values.dtype == KINDS[FLOAT] else np.int64)
    with numpys():
        result = np.asarray(function(wide, axis=axis, keepdims=bool(keepdims)))
    if kind is None and not (result.ndim == 0 and values.dtype != KINDS[FLOAT]):
        kind = values.dtype
    return item(result if kind is None else result.astype(kind))


def _extreme(function: Callable[..., Any], array: Any, axis: Any, keepdims: Any) -> Any:
    """Return the extreme; for a list of numbers it is one of them."""
    if isinstance(array, (tuple, list, range)) and builtins.all(
            isinstance(value, (int, float)) for value in array):
        if not array:
            raise ValueError("attempt to get (arg)min/(arg)max of empty sequence")
        return (builtins.min if function is np.min else builtins.max)(array)
    values, axis = _filled(array), _axis(axis)
    with numpys():
        return item(np.asarray(function(values, axis=axis, keepdims=bool(keepdims))))


def _place(function: Callable[..., Any], array: Any, axis: Any, keepdims: Any) -> Any:
    values, axis = _filled(array), _axis(axis)
    with numpys():
        found = np.asarray(function(values, axis=axis, keepdims=bool(keepdims)))
    return item(found.astype(np.int16) if found.ndim else found)


def _filled(array: Any) -> Any:
    values = sequence(array)
    if not values.size:
        raise ValueError("attempt to get (arg)min/(arg)max of empty sequence")
    return values
