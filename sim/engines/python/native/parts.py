# SPDX-License-Identifier: MIT
"""Pins as a program sees them, and the base classes of objects that own pins until `deinit`."""

from collections.abc import Callable, Iterable
from typing import Any, Self

from ....board.pins import Line
from .arguments import buffer, deinitialized, of_type, word
from .private import hidden

MAXSIZE = 0x7FFFFFFF


class Pin:
    """A program's handle for a line, such as `board.D3`. It has no methods."""

    _line: Line

    def __new__(cls) -> "Pin":
        raise TypeError("cannot create 'Pin' instances")

    def __repr__(self) -> str:
        return f"board.{self._line.name}"


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


class Part:
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


def kept(name: str, checked: Callable[[Any], Any]) -> property:
    """Return a property that can be read and set while the part has its pins.

    `checked` converts or rejects a value that is set.
    """
    field = hidden(name)

    def read(part: Part) -> Any:
        part._claimed()
        return getattr(part, field)

    def write(part: Part, value: Any) -> None:
        part._claimed()
        setattr(part, field, checked(value))

    return property(read, write)


class LockedBus(Part):
    """A bus of `busio` or `bitbangio`, whose transfers need its lock.

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
