# SPDX-License-Identifier: MIT
"""The array: of one or two dimensions, with ulab's names only, its types and operators.

It is a numpy array underneath, so that functions which take buffers accept it. The functions here
compute with numpy's view of an array, `plain`, and make an array of the result, `made`. Arithmetic
is C's: integers wrap, and the quotient of two integer arrays is cut off. numpy's errors are raised
in ulab's words. Sources: ulab's `ndarray.h` and `ndarray_operators.c`, and experiments with
CircuitPython.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import numpy as np

from ..heap import allocate
from ..native.arguments import word

AXES = getattr(np, "exceptions", np).AxisError


@contextmanager
def numpys() -> Iterator[None]:
    """Raise numpy's errors in ulab's words; a result that is not a number is no error."""
    try:
        with np.errstate(all="ignore"):
            yield
    except AXES:
        raise ValueError("index out of range") from None
    except IndexError:
        raise IndexError("index is out of bounds") from None
    except np.linalg.LinAlgError:
        raise ValueError("input matrix is singular") from None
    except TypeError:
        raise TypeError("wrong input type") from None
    except (ValueError, OverflowError):
        raise ValueError("operands could not be broadcast together") from None


def refused(name: str) -> Callable[..., NoReturn]:
    """Return a function that raises NotImplementedError, for one that is not simulated."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise NotImplementedError(f"{name} is not simulated: no program that was tried uses it")

    refuse.__name__ = refuse.__qualname__ = name.rpartition(".")[2]
    return refuse


BOOL, UINT8, INT8, UINT16, INT16, FLOAT = map(ord, "?BbHhf")
KINDS = {BOOL: np.dtype(np.bool_), UINT8: np.dtype(np.uint8), INT8: np.dtype(np.int8),
         UINT16: np.dtype(np.uint16), INT16: np.dtype(np.int16), FLOAT: np.dtype(np.float32)}
NAMES = {BOOL: "bool", UINT8: "uint8", INT8: "int8", UINT16: "uint16", INT16: "int16",
         FLOAT: "float32"}
CODES = {kind: code for code, kind in KINDS.items()}
JOINED = {
    frozenset([UINT8, INT8]): INT16, frozenset([UINT8, UINT16]): UINT16,
    frozenset([UINT8, INT16]): INT16, frozenset([INT8, UINT16]): INT16,
    frozenset([INT8, INT16]): INT16, frozenset([UINT16, INT16]): FLOAT,
}
# Exceptions from JOINED.
ODD = {("-", UINT16, INT8): UINT16, ("//", INT8, UINT16): UINT16, ("//", UINT16, INT8): UINT16,
       ("%", UINT16, INT8): FLOAT}
ALWAYS_FLOAT = ("/", "**")
MAX_DIMENSIONS = 2


def kind_of(code: Any) -> np.dtype[Any]:
    """Return numpy's type for the number of ulab's. Raises ValueError."""
    if word(code) not in KINDS:
        raise ValueError("bad typecode")
    return KINDS[code]


def joined(operation: str, left: np.dtype[Any], right: np.dtype[Any]) -> np.dtype[Any]:
    """Return the type that an operation on two arrays results in."""
    one, other = (UINT8 if code == BOOL else code for code in (CODES[left], CODES[right]))
    if operation in ALWAYS_FLOAT or FLOAT in (one, other):
        return KINDS[FLOAT]
    if one == other:
        return KINDS[one]
    return KINDS[ODD.get((operation, one, other)) or JOINED[frozenset([one, other])]]


def smallest(value: Any, beside: np.dtype[Any] | None) -> np.dtype[Any]:
    """Return the smallest type for a number that is combined with an array."""
    if isinstance(value, bool):
        return KINDS[BOOL]
    if not isinstance(value, int) or not -32768 <= value <= 65535:
        return KINDS[FLOAT]
    if value < 0:
        return KINDS[INT8 if value >= -128 else INT16]
    if beside in (KINDS[INT8], KINDS[INT16]):
        if value > 32767:
            raise OverflowError("value must fit in 2 byte(s)")
        return KINDS[INT8 if value < 128 else INT16]
    return KINDS[UINT8 if value < 256 else UINT16]


def stored(values: Any, kind: np.dtype[Any]) -> Any:
    """Convert a program's numbers to elements. Raises OverflowError, TypeError."""
    if kind == KINDS[BOOL]:
        return np.asarray(values, np.float64) != 0
    if kind == KINDS[FLOAT]:
        return np.asarray(values, np.float64).astype(np.float32)
    given = np.asarray(values)
    if given.dtype.kind == "f" and given.size:
        raise TypeError("can't convert float to int")
    limits = np.iinfo(kind)
    if given.size and not (limits.min <= given.min() and given.max() <= limits.max):
        raise OverflowError(f"value must fit in {kind.itemsize} byte(s)")
    return given.astype(kind)


def rounded(values: Any) -> Any:
    """Round as C does: halves away from 0."""
    return np.trunc(values + np.copysign(0.5, values))


def shape_of(shape: Any) -> tuple[int, ...]:
    """Return a shape given as an int, a tuple or a list. Raises MemoryError as the board does."""
    if not isinstance(shape, (int, tuple, list)):
        raise TypeError("input argument must be an integer, a tuple, or a list")
    sizes = [word(size) for size in ([shape] if isinstance(shape, int) else shape or [0])]
    if len(sizes) > MAX_DIMENSIONS:
        raise TypeError("too many dimensions")
    if min(sizes) < 0:
        raise ValueError("ndarray length overflows")
    allocate(int(np.prod([float(size) for size in sizes])) * KINDS[FLOAT].itemsize)
    return tuple(sizes)


OPERATORS = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod",
           "**": "pow", "&": "and", "|": "or", "^": "xor", "<": "lt", "<=": "le", ">": "gt",
           ">=": "ge", "==": "eq", "!=": "ne"}
# These change the array itself; the others make a new one.
IN_PLACE = ("+", "-", "*", "/", "%", "**")
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
    "==": np.equal, "!=": np.not_equal}
BITS: dict[str, Callable[[Any, Any], Any]] = {
    "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor, "<<": np.left_shift,
    ">>": np.right_shift}
SIMPLE: dict[str, Callable[[Any, Any], Any]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "**": np.power}


def apply(symbol: str, left: Any, right: Any) -> Any:
    """Return the result as a numpy array. Raises ValueError for shapes that do not match.

    `//` of signed integers takes a row's first divisor for the whole row, an error of ulab's.
    """
    with numpys():
        np.broadcast_shapes(left.shape, right.shape)
    if symbol in COMPARISONS:
        return COMPARISONS[symbol](left, right)
    if symbol in BITS:
        return _bits(symbol, left, right)
    kind = joined(symbol, left.dtype, right.dtype)
    if symbol == "//" and "i" in (left.dtype.kind, right.dtype.kind) and kind != KINDS[FLOAT]:
        right = right[..., :1] if right.ndim else right
    with np.errstate(all="ignore"):
        return _result(symbol, _wide(left), _wide(right)).astype(kind)


def apply_in_place(symbol: str, values: Any, other: Any) -> None:
    """Change an array, which keeps its type. Raises TypeError if the result does not fit it."""
    if values.dtype != KINDS[FLOAT]:
        if symbol in ("/", "**"):
            raise TypeError("results cannot be cast to specified type")
        if other.dtype == KINDS[FLOAT]:
            raise TypeError("cannot cast output with casting rule")
    result = apply(symbol, values, other)
    with numpys():
        values[...] = result.astype(values.dtype)


def numbers(values: Any) -> Any:
    """Convert bools to 0 and 1 in bytes."""
    return values.astype(np.uint8) if values.dtype == KINDS[BOOL] else values


def _wide(values: Any) -> Any:
    """Widen integers, so that every result fits."""
    return values if values.dtype == KINDS[FLOAT] else values.astype(np.int64)


def _result(symbol: str, left: Any, right: Any) -> Any:
    whole = left.dtype.kind == right.dtype.kind == "i"
    if symbol in SIMPLE:
        floats = (left.astype(np.float32), right.astype(np.float32))
        return SIMPLE[symbol](*((left, right) if whole and symbol != "**" else floats))
    if whole:
        return _divided(symbol, left, right)
    left, right = left.astype(np.float32), right.astype(np.float32)
    if symbol == "/":
        return left / right
    return np.floor(left / right) if symbol == "//" else np.fmod(left, right)


def _divided(symbol: str, left: Any, right: Any) -> Any:
    """Divide towards 0, as C does. Raises ZeroDivisionError; the board's result is undefined."""
    if not right.all():
        raise ZeroDivisionError("divide by zero")
    if symbol == "//":
        return left // right
    rest = np.fmod(left, right)
    return rest if symbol == "%" else (left - rest) // right


def _bits(symbol: str, left: Any, right: Any) -> Any:
    if KINDS[FLOAT] in (left.dtype, right.dtype):
        raise TypeError("operation not supported for the input types")
    if left.dtype == right.dtype == KINDS[BOOL] and symbol in "&|^":
        return BITS[symbol](left, right)
    kind = joined(symbol, left.dtype, right.dtype)
    if kind == KINDS[FLOAT]:
        raise TypeError("dtype of int32 is not supported")
    return BITS[symbol](_wide(left), _wide(right)).astype(kind)


def plain(array: Any) -> Any:
    """Return numpy's view of an array."""
    return np.asarray(array)


def listed(values: Any) -> Any:
    """Return rows of numbers; shorter rows are filled with 0."""
    if isinstance(values, np.ndarray):
        return plain(values)
    if isinstance(values, (int, float)) or not hasattr(values, "__iter__"):
        raise TypeError(f"'{type(values).__name__}' object isn't iterable")
    rows = [plain(row).tolist() if isinstance(row, np.ndarray) else row for row in values]
    if not any(hasattr(row, "__iter__") for row in rows):
        return [_number(row) for row in rows]
    if hasattr(rows[0], "__iter__") and not isinstance(rows[0], str):
        _require_rows(rows[1:])
    lengths = [len(row) if hasattr(row, "__len__") else -1 for row in rows]
    if min(lengths) < 0 or any(isinstance(row, (str, bytes)) for row in rows):
        raise ValueError("too many dimensions")
    return [[*map(_number, row), *[0] * (max(lengths) - len(row))] for row in rows]


def _require_rows(rows: list[Any]) -> None:
    for row in rows:
        if not hasattr(row, "__iter__"):
            raise TypeError(f"'{type(row).__name__}' object isn't iterable")
        if isinstance(row, str):
            raise TypeError("can't convert str to float")


def _number(value: Any) -> float:
    if isinstance(value, (int, float)):
        return value
    if hasattr(value, "__iter__"):
        raise ValueError("too many dimensions")
    raise TypeError(f"can't convert {type(value).__name__} to float")


def index_of(index: Any) -> Any:
    """Return an index of numbers, slices or an array of bools. Raises IndexError, TypeError."""
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


THRESHOLD, EDGE = 10, 3
ROWS = ",\n       "


def shown(array: Any, write: Callable[[float], str]) -> str:
    """Return an array as text, with `write` for its floats."""
    values = plain(array)

    def element(value: Any) -> str:
        return write(value) if value.dtype.kind == "f" else repr(value.item())

    if not values.size:
        shape = f", shape=({values.shape[0]},{values.shape[1]})" if values.ndim > 1 else ""
        return f"array([]{shape}, dtype={NAMES[CODES[values.dtype]]})"
    rows = ROWS.join(_row(row, element) for row in np.atleast_2d(values))
    if values.ndim > 1:
        rows = f"[{rows}]"
    return f"array({rows}, dtype={NAMES[CODES[values.dtype]]})"


def _row(row: Any, element: Callable[[Any], str]) -> str:
    if len(row) <= THRESHOLD:
        return f"[{', '.join(map(element, row))}]"
    ends = [", ".join(map(element, part)) for part in (row[:EDGE], row[-EDGE:])]
    return f"[{ends[0]}, ..., {ends[1]}]"


def _digits(value: Any) -> str:
    """Write a float with the digits that distinguish it from its neighbours."""
    return repr(float(str(value))) if np.isfinite(value) else str(value.item())


ATTRIBUTES = ("T", "dtype", "flat", "itemsize", "ndim", "shape", "size", "strides")
METHODS = ("byteswap", "copy", "flatten", "reshape", "sort", "tobytes", "tolist", "transpose")
PUBLIC = frozenset([*ATTRIBUTES, *METHODS])


class Named(type):
    """Hides inherited names of the class `ndarray`, which hides those of its objects."""

    def __getattribute__(cls, name: str) -> Any:
        if name in PUBLIC or not name[:1].isalpha():
            return super().__getattribute__(name)
        raise AttributeError(f"type object 'ndarray' has no attribute '{name}'")

    def __dir__(cls) -> list[str]:
        return sorted(PUBLIC)


class ndarray(np.ndarray, metaclass=Named):
    """An array of a sequence of numbers, or of several such sequences."""

    __array_ufunc__ = None  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]

    def __new__(cls, values: Any, *, dtype: int = FLOAT) -> "ndarray":
        return made(_converted(values, kind_of(dtype)))

    def __init__(self, values: Any, *, dtype: int = FLOAT):
        """Does nothing: `__new__` does it all."""

    def __array_finalize__(self, of: Any) -> None:
        """Does nothing: arrays have no attributes of their own."""

    def __getattribute__(self, name: str) -> Any:
        if name in PUBLIC or not name[:1].isalpha():
            return super().__getattribute__(name)
        raise AttributeError(f"'ndarray' object has no attribute '{name}'")

    def __dir__(self) -> list[str]:
        return sorted(PUBLIC)

    @property
    def dtype(self) -> int:  # type: ignore[override]
        return CODES[plain(self).dtype]

    @property
    def T(self) -> "ndarray":  # type: ignore[override]
        return made(plain(self).T)

    @property
    def flat(self) -> Iterator[Any]:  # type: ignore[override]
        return iter(plain(self).reshape(-1).tolist())

    @property
    def itemsize(self) -> int:  # type: ignore[override]
        return int(plain(self).itemsize)

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(plain(self).shape)

    @shape.setter
    def shape(self, shape: Any) -> None:
        np.ndarray.shape.__set__(self, fitting(self, shape))  # type: ignore[attr-defined]

    @property
    def size(self) -> int:  # type: ignore[override]
        return int(plain(self).size)

    @property
    def ndim(self) -> int:  # type: ignore[override]
        return int(plain(self).ndim)

    @property  # type: ignore[misc]
    def strides(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(plain(self).strides)

    def copy(self) -> "ndarray":  # type: ignore[override]
        return made(plain(self).copy())

    def flatten(self, *, order: str = "C") -> "ndarray":  # type: ignore[override]
        if order not in ("C", "F"):
            raise ValueError("flattening order must be either 'C', or 'F'")
        return made(plain(self).flatten(order))  # type: ignore[call-overload]

    def reshape(self, shape: Any) -> "ndarray":  # type: ignore[override]
        return made(plain(self).reshape(fitting(self, shape)))

    def transpose(self) -> "ndarray":  # type: ignore[override]
        return made(plain(self).T)

    def byteswap(self, *, inplace: bool = False) -> "ndarray":  # type: ignore[override]
        swapped = plain(self).byteswap(inplace=bool(inplace))
        return self if inplace else made(swapped)

    def sort(self, *, axis: int | None = -1) -> None:  # type: ignore[override]
        with numpys():
            plain(self).sort(-1 if axis is None else axis)

    def tobytes(self) -> bytearray:  # type: ignore[override]
        """Return the elements' memory. Raises ValueError if the elements are not contiguous."""
        if not plain(self).flags.c_contiguous:
            raise ValueError("tobytes can be invoked for dense arrays only")
        return bytearray(plain(self).tobytes())

    def tolist(self) -> list[Any]:
        return plain(self).tolist()  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return shown(self, _digits)

    __str__ = __repr__

    def __len__(self) -> int:
        return len(plain(self))

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[Any]:
        return (item(part) for part in plain(self))

    def __contains__(self, value: Any) -> bool:
        return any(part == value for part in self)

    def __getitem__(self, index: Any) -> Any:
        place = index_of(index)
        with numpys():
            return item(plain(self)[place])

    def __setitem__(self, index: Any, value: Any) -> None:
        values = plain(self)
        given = plain(value) if isinstance(value, np.ndarray) else stored(value, values.dtype)
        place = index_of(index)
        with numpys():
            values[place] = given.astype(values.dtype)

    def __neg__(self) -> "ndarray":
        values = plain(self)
        return made(values.copy() if values.dtype == KINDS[BOOL] else -values)

    def __pos__(self) -> "ndarray":
        return self.copy()

    def __abs__(self) -> "ndarray":
        return made(np.abs(plain(self)))

    def __invert__(self) -> "ndarray":
        if plain(self).dtype == KINDS[FLOAT]:
            raise ValueError("operation is not supported for given type")
        return made(~plain(self))


def made(values: Any) -> ndarray:
    """Return numpy's array as ulab's; they share the memory."""
    return np.ndarray.view(values, ndarray)  # type: ignore[return-value]


def item(part: Any) -> Any:
    """Return an element as a number, or an array."""
    return made(part) if isinstance(part, np.ndarray) and part.ndim else part.item()


def operand(value: Any, beside: Any = None) -> Any:
    """Return an operand (array, number or sequence of numbers) as numpy's."""
    if isinstance(value, np.ndarray):
        return plain(value)
    if isinstance(value, (int, float)):
        kind = smallest(value, None if beside is None else beside.dtype)
        return np.asarray(value, np.float64).astype(kind)
    return stored(listed(value), KINDS[FLOAT])


def _converted(values: Any, kind: Any) -> Any:
    """Convert values; floats in an array are rounded, those in a sequence raise TypeError."""
    if not isinstance(values, np.ndarray):
        return stored(listed(values), kind)
    given = plain(values)
    if kind in (given.dtype, KINDS[FLOAT]):
        return given.astype(kind)
    if kind == KINDS[BOOL]:
        raise ValueError("bad typecode")
    with np.errstate(all="ignore"):
        return stored(rounded(given.astype(np.float64)).astype(np.int64), kind)


def sequence(value: Any) -> Any:
    """Return an array as it is, or a sequence of numbers as floats. Raises TypeError."""
    if isinstance(value, (tuple, list, range, np.ndarray)) or type(value).__name__ == "range":
        return operand(value)
    raise TypeError("input must be tuple, list, range, or ndarray")


def _binary(symbol: str, reflected: bool = False) -> Callable[[Any, Any], Any]:
    def operate(self: Any, other: Any) -> Any:
        if not isinstance(other, (int, float, tuple, list, range, np.ndarray)):
            return NotImplemented
        here = plain(self)
        there = operand(other, None if reflected else here)
        left, right = (there, here) if reflected else (here, there)
        return made(np.atleast_1d(apply(symbol, left, right)))

    return operate


def _in_place(symbol: str) -> Callable[[Any, Any], Any]:
    def operate(self: Any, other: Any) -> Any:
        apply_in_place(symbol, plain(self), operand(other, plain(self)))
        return self

    return operate


def _refusing(words: str) -> Callable[..., NoReturn]:
    def refuse(self: Any, *_: Any) -> NoReturn:
        raise TypeError(words)

    return refuse


for _symbol, _name in OPERATORS.items():
    setattr(ndarray, f"__{_name}__", _binary(_symbol))
    if _symbol not in COMPARISONS:
        setattr(ndarray, f"__r{_name}__", _binary(_symbol, reflected=True))
        setattr(ndarray, f"__i{_name}__", _in_place(_symbol)
                if _symbol in IN_PLACE else _binary(_symbol))
for _name in ("float", "int", "index", "complex"):
    setattr(ndarray, f"__{_name}__", _refusing(f"can't convert ndarray to {_name}"))
for _name in ("matmul", "rmatmul", "imatmul", "divmod", "rdivmod", "lshift", "rlshift", "ilshift",
              "rshift", "rrshift", "irshift"):
    setattr(ndarray, f"__{_name}__", _refusing(f"unsupported types for __{_name}__"))
