# SPDX-License-Identifier: MIT
"""The chip's pins, and what is connected to them from outside.

A voltage is a fraction of the 3.3 V supply, 0.0–1.0. `digitalio`, `analogio` and the other modules
claim pins and drive them; parts of the board (touch panel, sensors) answer what a pin that is not
driven reads; and `portal.pins["D3"].set(False)` holds a pin from outside, over resets.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ..clock import NEVER
from .pinmux import PINS

ADC_PINS = frozenset(pin for pin, mux in PINS.items() if mux.is_analogue)
DAC_PINS = frozenset(["PA02", "PA05"])

# Holds a pin from outside: a voltage, a switch's state, or a function that returns a voltage.
Held = float | bool | None | Callable[[], float | None]


def _nothing() -> Any:
    return None


def _unheard() -> None:
    return None


class Line:
    """One pin.

    Attributes:
        level: what the program drives it to; None while it does not drive it.
        pull: the level of its resistor, None without one.
        outside: returns the voltage that a part of the board gives it.
        held: what a `PinWire` holds it at, which takes precedence over `outside`.
        quiet_until: returns the time (ns) up to which `outside` answers the same, if the program
            only reads and `condition` returns the same.
        on_drive: is called when the program drives the pin to another level.
        moves: counts these changes, if anything is connected.
        on_pixels: is called with the bytes that the program sends to NeoPixels.
        watchers: are called when a wire or a part changes; `release` removes them.
        joined: the pin at the other end of a wire.
        handle: the object that an engine gives a program for this pin.
    """

    def __init__(self, chip_name: str, name: str):
        self.chip_name = chip_name
        self.name = name
        self.in_use = False
        self.level: float | None = None
        self.moves = 0
        self.on_drive: Callable[[], None] = _unheard
        self.on_pixels: Callable[[bytes], None] = lambda data: None
        self.pull: float | None = None
        self.outside: Callable[[], float | None] = _nothing
        self.quiet_until: Callable[[], int] = lambda: 0
        self.condition: Callable[[], Any] = _nothing
        self.held: Held = None
        self.joined: Line | None = None
        self.watchers: list[Callable[[], None]] = []
        self.handle: Any = None

    def drive(self, level: float | None) -> None:
        if level != self.level:
            self.level = level
            self.moves += self.on_drive is not _unheard or self.joined is not None
            self.on_drive()
            if self.joined:
                self.joined.notice()

    def check_free(self) -> None:
        """Raise ValueError while the pin is in use."""
        if self.in_use:
            raise ValueError(f"{self.name} in use")

    def claim(self) -> None:
        """Take the pin for one user. Raises ValueError while it is in use."""
        self.check_free()
        self.in_use = True

    def release(self) -> None:
        self.in_use = False
        if self.level is not None:
            self.drive(None)
        self.pull = None
        self.watchers.clear()

    def steady_until(self) -> int:
        """Return the time (ns) up to which the voltage changes by an event or from outside only."""
        if callable(self.held):
            return 0
        return self.quiet_until() if self.held is None and self.has_part else NEVER

    def voltage(self) -> float:
        """Return the pin's voltage now; a pin that nothing drives reads its pull, else 0."""
        if self.level is not None:
            return self.level
        outside = self.from_outside()
        if outside is None:
            outside = self.pull
        return float(outside or 0.0)

    def from_outside(self) -> float | None:
        """Return the voltage that a wire or a part of the board gives the pin; None for neither."""
        return self.outside() if self.held is None else self._wired()

    @property
    def ends(self) -> tuple[Callable[..., Any], ...]:
        """Return what a part has connected: `outside`, `on_drive`, `on_pixels`. Can be set."""
        return self.outside, self.on_drive, self.on_pixels

    @ends.setter
    def ends(self, ends: tuple[Callable[..., Any], ...]) -> None:
        self.outside, self.on_drive, self.on_pixels = ends

    @property
    def has_part(self) -> bool:
        """Whether a part of the board is connected to the pin."""
        return self.outside is not _nothing

    def _wired(self) -> float | None:
        held = self.held() if callable(self.held) else self.held
        return self.outside() if held is None else held

    @property
    def high(self) -> bool:
        """The voltage as a digital input reads it."""
        return self.voltage() > 0.5

    def set_outside(self, held: Held) -> None:
        """Put a voltage on the pin from outside; None disconnects it."""
        self.held = held
        self.notice()

    def notice(self) -> None:
        """Call the watchers: something outside has changed."""
        for watcher in tuple(self.watchers):
            watcher()


class Pins:
    """All pins of a board, by their names in `board` and by the chip's.

    `sercoms` has the numbers of the units in use.
    """

    def __init__(self, names: dict[str, str]):
        self._by_chip_name: dict[str, Line] = {}
        self.sercoms: set[int] = set()
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


class PinWire:
    """A connection to one pin from outside; it stays over resets. `pass_on` takes what a user's
    function raises when the pin asks it for a voltage.
    """

    def __init__(self, pin: Callable[[], Line], pass_on: Callable[[BaseException], None]):
        self._pin = pin
        self._pass_on = pass_on
        self.held: Held = None
        self._partner: PinWire | None = None

    def set(self, to: "bool | float | PinWire | Callable[[], float | None] | None") -> None:
        """Hold the pin at `to`: False or True, a voltage 0.0–1.0 of the 3.3 V, another pin's wire
        (which joins the two pins), or a function that is called when the pin is read.

        None disconnects it. Raises ValueError or TypeError for anything else.
        """
        if self._partner:
            partner, self._partner = self._partner, None
            partner._partner = None
            partner._hold(None)
        if isinstance(to, PinWire):
            self._partner, to._partner = to, self
            to._hold(self._driven)
            self._hold(to._driven)
        else:
            held = _checked(to)
            self._hold(partial(self._asked, held) if callable(held) else held)

    def _asked(self, function: Callable[[], float | None]) -> float | None:
        try:
            return function()
        except Exception as error:
            self._pass_on(error)
            return None

    @property
    def voltage(self) -> float:
        """The pin's voltage now, driven by the program or not, 0.0–1.0."""
        return self._pin().voltage()

    @property
    def driven(self) -> bool:
        """Whether the program drives the pin."""
        return self._pin().level is not None

    def reconnect(self) -> None:
        """Hold the pin anew after a reset, which replaces its object."""
        if self.held is not None:
            self._hold(self.held)

    def _hold(self, held: Held) -> None:
        self.held, line = held, self._pin()
        line.joined = self._partner._pin() if self._partner else None
        line.set_outside(held)

    def _driven(self) -> float | None:
        return self._pin().level


class Wires:
    """A `PinWire` for each pin, by its names in `board` and the chip's. Raises KeyError."""

    def __init__(self, pins: Callable[[], Pins], pass_on: Callable[[BaseException], None]):
        self._pins = pins
        self._pass_on = pass_on
        self._wires: dict[str, PinWire] = {}

    def __getitem__(self, name: str) -> PinWire:
        try:
            chip_name = self._pins()[name].chip_name
        except KeyError:
            raise KeyError(f"the board has no pin {name!r}") from None
        return self._wires.setdefault(
            chip_name, PinWire(lambda: self._pins()[chip_name], self._pass_on))

    def __iter__(self) -> Iterator[str]:
        return iter(self._pins().by_name)

    def reconnect(self) -> None:
        for wire in self._wires.values():
            wire.reconnect()


def _checked(to: Any) -> Held:
    if to is None or callable(to):
        return to
    if not isinstance(to, (int, float)):
        raise TypeError(f"{to!r} is not a voltage: use True, False, 0.0 to 1.0, a pin or None")
    if not (math.isfinite(to) and 0 <= to <= 1):
        raise ValueError(f"the voltage {to} is not between 0.0 and 1.0")
    return float(to)
