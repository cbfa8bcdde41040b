# SPDX-License-Identifier: MIT
"""Base classes of the built-in modules' objects: enumerations, pins, and what owns pins until
`deinit` is called.
"""

import pkgutil
from array import array
from collections import deque, namedtuple
from collections.abc import Iterable
from functools import cache, partial
from inspect import Signature, signature
from pathlib import Path
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any, Self
from weakref import WeakSet

from ....board.libraries import BUILT_IN
from ....board.pins import Line
from .arguments import buffer, deinitialized, garbled, int_range, of_type, position, word


class Enumeration:
    """A class of named values, such as `digitalio.Pull.UP`.

    A subclass gets one value for each name that it annotates; a program cannot create others.
    """

    _name = ""

    def __init_subclass__(cls) -> None:
        for name in cls.__annotations__:
            value = object.__new__(cls)
            value._name = f"{cls.__module__}.{cls.__qualname__}.{name}"
            setattr(cls, name, value)

    def __new__(cls) -> "Enumeration":
        raise TypeError(f"can't create '{cls.__name__}' instances")

    def __repr__(self) -> str:
        return self._name


@cache
def named_tuple(name: str, fields: str) -> Any:
    """Return a named tuple's class. All machines share it, since creating one is slow."""
    return disguised(namedtuple(name, fields), name)  # type: ignore[misc]


class ProgramsModule(str):
    """The `__module__` of a program's class, equal to that of a built-in class.

    So Python shows the class and its objects without a module. A program reads `written`.
    """

    written: str

    def __new__(cls, written: str) -> Self:
        module = super().__new__(cls, "builtins")
        module.written = written
        return module


def is_built_in(kind: type) -> bool:
    """Whether a class is Python's own, or passes for it."""
    return kind.__module__ == "builtins" and not isinstance(kind.__module__, ProgramsModule)


# The files of the built-in modules, and what else is native.
NATIVE_MODULES = frozenset(
    {module.name for module in pkgutil.iter_modules([str(Path(__file__).parents[1] / "modules")])}
    | {"builtins", "_io", "array", "collections"} | BUILT_IN)
OURS = __name__.removesuffix("native.classes")


def is_native_module(name: str) -> bool:
    """Whether what is defined in this module of the computer's is the firmware's on a board."""
    return not isinstance(name, ProgramsModule) and (
        name.partition(".")[0] in NATIVE_MODULES or name.startswith(OURS))


_ITERABLES: tuple[Iterable[object], ...] = (
    [], (), "", "\xe9", b"", bytearray(), range(0), {}, {}.items(), {}.values(), set(), deque())
# Types that have another name on the board.
NAMES: dict[str, list[type]] = {
    "iterator": [type(iter(each)) for each in _ITERABLES],
    "reversed": [type(reversed([]))],
}


def disguised(thing: Any, name: str) -> Any:
    """Rename a class or function so that it passes for the built-in `name`, and return it."""
    thing.__name__ = thing.__qualname__ = name
    thing.__module__ = "builtins"
    return thing


class Function(partial[Any]):
    """A function of the firmware as a program sees it: without a name, and never a method."""

    def __repr__(self) -> str:
        return "<function>"

    def __get__(self, *_: object) -> Self:
        return self


disguised(Function, "function")
BOUND = MethodType, BuiltinMethodType
FUNCTIONS = FunctionType, *BOUND


def native_function(thing: Any) -> Any:
    """Return a function of the firmware's as the program sees it, and anything else as it is."""
    if not isinstance(thing, FUNCTIONS):
        return thing
    made = Function(thing)
    made.__wrapped__ = getattr(thing, "__func__", thing)  # type: ignore[attr-defined]
    return made


class BoundMethod:
    """The board's class of a method that has its object."""

    def __repr__(self) -> str:
        return "<bound_method>"


disguised(BoundMethod, "bound_method")


def bound_method(value: Any) -> Any:
    """Return what a method is shown as, and anything else as it is."""
    return BoundMethod() if type(value) in BOUND else value


# Classes of the built-in modules. A machine's own hold the machine, so they must stay free to go.
SHOWN: WeakSet[type] = WeakSet()


def shown_as_built_in(kind: Any) -> None:
    """Let a class and its objects be shown without their module, such as `<Bitmap>`."""
    if is_built_in(kind):
        return
    SHOWN.add(kind)
    kind.__module__ = "builtins"
    if kind.__repr__ is object.__repr__:
        kind.__repr__ = _shown


def _shown(thing: Any) -> str:
    kind = type(thing)
    return f"<{kind.__name__}>" if is_built_in(kind) else object.__repr__(thing)


class ByteStore:
    """Bytes of the chip that a program indexes: non-volatile memory and sleep memory.

    A subclass supplies `_bytes` and overrides `_write` where writing takes more than an assignment.
    """

    _bytes: Any
    __hash__ = __iter__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return len(self) > 0

    def __len__(self) -> int:
        return len(self._bytes)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return bytearray(self._bytes[_checked(index)])
        return self._bytes[position(index, len(self), type(self).__name__)]

    def __setitem__(self, index: Any, value: Any) -> None:
        """Raises ValueError for a byte outside 0–255 and for a slice of another length."""
        if isinstance(index, slice):
            if not isinstance(value, (bytes, bytearray, memoryview, array)):
                raise NotImplementedError("array/bytes required on right side")
            content = bytes(buffer(value))
            if len(content) != len(self._bytes[_checked(index)]):
                raise ValueError("Slice and value different lengths.")
            self._write(index, content)
        else:
            place = position(index, len(self), type(self).__name__)
            int_range(word(value), 0, 255, "bytes")
            self._write(place, value)

    def _write(self, place: int | slice, content: Any) -> None:
        self._bytes[place] = content


def _checked(index: slice) -> slice:
    if index.step not in (None, 1):
        raise garbled("only slices with step=1 (aka None) are supported")
    return index


class Viewed:
    """An object whose `memoryview` shows something else than its bytes."""

    def _view(self) -> memoryview:
        raise NotImplementedError


class _Views(type):
    def __instancecheck__(cls, thing: Any) -> bool:
        return isinstance(thing, memoryview)


class View(metaclass=_Views):
    """The `memoryview` of a program: a bitmap's shows its values, as on the device."""

    def __new__(cls, object: Any) -> memoryview:  # type: ignore[misc]
        return object._view() if isinstance(object, Viewed) else memoryview(object)


class Placing(type):
    """Makes the board's one display or bus; its place stays empty if `__init__` raises."""

    def __call__(cls: Any, *given: Any, **named: Any) -> Any:
        with cls._place.filled():
            return super().__call__(*given, **named)

    @property
    def __signature__(cls: Any) -> Signature:
        own = signature(cls.__init__)
        return own.replace(parameters=list(own.parameters.values())[1:])


MAXSIZE = 0x7FFFFFFF


class Pin:
    """A program's handle for a line, such as `board.D3`. It has no methods."""

    _line: Line

    def __new__(cls) -> "Pin":
        raise TypeError("can't create 'Pin' instances")

    def __repr__(self) -> str:
        return f"board.{self._line.name}"


disguised(Pin, "Pin")


def pin_of(line: Line) -> Pin:
    """Return the line's only `Pin`, made at the first call."""
    if line.handle is None:
        line.handle = object.__new__(Pin)
        line.handle._line = line
    pin: Pin = line.handle
    return pin


def line_of(pin: Any, name: str) -> Line:
    """Return the line of the pin given as argument `name`. Raises TypeError if it is not a pin."""
    if type(pin) is not Pin:
        of_type(pin, Pin, name)
    line: Line = pin._line
    return line


class PinOwner:
    """An object that owns pins until `deinit` is called or its `with` block ends."""

    _pins: tuple[Line, ...] = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        """Release the pins. Later calls do nothing."""
        pins, self._pins = self._pins, ()
        for pin in pins:
            pin.release()

    def _claim_one(self, pin: Any) -> Line:
        """Claim the argument `pin` as the only pin. Raises the firmware's errors."""
        line = line_of(pin, "pin")
        line.claim()
        self._pins = (line,)
        return line

    def _claim(self, **pins: Any) -> None:
        """Claim all pins, given by parameter name, or none. Raises the firmware's errors."""
        self._claim_all(pins.items())

    def _claim_all(self, pins: Iterable[tuple[str, Any]]) -> None:
        for line in [line_of(pin, name) for name, pin in pins]:
            try:
                line.claim()
            except ValueError:
                self.deinit()
                raise
            self._pins += (line,)

    def _claimed(self) -> Line:
        """Return the first pin. Raises ValueError after `deinit`."""
        if not self._pins:
            raise deinitialized()
        return self._pins[0]


class LockedBus(PinOwner):
    """A bus of `busio`, whose transfers need its lock.

    Source of the messages: `shared-bindings/busio`.
    """

    _locked = False

    def try_lock(self) -> bool:
        self._claimed()
        had, self._locked = self._locked, True
        return not had

    def unlock(self) -> None:
        self._claimed()
        self._locked = False

    def _require_lock(self) -> None:
        self._claimed()
        if not self._locked:
            raise RuntimeError("Function requires lock")


def to_read(source: Any, start: int, end: int) -> bytes:
    """Return the slice of a buffer that a transfer sends."""
    return bytes(buffer(source)[word(start) : word(end)])


def to_fill(target: Any, start: int, end: int) -> memoryview:
    """Return the slice of a buffer that a transfer fills. Raises TypeError if it is read-only."""
    view = buffer(target)
    if view.readonly or isinstance(target, str):
        raise TypeError("object with buffer protocol required")
    return view[word(start) : word(end)]
