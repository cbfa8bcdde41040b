# SPDX-License-Identifier: MIT
"""What ulab has of numpy. A type is a number: 102 is float."""

import math
from typing import Any

from ....machine import Machine
from ....ulab import create, elementwise, numerical, transform
from ....ulab import dtypes as types
from ....ulab.errors import refused
from ....ulab.given import plain
from ....ulab.ndarray import ndarray
from ....ulab.printing import EDGE, THRESHOLD

machine: Machine

CREATION = ("arange", "array", "asarray", "concatenate", "diag", "empty", "eye", "frombuffer",
            "full", "linspace", "logspace", "meshgrid", "ones", "take", "zeros")
ELEMENTWISE = ("around", "arctan2", "clip", "equal", "isfinite", "isinf", "maximum", "minimum",
               "nonzero", "not_equal", "vectorize", "where")
NUMERICAL = ("all", "any", "argmax", "argmin", "argsort", "bincount", "cross", "diff", "flip",
             "interp", "max", "mean", "median", "min", "roll", "sort", "std", "sum", "trapz")
TRANSFORM = ("compress", "convolve", "delete", "dot", "polyfit", "polyval", "size", "trace")
REFUSED = ("load", "loadtxt", "save", "savetxt")
TYPES = {"bool": types.BOOL, "uint8": types.UINT8, "int8": types.INT8, "uint16": types.UINT16,
         "int16": types.INT16, "float": types.FLOAT}
CONSTANTS = {"e": math.e, "pi": math.pi, "inf": math.inf, "nan": math.nan}


def get_printoptions() -> dict[str, int]:
    return {"threshold": THRESHOLD, "edgeitems": EDGE}


def set_printoptions(threshold: int | None = None, edgeitems: int | None = None) -> None:
    refused("ulab.numpy.set_printoptions")()


def ndinfo(array: ndarray) -> None:
    """Print what an array is."""
    values: Any = create.array_of(array)
    kind = types.NAMES[types.CODES[values.dtype]].replace("float32", "float")
    machine.console.write(
        f"class: ndarray\nshape: {plain(values).shape}\nstrides: {values.strides}\n"
        f"itemsize: {values.itemsize}\ntype: {kind}\n")


_PUBLIC = {
    **{name: getattr(create, name) for name in CREATION},
    **{name: getattr(elementwise, name) for name in ELEMENTWISE},
    **{name: getattr(numerical, name) for name in NUMERICAL},
    **{name: getattr(transform, name) for name in TRANSFORM},
    **{name: refused(f"ulab.numpy.{name}") for name in REFUSED},
    **elementwise.FUNCTIONS, **elementwise.BITWISE, **TYPES, **CONSTANTS,
    "fft": machine.hardware.for_program("ulab.numpy.fft"),
    "linalg": machine.hardware.for_program("ulab.numpy.linalg"),
    "get_printoptions": get_printoptions, "set_printoptions": set_printoptions,
    "ndinfo": ndinfo, "ndarray": ndarray,
}
__all__ = [*_PUBLIC]  # noqa: PLE0604  the names of the table
globals().update(_PUBLIC)
