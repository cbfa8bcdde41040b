# SPDX-License-Identifier: MIT
"""Matrices, polynomials, filters and Fourier transforms."""

from typing import Any

import numpy as np

from ..native.arguments import buffer
from .create import array_of
from .dtypes import FLOAT, KINDS
from .errors import numpys
from .given import plain
from .ndarray import item, made, sequence


def dot(m1: Any, m2: Any) -> Any:
    with numpys():
        return item(np.asarray(np.dot(*(array_of(m).astype(np.float32) for m in (m1, m2)))))


def trace(m: Any) -> Any:
    matrix = _square(m)
    return item(np.trace(matrix).astype(matrix.dtype))


def det(m: Any) -> float:
    return float(np.float32(np.linalg.det(_square(m).astype(np.float64))))


def inv(m: Any) -> Any:
    with numpys():
        return made(np.linalg.inv(_square(m).astype(np.float64)).astype(np.float32))


def norm(x: Any, axis: int | None = None) -> Any:
    values = sequence(x).astype(np.float64)
    with numpys():
        return item(np.asarray(np.sqrt(np.sum(values * values, axis))).astype(np.float32))


def cholesky(m: Any) -> Any:
    matrix = _square(m).astype(np.float64)
    if not np.array_equal(matrix, matrix.T):
        raise ValueError("input matrix is asymmetric")
    with numpys():
        return made(np.linalg.cholesky(matrix).astype(np.float32))


def polyfit(x: Any, y: Any, degree: int | None = None) -> Any:
    """Of one array and a degree, its places are 0, 1, 2 …"""
    places, heights = (x, y) if degree is not None else (range(len(x)), x)
    order = y if degree is None else degree
    given = [sequence(values).astype(np.float64) for values in (places, heights)]
    if len(given[0]) <= order:
        raise ValueError("more degrees of freedom than data points")
    with numpys():
        return made(np.polyfit(given[0], given[1], order).astype(np.float32))


def polyval(p: Any, x: Any) -> Any:
    factors = sequence(p).astype(np.float64)
    values = x if isinstance(x, (int, float)) else sequence(x).astype(np.float64)
    return item(np.asarray(np.polyval(factors, values)).astype(np.float32))


def convolve(a: Any, v: Any) -> Any:
    left, right = array_of(a), array_of(v)
    if left.ndim != 1 or right.ndim != 1:
        raise TypeError("convolve arguments must be linear arrays")
    if not (left.size and right.size):
        raise TypeError("convolve arguments must not be empty")
    return made(np.convolve(left.astype(np.float64), right.astype(np.float64)).astype(np.float32))


def compress(condition: Any, array: Any, *, axis: int | None = None) -> Any:
    with numpys():
        return made(np.compress(plain(condition), array_of(array), axis))


def delete(array: Any, indices: Any, *, axis: int | None = None) -> Any:
    with numpys():
        return made(np.delete(array_of(array), np.asarray(plain(indices), np.intp), axis))


def size(array: Any, axis: int | None = None) -> int:
    values = array_of(array)
    if axis is not None and not -values.ndim <= axis < values.ndim:
        raise ValueError("tuple index out of range")
    return int(values.size if axis is None else values.shape[axis])


def fft(real: Any, imag: Any = None) -> tuple[Any, Any]:
    """The real and the imaginary parts, as arrays of their own."""
    return _parts(np.fft.fft(_signal(real, imag)))


def ifft(real: Any, imag: Any = None) -> tuple[Any, Any]:
    return _parts(np.fft.ifft(_signal(real, imag)))


def spectrogram(r: Any, *, scratchpad: Any = None, out: Any = None, log: bool = False) -> Any:
    """How strong each frequency is, as documented; with `log`, the natural logarithms. `scratchpad`
    is memory that the board saves.
    """
    signal = _signal(r, None)
    with numpys():
        strengths = np.abs(np.fft.fft(signal))
        values = (np.log(strengths) if log else strengths).astype(np.float32)
    if scratchpad is not None and array_of(scratchpad).size != 2 * values.size:
        raise ValueError("scratchpad must be twice as long as input")
    if out is None:
        return made(values)
    target = array_of(out)
    if target.dtype != KINDS[FLOAT] or target.shape != values.shape:
        raise ValueError("out array must be a 1D dense float array")
    target[:] = values
    return out


def sosfilt(sos: Any, x: Any, *, zi: Any = None) -> Any:
    """Second-order sections; with `zi`, also the state that is left."""
    sections, values = sequence(sos).astype(np.float64), sequence(x).astype(np.float64)
    if sections.ndim != 2 or sections.shape[1] != 6:
        raise ValueError("sos array must be of shape (n_section, 6)")
    if not np.all(sections[:, 3] == 1):
        raise ValueError("sos[:, 3] should be all ones")
    states = np.zeros((len(sections), 2)) if zi is None else array_of(zi).astype(np.float64)
    if states.shape != (len(sections), 2):
        raise ValueError("zi must be of shape (n_section, 2)")
    for section, state in zip(sections, states, strict=True):
        values = _filtered(section, values, state)
    result = made(values.astype(np.float32))
    return result if zi is None else (result, made(states.astype(np.float32)))


def from_buffer(kind: str) -> Any:
    """A function that makes floats of integers in a buffer."""

    def convert(data: Any, *, count: int = -1, offset: int = 0, out: Any = None,
                byteswap: bool = False) -> Any:
        view = buffer(data)
        if len(view) < offset:
            raise ValueError("offset is too large")
        if (len(view) - offset) % np.dtype(kind).itemsize:
            raise ValueError("buffer size must be a multiple of element size")
        values = np.frombuffer(view[offset:], (">" if byteswap else "<") + kind)
        if len(values) < count:
            raise ValueError("buffer is smaller than requested size")
        values = values[: count if count > 0 else len(values)].astype(np.float32)
        if out is None:
            return made(values)
        if array_of(out).size < len(values):
            raise ValueError("out array is too small")
        array_of(out)[: len(values)] = values
        return out

    return convert


def _filtered(section: Any, values: Any, state: Any) -> Any:
    """One section, in the transposed direct form; leaves its state in `state`."""
    b0, b1, b2, _, a1, a2 = section
    result = np.empty_like(values)
    for at, value in enumerate(values):
        result[at] = b0 * value + state[0]
        state[0] = b1 * value - a1 * result[at] + state[1]
        state[1] = b2 * value - a2 * result[at]
    return result


def _square(m: Any) -> Any:
    matrix = array_of(m)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError("input must be square matrix")
    return matrix


def _signal(real: Any, imag: Any) -> Any:
    """A complex signal of a power of 2 values."""
    if not isinstance(real, np.ndarray):
        raise NotImplementedError("FFT is defined for ndarrays only")
    parts = [array_of(part).astype(np.float64) for part in (real, imag) if part is not None]
    if parts[0].ndim != 1:
        raise TypeError("FFT is implemented for linear arrays only")
    length = len(parts[0])
    if not length or length & (length - 1):
        raise ValueError("input array length must be power of 2")
    if any(part.shape != (length,) for part in parts):
        raise ValueError("real and imaginary parts must be of equal length")
    return parts[0] + 1j * parts[1] if len(parts) > 1 else parts[0]


def _parts(signal: Any) -> tuple[Any, Any]:
    return made(signal.real.astype(np.float32)), made(signal.imag.astype(np.float32))
