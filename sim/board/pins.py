# SPDX-License-Identifier: MIT
"""The chip's pins: what the program drives them to and what is connected to them outside.

A voltage is a fraction of the 3.3 V supply, 0.0–1.0. `digitalio`, `analogio` and the other modules
claim pins and drive them; parts (touch panel, sensors) answer what a pin that is not driven reads,
and `wires` can hold a voltage on it from outside.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Self

from ..native.arguments import deinitialized, of_type
from ..native.private import hidden

# Pins that an ADC of the SAMD51J20A reaches (data sheet, table "Pinout of multiplexed signals").
ADC_PINS = frozenset(
    [f"PA{n:02}" for n in range(2, 12)] + [f"PB{n:02}" for n in range(10)]
)
DAC_PINS = frozenset(["PA02", "PA05"])

# What holds a pin from outside: a voltage, a switch's state, another pin's wire, or a function.
Held = float | bool | None | Callable[[], float | None]


class Pin:
    """What a program has of a line, `board.D3`: an object to pass on, with no methods."""

    _line: "Line"

    def __new__(cls) -> "Pin":
        raise TypeError("cannot create 'Pin' instances")

    def __repr__(self) -> str:
        return f"board.{self._line.name}"


class Line:
    """`level` is what the program drives (None: not driven), `pull` what its resistor gives.

    `outside` is what a part of the board answers, `held` what a wire put on it, which wins;
    `quiet_until` is the moment (ns) up to which that answer stays the same while the program only
    looks. `on_drive` is called when the program drives the pin to another level. `watchers` are
    called when a wire changes; they go with the pin. `pin` is the program's.
    """

    def __init__(self, chip_name: str, name: str):
        self.chip_name = chip_name
        self.name = name
        self.in_use = False
        self.level: float | None = None
        self.on_drive: Callable[[], None] = lambda: None
        self.pull: float | None = None
        self.outside: Callable[[], float | None] = lambda: None
        self.quiet_until: Callable[[], int] = lambda: 0
        self.held: Held = None
        self.watchers: list[Callable[[], None]] = []
        self.pin = object.__new__(Pin)
        self.pin._line = self

    def drive(self, level: float | None) -> None:
        if level != self.level:
            self.level = level
            self.on_drive()

    def claim(self) -> None:
        """Raises ValueError while something else has the pin."""
        if self.in_use:
            raise ValueError(f"{self.name} in use")
        self.in_use = True

    def release(self) -> None:
        self.in_use = False
        if self.level is not None:
            self.drive(None)
        self.pull = None
        self.watchers.clear()

    def voltage(self) -> float:
        """The pin's voltage now; a pin that nothing drives reads its pull, else 0."""
        if self.level is not None:
            return self.level
        outside = self.outside() if self.held is None else self._wired()
        if outside is None:
            outside = self.pull
        return float(outside or 0.0)

    def _wired(self) -> float | None:
        held = self.held() if callable(self.held) else self.held
        return self.outside() if held is None else held

    @property
    def high(self) -> bool:
        """How a digital input reads the voltage."""
        return self.voltage() > 0.5

    def set_outside(self, held: Held) -> None:
        """Put a voltage on the pin from outside, None to disconnect it."""
        self.held = held
        for watcher in tuple(self.watchers):
            watcher()


def line_of(pin: Any, name: str) -> Line:
    """The line of a pin given as argument `name`. Raises TypeError for what is no pin."""
    if type(pin) is not Pin:
        of_type(pin, Pin, name)
    line: Line = pin._line
    return line


class Part:
    """An object of the program's that owns pins until `deinit`, or the end of a `with`."""

    _pins: tuple[Line, ...] = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        """Release the pins; may be called again."""
        pins, self._pins = self._pins, ()
        for pin in pins:
            pin.release()

    def _claim_one(self, pin: Any) -> Line:
        """The parameter `pin` is the only one. Raises as the core."""
        line = line_of(pin, "pin")
        line.claim()
        self._pins = (line,)
        return line

    def _claim(self, **pins: Any) -> None:
        """Take the pins, each under its parameter's name: all or, raising as the core, none."""
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
        """The first pin. Raises ValueError after `deinit`."""
        if not self._pins:
            raise deinitialized()
        return self._pins[0]


def kept(name: str, checked: Callable[[Any], Any]) -> property:
    """An attribute of a part, to be read and set as long as the part has its pins."""
    field = hidden(name)

    def read(part: Part) -> Any:
        part._claimed()
        return getattr(part, field)

    def write(part: Part, value: Any) -> None:
        part._claimed()
        setattr(part, field, checked(value))

    return property(read, write)


class Pins:
    """All pins of a board, by the names in `board` and by the chip's own."""

    def __init__(self, names: dict[str, str]):
        self._by_chip_name: dict[str, Line] = {}
        self.by_name = {name: self._pin(chip, name) for name, chip in names.items()}

    def _pin(self, chip_name: str, name: str) -> Line:
        return self._by_chip_name.setdefault(chip_name, Line(chip_name, name))

    def __getitem__(self, name: str) -> Line:
        """Raises KeyError."""
        if name in self.by_name:
            return self.by_name[name]
        return self._by_chip_name[name]

    def __iter__(self) -> Iterator[Line]:
        return iter(self._by_chip_name.values())
