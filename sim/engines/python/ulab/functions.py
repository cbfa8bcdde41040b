# SPDX-License-Identifier: MIT
"""ulab's functions: new arrays, functions of every element, matrices, polynomials, filters, Fourier
transforms, and sums, extremes and order of a whole array or along an axis.

A function of elements returns a number for a number, and an array of floats for an array.
"""

import builtins
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..native.arguments import buffer
from .arrays import (
    FLOAT,
    INT16,
    KINDS,
    apply,
    item,
    joined,
    kind_of,
    made,
    ndarray,
    numbers,
    numpys,
    operand,
    plain,
    rounded,
    sequence,
    shape_of,
    stored,
)


def array(values: Any, *, dtype: int = FLOAT) -> ndarray:
    return ndarray(values, dtype=dtype)


def asarray(values: Any, *, dtype: int | None = None) -> ndarray:
    """Return the same array, or a converted one if `dtype` differs."""
    if isinstance(values, ndarray) and dtype in (None, values.dtype):
        return values
    return array(values, dtype=FLOAT if dtype is None else dtype)


def zeros(shape: Any, *, dtype: int = FLOAT) -> ndarray:
    return made(np.zeros(shape_of(shape), kind_of(dtype)))


def empty(shape: Any, *, dtype: int = FLOAT) -> ndarray:
    """Return zeros, as CircuitPython does."""
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
    """Return a range: int16 if all limits are ints that fit it, else float."""
    if stop is None:
        start, stop = 0, start
    limits = [_number(limit) for limit in (start, stop, step)]
    if not step:
        raise ZeroDivisionError("divide by zero")
    whole = builtins.all(isinstance(limit, int) for limit in limits)
    fits = whole and builtins.max(abs(limit) for limit in limits) <= 32767
    shape_of(builtins.max(0, int(-(-(stop - start) // step))))
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
    """Return an array that shares the buffer's memory."""
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
    """Return numpy's view of an array. Raises TypeError for other values."""
    if not isinstance(value, ndarray):
        raise TypeError("input must be an ndarray")
    return plain(value)


def _number(value: Any) -> Any:
    if isinstance(value, (int, float)):
        return value
    raise TypeError(f"can't convert {type(value).__name__} to float")


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
    """Return a function that computes in double precision and rounds to the array's."""

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
    """Return a function that applies `f` to every element."""
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
    """Return two operands; a number takes the type that suits the other."""
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


UNARY_FUNCTIONS = {name: unary(name, function) for name, function in UNARY.items()}
SPECIAL_FUNCTIONS = {name: unary(name, function) for name, function in SPECIAL.items()}
BITWISE = {name: bitwise(name, symbol) for name, symbol in (
    ("bitwise_and", "&"), ("bitwise_or", "|"), ("bitwise_xor", "^"), ("left_shift", "<<"),
    ("right_shift", ">>"))}


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
    """Fit a polynomial; with one array and a degree, x is 0, 1, 2, …"""
    places, heights = (x, y) if degree is not None else (range(len(x)), x)
    order = y if degree is None else degree
    given = [sequence(values).astype(np.float64) for values in (places, heights)]
    if len(given[0]) < order:
        raise ValueError("more degrees of freedom than data points")
    if len(given[0]) == order:
        raise ValueError("could not invert Vandermonde matrix")
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
    """Return the real and the imaginary parts, as two arrays."""
    return _parts(np.fft.fft(_signal(real, imag)))


def ifft(real: Any, imag: Any = None) -> tuple[Any, Any]:
    return _parts(np.fft.ifft(_signal(real, imag)))


def spectrogram(r: Any, *, scratchpad: Any = None, out: Any = None, log: bool = False) -> Any:
    """Return the strength of each frequency, or with `log` its natural logarithm.

    `scratchpad` is memory that the board reuses; here only its size is checked.
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
    """Filter by second-order sections; with `zi`, also return the final state."""
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
    """Return a function that converts integers in a buffer to floats."""

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
    """Apply one section in the transposed direct form, and update its `state`."""
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
    """Return a complex signal. Raises ValueError unless its length is a power of 2."""
    if not isinstance(real, np.ndarray):
        raise NotImplementedError("FFT is defined for ndarrays only")
    parts = [array_of(part).astype(np.float64) for part in (real, imag) if part is not None]
    if parts[0].ndim != 1:
        raise TypeError("FFT is implemented for linear arrays only")
    length = len(parts[0])
    if not length or length & (length - 1):
        raise ValueError("input array length must be power of 2")
    if builtins.any(part.shape != (length,) for part in parts):
        raise ValueError("real and imaginary parts must be of equal length")
    return parts[0] + 1j * parts[1] if len(parts) > 1 else parts[0]


def _parts(signal: Any) -> tuple[Any, Any]:
    return made(signal.real.astype(np.float32)), made(signal.imag.astype(np.float32))


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
