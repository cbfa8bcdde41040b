# SPDX-License-Identifier: MIT
"""What a program gives: arrays, sequences, indices, shapes. Errors are in ulab's words."""

from typing import Any

import numpy as np

from .dtypes import MAX_DIMENSIONS


def plain(array: Any) -> Any:
    """The numpy array that an array is."""
    return np.asarray(array)


def listed(values: Any) -> Any:
    """Rows of numbers; of rows that are not of one length, the rest is 0."""
    if isinstance(values, np.ndarray):
        return plain(values)
    if isinstance(values, (int, float)) or not hasattr(values, "__iter__"):
        raise TypeError(f"'{type(values).__name__}' object isn't iterable")
    rows = [plain(row).tolist() if isinstance(row, np.ndarray) else row for row in values]
    if not any(hasattr(row, "__iter__") for row in rows):
        return [number(row) for row in rows]
    lengths = [len(row) if hasattr(row, "__len__") else -1 for row in rows]
    if min(lengths) < 0 or any(isinstance(row, (str, bytes)) for row in rows):
        raise ValueError("too many dimensions")
    return [[*map(number, row), *[0] * (max(lengths) - len(row))] for row in rows]


def number(value: Any) -> float:
    if isinstance(value, (int, float)):
        return value
    if hasattr(value, "__iter__"):
        raise ValueError("too many dimensions")
    raise TypeError(f"can't convert {type(value).__name__} to float")


def index_of(index: Any) -> Any:
    """Numbers, slices, or an array of bools."""
    parts = index if isinstance(index, tuple) else (index,)
    if len(parts) > MAX_DIMENSIONS:
        raise IndexError("too many indices")
    if any(not isinstance(part, (int, slice, np.ndarray)) for part in parts):
        raise TypeError("indices must be integers, slices, or Boolean lists")
    return tuple(plain(part) if isinstance(part, np.ndarray) else part for part in parts)


def fitting(array: Any, shape: Any) -> tuple[int, ...]:
    sizes = shape if isinstance(shape, tuple) else (shape,)
    if not all(isinstance(size, int) for size in sizes) or len(sizes) > MAX_DIMENSIONS:
        raise TypeError("shape must be a tuple")
    if -1 in sizes or int(np.prod(sizes)) != plain(array).size:
        raise ValueError("cannot reshape array")
    return sizes
