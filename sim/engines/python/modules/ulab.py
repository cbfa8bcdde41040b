# SPDX-License-Identifier: MIT
"""ulab 6.12: arrays of numbers with the types and names that the board has, computed by numpy.

A type is a number: 102 is float. ulab has no complex numbers, so the results of `fft` are two
arrays. Functions that no known program uses are refused.
"""

import math
from types import ModuleType
from typing import Any

from ..ulab import arrays, functions
from ..ulab.arrays import EDGE, THRESHOLD, ndarray, plain, refused
from . import machine, submodule

__all__ = ["numpy", "scipy", "user", "utils"]

FUNCTIONS = (
    "arange", "around", "array", "arctan2", "asarray", "clip", "compress", "concatenate",
    "convolve", "delete", "diag", "dot", "empty", "equal", "eye", "frombuffer", "full", "isfinite",
    "isinf", "linspace", "logspace", "maximum", "meshgrid", "minimum", "nonzero", "not_equal",
    "ones", "polyfit", "polyval", "size", "take", "trace", "vectorize", "where", "zeros")
REDUCTIONS = (
    "all", "any", "argmax", "argmin", "argsort", "bincount", "cross", "diff", "flip", "interp",
    "max", "mean", "median", "min", "roll", "sort", "std", "sum", "trapz")
TYPES = {"bool": arrays.BOOL, "uint8": arrays.UINT8, "int8": arrays.INT8,
         "uint16": arrays.UINT16, "int16": arrays.INT16, "float": arrays.FLOAT}
CONSTANTS = {"e": math.e, "pi": math.pi, "inf": math.inf, "nan": math.nan}


def get_printoptions() -> dict[str, int]:
    return {"threshold": THRESHOLD, "edgeitems": EDGE}


def set_printoptions(threshold: int | None = None, edgeitems: int | None = None) -> None:
    refused("ulab.numpy.set_printoptions")()


def ndinfo(array: ndarray) -> None:
    """Print an array's class, shape, strides, item size and type."""
    values: Any = functions.array_of(array)
    kind = arrays.NAMES[arrays.CODES[values.dtype]].replace("float32", "float")
    machine.console.write(
        f"class: ndarray\nshape: {plain(values).shape}\nstrides: {values.strides}\n"
        f"itemsize: {values.itemsize}\ntype: {kind}\n")


def _chosen(source: ModuleType, *names: str) -> dict[str, Any]:
    return {name: getattr(source, name) for name in names}


def _refused(module: str, *names: str) -> dict[str, Any]:
    return {name: refused(f"{module}.{name}") for name in names}


numpy = submodule(
    "ulab.numpy", **_chosen(functions, *FUNCTIONS, *REDUCTIONS),
    **_refused("ulab.numpy", "load", "loadtxt", "save", "savetxt"),
    **functions.UNARY_FUNCTIONS, **functions.BITWISE, **TYPES, **CONSTANTS,
    fft=submodule("ulab.numpy.fft", **_chosen(functions, "fft", "ifft")),
    linalg=submodule("ulab.numpy.linalg", **_chosen(functions, "cholesky", "det", "inv", "norm"),
                     **_refused("ulab.numpy.linalg", "eig", "qr")),
    get_printoptions=get_printoptions, set_printoptions=set_printoptions, ndinfo=ndinfo,
    ndarray=ndarray)
scipy = submodule(
    "ulab.scipy",
    integrate=submodule("ulab.scipy.integrate", **_refused(
        "ulab.scipy.integrate", "quad", "romberg", "simpson", "tanhsinh")),
    linalg=submodule("ulab.scipy.linalg", **_refused(
        "ulab.scipy.linalg", "cho_solve", "solve_triangular")),
    optimize=submodule("ulab.scipy.optimize", **_refused(
        "ulab.scipy.optimize", "bisect", "fmin", "newton")),
    signal=submodule("ulab.scipy.signal", **_chosen(functions, "sosfilt")),
    special=submodule("ulab.scipy.special", **functions.SPECIAL_FUNCTIONS))
user = submodule("ulab.user")
utils = submodule(
    "ulab.utils", **_chosen(functions, "spectrogram"),
    from_int16_buffer=functions.from_buffer("i2"), from_uint16_buffer=functions.from_buffer("u2"),
    from_int32_buffer=functions.from_buffer("i4"), from_uint32_buffer=functions.from_buffer("u4"))
