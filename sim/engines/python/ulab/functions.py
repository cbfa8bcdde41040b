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

from ..native.arguments import buffer, word
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
    shape_of(word(num))
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
    if not isinstance(arrays, tuple):
        raise TypeError("first argument must be a tuple of ndarrays")
    if not builtins.all(isinstance(part, ndarray) for part in arrays):
        raise ValueError("only ndarrays can be concatenated")
    parts = list(map(plain, arrays))
    if not parts or not -parts[0].ndim <= axis < parts[0].ndim:
        raise ValueError("wrong axis specified")
    if len({(part.dtype, part.ndim, *np.delete(part.shape, axis)) for part in parts}) > 1:
        raise ValueError("input arrays are not compatible")
    return made(np.concatenate(parts, axis))


def frombuffer(buffer_: Any, *, dtype: int = FLOAT, count: int = -1, offset: int = 0) -> ndarray:
    """Return an array that shares the buffer's memory."""
    kind, view = kind_of(dtype), buffer(buffer_)
    if not 0 <= offset <= len(view):
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


def array_of(value: Any, name: str = "input") -> Any:
    """Return numpy's view of an array. Raises TypeError for other values."""
    if not isinstance(value, ndarray):
        raise TypeError(f"{name} must be an ndarray")
    return plain(value)


def _arrays(*values: Any, name: str = "arguments") -> list[Any]:
    if not builtins.all(isinstance(value, ndarray) for value in values):
        raise TypeError(f"{name} must be ndarrays")
    return list(map(plain, values))


def _number(value: Any) -> Any:
    if isinstance(value, (int, float)):
        return value
    raise TypeError(f"can't convert {type(value).__name__} to float")


UNARY: dict[str, Callable[[Any], Any]] = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh,
    "atan": np.arctan, "atanh": np.arctanh, "ceil": np.ceil, "cos": np.cos, "cosh": np.cosh,
    "degrees": lambda values: np.float32(values) * np.float32(180) / np.float32(np.pi),
    "exp": np.exp, "expm1": np.expm1, "floor": np.floor, "log": np.log,
    "log10": np.log10, "log2": np.log2, "sin": np.sin,
    "radians": lambda values: np.float32(values) * np.float32(np.pi) / np.float32(180),
    "sinc": lambda values: _sinc(np.float32(values) * np.float32(np.pi)),
    "sinh": np.sinh, "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh,
}


def _sinc(angles: Any) -> Any:
    """Return sin(x) / x, which the board computes from an angle of 32 bits, or 1."""
    return np.where(angles == 0, 1, np.sin(np.float64(angles)) / np.where(angles == 0, 1, angles))


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
    values = array_of(a, "first argument").astype(np.float64)
    return made((rounded(values * scale) / scale).astype(np.float32))


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
    return maximum(minimum(a, a_max), a_min)


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
    if not isinstance(out, ndarray):
        raise ValueError("out must be an ndarray")
    target = plain(out)
    if target.dtype != KINDS[FLOAT]:
        raise ValueError("out must be of float dtype")
    if target.shape != result.shape:
        raise ValueError("input and output shapes differ")
    target[...] = result
    return out


UNARY_FUNCTIONS = {name: unary(name, function) for name, function in UNARY.items()}
SPECIAL_FUNCTIONS = {name: unary(name, function) for name, function in SPECIAL.items()}
BITWISE = {name: bitwise(name, symbol) for name, symbol in (
    ("bitwise_and", "&"), ("bitwise_or", "|"), ("bitwise_xor", "^"), ("left_shift", "<<"),
    ("right_shift", ">>"))}


def dot(m1: Any, m2: Any) -> Any:
    left, right = (values.astype(np.float32) for values in _arrays(m1, m2))
    if left.shape[-1] != right.shape[0]:
        raise ValueError("dimensions do not match")
    return item(np.asarray(np.dot(left, right)))


def trace(m: Any) -> Any:
    matrix = _square(m)
    return item(np.trace(matrix).astype(matrix.dtype))


def det(m: Any) -> float:
    return float(np.float32(np.linalg.det(_square(m).astype(np.float64))))


def inv(m: Any) -> Any:
    matrix = _square(m).astype(np.float64)
    with numpys():
        return made(np.linalg.inv(matrix).astype(np.float32))


def norm(x: Any, axis: int | None = None) -> Any:
    values = sequence(x).astype(np.float64)
    with numpys():
        return item(np.asarray(np.sqrt(np.sum(values * values, axis))).astype(np.float32))


def cholesky(m: Any) -> Any:
    matrix = _square(m).astype(np.float64)
    if not np.array_equal(matrix, matrix.T):
        raise ValueError("input matrix is asymmetric")
    try:
        return made(np.linalg.cholesky(matrix).astype(np.float32))
    except np.linalg.LinAlgError:
        raise ValueError("matrix is not positive definite") from None


def polyfit(x: Any, y: Any, degree: int | None = None) -> Any:
    """Fit a polynomial; with one array and a degree, x is 0, 1, 2, …"""
    if not hasattr(x, "__len__"):
        raise ValueError("input data must be an iterable")
    places, heights = (x, y) if degree is not None else (range(len(x)), x)
    order = y if degree is None else degree
    given = [sequence(values).astype(np.float64) for values in (places, heights)]
    if len(given[0]) != len(given[1]):
        raise ValueError("input vectors must be of equal length")
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
    left, right = _arrays(a, v, name="convolve arguments")
    if left.ndim != 1 or right.ndim != 1:
        raise TypeError("convolve arguments must be linear arrays")
    if not (left.size and right.size):
        raise TypeError("convolve arguments must not be empty")
    return made(np.convolve(left.astype(np.float64), right.astype(np.float64)).astype(np.float32))


def compress(condition: Any, array: Any, *, axis: int | None = None) -> Any:
    values, chosen = array_of(array), plain(condition)
    if len(chosen) != (values.size if axis is None else values.shape[axis]):
        raise ValueError("wrong length of condition array")
    return made(np.compress(chosen, values, axis))


def delete(array: Any, indices: Any, *, axis: int | None = None) -> Any:
    values = array_of(array, "first argument")
    axis = _within(axis, values)
    try:
        return made(np.delete(values, np.asarray(plain(indices), np.intp), axis))
    except IndexError:
        raise ValueError("index is out of bounds") from None


def size(array: Any, *, axis: int | None = None) -> int:
    """Return the number of elements; a sequence has its items, a number is one."""
    if isinstance(array, (int, float)):
        return 1
    if isinstance(array, str):
        raise TypeError("first argument must be an ndarray")
    values = plain(array) if isinstance(array, ndarray) else np.empty(len(array))
    axis = _within(axis, values)
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
    """Return a function that converts integers in a buffer to floats.

    An offset leaves out bytes at the end, as in CircuitPython.
    """

    def convert(data: Any, *, count: int = -1, offset: int = 0, out: Any = None,
                byteswap: bool = False) -> Any:
        view = buffer(data)
        if not 0 <= offset <= len(view):
            raise ValueError("offset is too large")
        if (len(view) - offset) % np.dtype(kind).itemsize:
            raise ValueError("buffer size must be a multiple of element size")
        values = np.frombuffer(view[: len(view) - offset], (">" if byteswap else "<") + kind)
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
    if not isinstance(m, ndarray):
        raise TypeError("size is defined for ndarrays only")
    matrix = plain(m)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError("input must be square matrix")
    return matrix


def _signal(real: Any, imag: Any) -> Any:
    """Return a complex signal. Raises ValueError unless its length is a power of 2."""
    if not isinstance(real, np.ndarray):
        raise NotImplementedError("FFT is defined for ndarrays only")
    if imag is not None and not isinstance(imag, np.ndarray):
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
    def deviation(values: Any, axis: int | None, keepdims: bool) -> Any:
        variance = np.var(values, axis, keepdims=keepdims)
        count = np.float64(values.size if axis is None else values.shape[axis])
        return np.sqrt(variance * count / (count - ddof))

    return _reduced(deviation, array, axis, keepdims, KINDS[FLOAT])


def min(array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    return _extreme(np.min, array, axis, keepdims)


def max(array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    return _extreme(np.max, array, axis, keepdims)


def argmin(array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    return _place(np.argmin, array, axis, keepdims)


def argmax(array: Any, axis: int | None = None, keepdims: bool = False) -> Any:
    return _place(np.argmax, array, axis, keepdims)


def median(array: Any, *, axis: int | None = None) -> Any:
    values = array_of(array, "median argument")
    if not values.size:
        return math.nan
    return item(np.asarray(np.median(values, _within(axis, values))).astype(np.float32))


def all(array: Any, axis: int | None = None) -> Any:
    """Test whether all elements are true; as in CircuitPython, those of a sequence are."""
    if not isinstance(array, np.ndarray):
        return bool(array) or hasattr(array, "__iter__")
    with numpys():
        return item(np.asarray(np.all(plain(array), _axis(axis))))


def any(array: Any, axis: int | None = None) -> Any:
    """Test for a true element; as in CircuitPython, a sequence has none."""
    if not isinstance(array, np.ndarray):
        return bool(array) and not hasattr(array, "__iter__")
    with numpys():
        return item(np.asarray(np.any(plain(array), _axis(axis))))


def argsort(array: Any, *, axis: int | None = None) -> Any:
    """Return the order along an axis, which CircuitPython requires."""
    if axis is None:
        raise NotImplementedError("argsort is not implemented for flattened arrays")
    values = array_of(array, "argsort argument")
    return made(np.argsort(values, _within(axis, values), "stable").astype(np.uint16))


def sort(array: Any, *, axis: int | None = None) -> Any:
    values = array_of(array, "sort argument")
    return made(np.sort(values, _within(axis, values)))


def flip(array: Any, *, axis: int | None = None) -> Any:
    values = numbers(array_of(array, "flip argument"))
    if axis is None:
        return made(values.reshape(-1)[::-1].copy())
    return made(np.flip(values, _within(axis, values)).copy())


def roll(array: Any, distance: int, *, axis: int | None = None) -> Any:
    values = array_of(array, "roll argument")
    return made(np.roll(values, word(distance), _within(axis, values)))


def diff(array: Any, *, n: int = 1, axis: int = -1) -> Any:
    """Return the differences; as in CircuitPython, those of an even order have the other sign."""
    values = numbers(array_of(array, "diff argument"))
    if not 0 <= n < 10 or n >= values.shape[_within(word(axis), values)]:
        raise ValueError("differentiation order out of range")
    return made(np.diff(values, n, axis) if n % 2 else -np.diff(values, n, axis))


def cross(a: Any, b: Any) -> Any:
    left, right = _arrays(a, b)
    if left.shape != (3,) or right.shape != (3,):
        raise ValueError("cross is defined for 1D arrays of length 3")
    return made(np.cross(*(values.astype(np.float64) for values in (left, right)))
                .astype(joined("*", left.dtype, right.dtype)))


def trapz(y: Any, x: Any = None, dx: float = 1.0) -> float:
    heights = sequence(y).astype(np.float64)
    if heights.ndim != 1:
        raise ValueError("trapz is defined for 1D iterables")
    if x is not None and len(x) != len(heights):
        raise ValueError("trapz is defined for 1D arrays of equal length")
    widths = dx if x is None else np.diff(sequence(x).astype(np.float64))
    with numpys():
        return float(np.float32(np.sum((heights[1:] + heights[:-1]) / 2 * widths)))


def interp(x: Any, xp: Any, fp: Any, *, left: float | None = None,
           right: float | None = None) -> Any:
    places, known, heights = operand(x), sequence(xp), sequence(fp)
    if known.shape != heights.shape:
        raise ValueError("interp is defined for 1D iterables of equal length")
    values = np.interp(places, known, heights, left=left, right=right)
    return made(np.atleast_1d(values).reshape(-1).astype(np.float32))


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


def _within(axis: Any, values: Any) -> Any:
    """Return an axis of an array, or None. Raises ValueError, or TypeError for no int."""
    if axis is not None and not -values.ndim <= word(axis) < values.ndim:
        raise ValueError("axis is out of bounds")
    return axis


def _reduced(function: Callable[..., Any], array: Any, axis: Any, keepdims: Any,
             kind: Any = None) -> Any:
    values, axis = numbers(sequence(array)), _axis(axis)
    if not values.size and function is not np.sum:
        return 0.0
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
            raise ValueError("attempt to get argmin/argmax of an empty sequence")
        return (builtins.min if function is np.min else builtins.max)(array)
    values, axis = numbers(_filled(array)), _within(_axis(axis), _filled(array))
    with numpys():
        return item(np.asarray(function(values, axis=axis, keepdims=bool(keepdims))))


def _place(function: Callable[..., Any], array: Any, axis: Any, keepdims: Any) -> Any:
    values = _filled(array)
    axis = _within(_axis(axis), values)
    with numpys():
        found = np.asarray(function(values, axis=axis, keepdims=bool(keepdims)))
    return item(found.astype(np.int16) if found.ndim else found)


def _filled(array: Any) -> Any:
    values = sequence(array)
    if not values.size:
        raise ValueError("attempt to get (arg)min/(arg)max of empty sequence"
                         if isinstance(array, np.ndarray) else
                         "attempt to get argmin/argmax of an empty sequence")
    return values
