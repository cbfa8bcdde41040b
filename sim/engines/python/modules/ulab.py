# SPDX-License-Identifier: MIT
"""ulab: numpy behind ulab's names, with the five types of numbers and the bool that a board has.

Numbers are float32 unless a `dtype` says otherwise. Results are arrays of these types, or Python's
numbers. Errors have numpy's words. Whatever is not named here is left to the firmware engine.
"""

import functools
import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from ..firmware import beyond
from ..heap import allocate
from . import submodule

__all__ = ["numpy", "scipy", "user", "utils"]

TYPES = {"bool": np.bool_, "uint8": np.uint8, "int8": np.int8, "uint16": np.uint16,
         "int16": np.int16, "float": np.float32}
CONSTANTS = {"e": math.e, "pi": math.pi, "inf": math.inf, "nan": math.nan}
FUNCTIONS = (
    "acos", "acosh", "all", "any", "arctan2", "argmax", "argmin", "around", "asin", "asinh",
    "atan", "atanh", "ceil", "clip", "compress", "concatenate", "convolve", "cos", "cosh", "cross",
    "degrees", "delete", "diff", "dot", "equal", "exp", "expm1", "flip", "floor", "interp",
    "isfinite", "isinf", "log", "log10", "log2", "max", "maximum", "mean", "median", "min",
    "minimum", "not_equal", "polyfit", "polyval", "radians", "roll", "sin", "sinc", "sinh", "size",
    "sort", "sqrt", "std", "sum", "take", "tan", "tanh", "trace", "where")
# These take a `dtype`.
CREATORS = ("arange", "array", "asarray", "empty", "eye", "frombuffer", "full", "linspace",
            "logspace", "ones", "zeros")
# These return the places of items.
SEARCHES = ("argsort", "nonzero")
METHODS = frozenset(["T", "byteswap", "copy", "dtype", "flatten", "itemsize", "reshape", "shape",
                     "size", "sort", "strides", "tobytes", "tolist", "transpose"])
# The number of items that a call makes, of functions that may make more than they are given.
SIZES: dict[str, Callable[..., float]] = {
    "arange": lambda start, stop=None, step=1, **_: (
        abs((start if stop is None else stop - start) / (step or 1))),
    "dot": lambda a, b: np.size(a) * np.size(b) / max(1, np.shape(b)[0]) ** 2,
    "empty": lambda shape, **_: np.prod(np.asarray(shape, float)),
    "eye": lambda count, M=None, **_: count * (count if M is None else M),
    "full": lambda shape, value, **_: np.prod(np.asarray(shape, float)),
    "linspace": lambda start, stop, num=50, **_: num,
    "logspace": lambda start, stop, num=50, **_: num,
    "ones": lambda shape, **_: np.prod(np.asarray(shape, float)),
    "zeros": lambda shape, **_: np.prod(np.asarray(shape, float))}
ITEM_BYTES = 4


class ndarray(np.ndarray):  # type: ignore[type-arg]
    """An array with ulab's methods only, which gives Python's numbers."""

    def __array_ufunc__(self, ufunc: Any, method: Any, *given: Any, **options: Any) -> Any:
        out = options.pop("out", None)
        operands = [_plain(value) for value in given]
        if method == "__call__":
            allocate(math.prod(np.broadcast_shapes(*map(np.shape, operands))) * ITEM_BYTES)
        into = {} if out is None else {"out": tuple(map(_plain, out)), "casting": "unsafe"}
        with np.errstate(all="ignore"):
            result = getattr(ufunc, method)(*operands, **into, **options)
        return _made(result) if out is None else out[0]

    def __getitem__(self, place: Any) -> Any:
        return _made(_plain(self)[_plain(place)])

    def __iter__(self) -> Any:
        return map(_made, _plain(self))

    def __repr__(self) -> str:
        shown = np.array2string(_plain(self), separator=", ", prefix="array(", threshold=10,
                                formatter={"all": str})
        return f"array({shown}, dtype={self.dtype.name})"

    __str__ = __repr__


def _absent(name: str) -> property:
    def read(_: Any) -> Any:
        raise AttributeError(f"'ndarray' object has no attribute '{name}'")

    return property(read)


for _name in set(dir(np.ndarray)) - METHODS:
    if not _name.startswith("_"):
        setattr(ndarray, _name, _absent(_name))


def _plain(value: Any) -> Any:
    """Return an array as numpy's, also inside a tuple."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return np.ndarray.view(value, np.ndarray) if isinstance(value, ndarray) else value


def _made(value: Any) -> Any:
    """Convert a result of numpy's: a number to Python's, an array to one of a board's types."""
    if isinstance(value, tuple):
        return tuple(map(_made, value))
    if isinstance(value, np.generic):
        return value.item()
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype not in TYPES.values():
        value = value.astype(np.float32)
    return value.view(ndarray)


def _function(name: str, source: ModuleType = np, **defaults: Any) -> Callable[..., Any]:
    """Return a function of numpy's for a program."""
    of_numpy, size = getattr(source, name), SIZES.get(name)

    @functools.wraps(of_numpy)
    def call(*given: Any, **options: Any) -> Any:
        options = {**defaults, **options}
        if size:
            allocate(int(size(*given, **options)) * ITEM_BYTES)
        try:
            with np.errstate(all="ignore"):
                return _made(of_numpy(*map(_plain, given), **options))
        except (np.exceptions.AxisError, np.linalg.LinAlgError) as error:
            raise ValueError(str(error)) from None

    return call


def _search(name: str) -> Callable[..., Any]:
    search = getattr(np, name)

    def call(array: Any, **options: Any) -> Any:
        found = search(_plain(array), **options)
        return _made((found[0] if isinstance(found, tuple) else found).astype(np.uint16))

    return call


def fft(real: Any, imag: Any = 0) -> tuple[Any, Any]:
    """Return the real and the imaginary parts of a signal's spectrum."""
    found = np.fft.fft(np.asarray(_plain(real)) + 1j * np.asarray(_plain(imag)))
    return _made(found.real), _made(found.imag)


def ifft(real: Any, imag: Any = 0) -> tuple[Any, Any]:
    """Return the real and the imaginary parts of the signal with a spectrum."""
    found = np.fft.ifft(np.asarray(_plain(real)) + 1j * np.asarray(_plain(imag)))
    return _made(found.real), _made(found.imag)


def spectrogram(signal: Any) -> Any:
    """Return the strength of each frequency of a signal."""
    return _made(np.abs(np.fft.fft(np.asarray(_plain(signal)))))


def _numbers(kind: str) -> Callable[..., Any]:
    def read(buffer: Any, *, count: int = -1, offset: int = 0) -> Any:
        return _made(np.frombuffer(buffer, kind, count, offset).astype(np.float32))

    return read


def _with_refusals(name: str, **contents: Any) -> ModuleType:
    """Make a submodule whose other names are refused."""
    def refuse(attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        raise beyond(f"{name}.{attribute}")

    return submodule(name, **contents, __getattr__=refuse)


numpy = _with_refusals(
    "ulab.numpy", **TYPES, **CONSTANTS, ndarray=ndarray,
    **{name: _function(name) for name in FUNCTIONS},
    **{name: _function(name, dtype=np.float32) for name in CREATORS},
    **{name: _search(name) for name in SEARCHES},
    fft=_with_refusals("ulab.numpy.fft", fft=fft, ifft=ifft),
    linalg=_with_refusals("ulab.numpy.linalg", **{
        name: _function(name, np.linalg) for name in ("cholesky", "det", "inv", "norm")}))
scipy = _with_refusals("ulab.scipy")
user = submodule("ulab.user")
utils = _with_refusals(
    "ulab.utils", spectrogram=spectrogram, from_int16_buffer=_numbers("i2"),
    from_uint16_buffer=_numbers("u2"), from_int32_buffer=_numbers("i4"),
    from_uint32_buffer=_numbers("u4"))
