# SPDX-License-Identifier: MIT
"""What is connected to the board's pins from outside: `portal.pins["D3"].set(False)`.

It stays over resets. Tests and scripts use it, and the light sensor is one of these wires.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any

from .pins import Held, Line, Pins


class Wire:
    """What is connected to one pin: nothing until `set`, unless the board has a part there."""

    def __init__(self, pin: Callable[[], Line]):
        self._pin = pin
        self.held: Held = None
        self._partner: Wire | None = None

    def set(self, to: "bool | float | Wire | Callable[[], float | None] | None") -> None:
        """Hold the pin at `to`: False or True, a voltage 0.0–1.0 of the 3.3 V, another pin's wire
        (which joins the two pins), or a function that is called when the pin is read. None
        disconnects it. Raises ValueError or TypeError for anything else.
        """
        if self._partner:
            partner, self._partner = self._partner, None
            partner._partner = None
            partner._hold(None)
        if isinstance(to, Wire):
            self._partner, to._partner = to, self
            to._hold(self._driven)
            self._hold(to._driven)
        else:
            self._hold(_checked(to))

    @property
    def voltage(self) -> float:
        """What is on the pin now, driven by the program or not, 0.0–1.0."""
        return self._pin().voltage()

    @property
    def driven(self) -> bool:
        """Whether the program drives the pin."""
        return self._pin().level is not None

    def reconnect(self) -> None:
        """After a reset: the pin is another object."""
        if self.held is not None:
            self._pin().set_outside(self.held)

    def _hold(self, held: Held) -> None:
        self.held = held
        self._pin().set_outside(held)

    def _driven(self) -> float | None:
        return self._pin().level


class Wires:
    """A Wire for every pin, by its names in `board` and the chip's own. Raises KeyError."""

    def __init__(self, pins: Callable[[], Pins]):
        self._pins = pins
        self._wires: dict[str, Wire] = {}

    def __getitem__(self, name: str) -> Wire:
        try:
            chip_name = self._pins()[name].chip_name
        except KeyError:
            raise KeyError(f"the board has no pin {name!r}") from None
        return self._wires.setdefault(chip_name, Wire(lambda: self._pins()[chip_name]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._pins().by_name)

    def reconnect(self) -> None:
        for wire in self._wires.values():
            wire.reconnect()


def _checked(to: Any) -> Held:
    if to is None or callable(to):
        return to
    if not isinstance(to, (int, float)):
        raise TypeError(f"{to!r} is no voltage: use True, False, 0.0 to 1.0, a pin or None")
    if not (math.isfinite(to) and 0 <= to <= 1):
        raise ValueError(f"the voltage {to} is not between 0.0 and 1.0")
    return float(to)
