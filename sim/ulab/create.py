# SPDX-License-Identifier: MIT
"""New arrays: of a shape, of a range, of memory, of other arrays."""

from typing import Any

import numpy as np

from ..native.arguments import buffer
from .dtypes import FLOAT, INT16, KINDS, kind_of, shape_of, stored
from .errors import numpys
from .given import plain
from .ndarray import made, ndarray, operand, sequence


def array(values: Any, *, dtype: int = FLOAT) -> ndarray:
    return ndarray(values, dtype=dtype)


def asarray(values: Any, *, dtype: int | None = None) -> ndarray:
    """The same array, unless another type is asked for."""
    if isinstance(values, ndarray) and dtype in (None, values.dtype):
        return values
    return array(values, dtype=FLOAT if dtype is None else dtype)


def zeros(shape: Any, *, dtype: int = FLOAT) -> ndarray:
    return made(np.zeros(shape_of(shape), kind_of(dtype)))


def empty(shape: Any, *, dtype: int = FLOAT) -> ndarray:
    """Of zeros, as in the core."""
    return zeros(shape, dtype=dtype)


def ones(shape: Any, *, dtype: int = FLOAT) -> ndarray:
    return made(np.ones(shape_of(shape), kind_of(dtype)))


def full(shape: Any, fill_value: Any, *, dtype: int = FLOAT) -> ndarray:
    kind = kind_of(dtype)
    return made(np.full(shape_of(shape), stored(_number(fill_value), kind), kind))


def eye(size: int, *, M: int | None = None, k: int = 0, dtype: int = FLOAT) -> ndarray:
    rows, columns = shape_of((size, size if M is None else M))
    return made(np.eye(rows, columns, k, kind_of(dtype)))


def arange(start: float, stop: float | None = None, step: float = 1, *,
           dtype: int | None = None) -> ndarray:
    """Of ints it is int16, as far as they fit, else float."""
    if stop is None:
        start, stop = 0, start
    limits = [_number(limit) for limit in (start, stop, step)]
    if not step:
        raise ZeroDivisionError("divide by zero")
    whole = all(isinstance(limit, int) for limit in limits)
    fits = whole and max(abs(limit) for limit in limits) <= 32767
    shape_of(max(0, int(-(-(stop - start) // step))))
    values = np.arange(*limits)
    return made(values.astype(KINDS[INT16 if fits else FLOAT] if dtype is None
                              else kind_of(dtype)))


def linspace(start: float, stop: float, num: int = 50, *, dtype: int = FLOAT,
             endpoint: bool = True, retstep: bool = False) -> Any:
    if num < 2:
        raise ValueError("number of points must be at least 2")
    shape_of(num)
    values, step = np.linspace(_number(start), _number(stop), num, bool(endpoint), retstep=True)
    result = made(values.astype(kind_of(dtype)))
    return (result, float(step)) if retstep else result


def logspace(start: float, stop: float, num: int = 50, *, dtype: int = FLOAT,
             endpoint: bool = True, base: float = 10.0) -> ndarray:
    exponents = plain(linspace(start, stop, num, endpoint=endpoint)).astype(np.float64)
    with numpys():
        return made((_number(base) ** exponents).astype(kind_of(dtype)))


def diag(a: ndarray, *, k: int = 0) -> ndarray:
    with numpys():
        return made(np.diag(array_of(a), k).copy())


def concatenate(arrays: tuple[ndarray, ...], *, axis: int = 0) -> ndarray:
    parts = [array_of(part) for part in arrays]
    if len({part.dtype for part in parts}) > 1 or len({part.ndim for part in parts}) > 1:
        raise ValueError("input arrays are not compatible")
    with numpys():
        return made(np.concatenate(parts, axis))


def frombuffer(buffer_: Any, *, dtype: int = FLOAT, count: int = -1, offset: int = 0) -> ndarray:
    """The memory is shared with the buffer."""
    kind, view = kind_of(dtype), buffer(buffer_)
    if len(view) < offset:
        raise ValueError("offset must be non-negative and no greater than buffer length")
    if (len(view) - offset) % kind.itemsize:
        raise ValueError("buffer size must be a multiple of element size")
    held = (len(view) - offset) // kind.itemsize
    if held < count:
        raise ValueError("buffer is smaller than requested size")
    return made(np.frombuffer(view, kind, count if count > 0 else held, offset))


def meshgrid(*arrays: ndarray, indexing: str = "xy") -> tuple[ndarray, ...]:
    if len(arrays) > 2:
        raise ValueError("too many input arrays")
    with numpys():
        grids = np.meshgrid(*map(array_of, arrays), indexing=indexing)  # type: ignore[call-overload]
    return tuple(made(grid) for grid in grids)


def take(a: Any, indices: Any, *, axis: int | None = None) -> ndarray:
    with numpys():
        return made(np.take(sequence(a), np.asarray(plain(indices), np.intp), axis))


def array_of(value: Any) -> Any:
    """numpy's view of what must be an array."""
    if not isinstance(value, ndarray):
        raise TypeError("input must be an ndarray")
    return plain(value)


def _number(value: Any) -> Any:
    if isinstance(value, (int, float)):
        return value
    raise TypeError(f"can't convert {type(value).__name__} to float")


__all__ = ["arange", "array", "array_of", "asarray", "concatenate", "diag", "empty", "eye",
           "frombuffer", "full", "linspace", "logspace", "meshgrid", "ones", "operand", "take",
           "zeros"]
