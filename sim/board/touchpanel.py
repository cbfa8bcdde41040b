# SPDX-License-Identifier: MIT
"""A four-wire resistive touch panel: two resistive plates that meet where the stylus presses.

It computes the voltage at each of its four pins from the levels that the program drives the others
to. The portal sets the stylus, in pixels; noise and contact bounce can be added.
"""

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

from ..clock import NEVER, Clock
from .faults import Faults
from .pins import Line

# Readings at the picture's edges, out of 65535: the calibration that Adafruit publishes.
X_READINGS = (9000, 59000)
Y_READINGS = (8000, 57000)
# Resistances in ohms, typical of the data sheets of 2.4–3.5 inch panels.
X_PLATE = 300.0
Y_PLATE = 500.0
CONTACT = 300.0


@dataclass(frozen=True)
class Touch:
    """The stylus: its place in pixels and its pressure, from 0.1 (hardly felt) to 1.0 (firm)."""

    x: float
    y: float
    pressure: float = 1.0


class Plate:
    """A resistive sheet with a pin at either end; `low` is the end that reads near 0."""

    def __init__(self, low: Line, high: Line, resistance: float):
        self.low = low
        self.high = high
        self.resistance = resistance

    def source(self, at: float) -> tuple[float, float] | None:
        """Return (voltage, resistance) seen from the contact at `at`; None if floating."""
        low, high = self.low.level, self.high.level
        below, above = self.resistance * at, self.resistance * (1 - at)
        if low is None:
            return None if high is None else (high, above)
        if high is None:
            return low, below
        return low + (high - low) * at, below * above / self.resistance


class Contact(NamedTuple):
    """The point where the plates meet, as a fraction of either, and the ohms between them."""

    at: dict[Plate, float]
    resistance: float


class TouchPanel:
    """The panel on its four pins; `random` draws its noise, `faults` says what is broken.

    `noise` is the standard deviation of a reading, out of 65535; `bounce_ns` how long a contact
    chatters when it is made and when it is lost. Both are 0 until a test sets them.
    """

    def __init__(self, pins: dict[str, Line], size: tuple[int, int], clock: Clock, random: Random,
                 faults: Faults):
        # The library takes x from the plate between YD and YU, y from the one between XL and XR.
        self.x_plate = Plate(pins["TOUCH_YD"], pins["TOUCH_YU"], Y_PLATE)
        self.y_plate = Plate(pins["TOUCH_XL"], pins["TOUCH_XR"], X_PLATE)
        self.size = size
        self.noise = 0.0
        self.bounce_ns = 0
        self._clock = clock
        self._random = random
        self._faults = faults
        self._touch: Touch | None = None
        self._last: Touch | None = None
        self._steady: Contact | None = None
        self._changed_ns = 0
        self._connect()

    def take_over(self, old: "TouchPanel") -> None:
        """Keep the stylus, noise and bounce of the panel before a reset."""
        self.noise = old.noise
        self.bounce_ns = old.bounce_ns
        self.touch = old.touch

    @property
    def touch(self) -> Touch | None:
        return self._touch

    @touch.setter
    def touch(self, touch: Touch | None) -> None:
        if (touch is None) != (self._touch is None):
            self._changed_ns = self._clock.now
        self._last = self._touch or self._last
        self._touch = touch
        self._steady = self._contact(touch) if touch else None

    def put(self, x: float, y: float, pressure: float) -> None:
        """Put the stylus down, or move it.

        Raises ValueError for a place off the screen, and without pressure.
        """
        if not pressure > 0:
            raise ValueError(f"a pressure of {pressure:g} is no touch: it goes from 0.1 to 1.0")
        across, down = self.size
        self.touch = Touch(on_screen("x", x, across), on_screen("y", y, down), pressure)

    def _connect(self) -> None:
        for plate, other in (self.x_plate, self.y_plate), (self.y_plate, self.x_plate):
            for pin in plate.low, plate.high:
                pin.outside = partial(self._voltage, plate, other)
                pin.quiet_until = self._quiet_until
                pin.condition = lambda: self.touch

    def _quiet_until(self) -> int:
        """Return the time up to which readings cannot change: without flaws, until a touch."""
        if self._touch:
            return 0
        faults = self._faults
        flawed = self.noise or faults.touch_sparks or faults.touch_stuck or faults.touch_readings
        steady_ns = self._changed_ns + self.bounce_ns
        return 0 if flawed or self._clock.now < steady_ns else NEVER

    def _voltage(self, plate: Plate, other: Plate) -> float | None:
        """Return the voltage at a pin that is not driven."""
        if self._faults.touch_readings is not None:
            return self._faults.touch_readings / 65535
        if self._faults.touch_sparks and self._random.random() < self._faults.touch_sparks:
            return self._random.random()
        voltage = self._contact_voltage(plate, other)
        return voltage if voltage is None or not self.noise else self._blurred(voltage)

    def _blurred(self, voltage: float) -> float:
        return min(1.0, max(0.0, voltage + self._random.gauss(0, self.noise) / 65535))

    def _contact_voltage(self, plate: Plate, other: Plate) -> float | None:
        """Return the voltage at the contact, which a pin that carries no current reads."""
        contact = self._contact_now()
        own = plate.source(contact.at[plate] if contact else 0.5)
        across = other.source(contact.at[other]) if contact else None
        if own is None or across is None or contact is None:
            return (own or across or (None,))[0]
        resistance = own[1] + contact.resistance + across[1]
        return own[0] + (across[0] - own[0]) * own[1] / resistance

    def _contact_now(self) -> Contact | None:
        """Return the contact at this moment, with bounce and faults."""
        if self._faults.touch_dead:
            return None
        if self._faults.touch_stuck:
            return self._contact(Touch(*self._faults.touch_stuck))
        if self._clock.now - self._changed_ns >= self.bounce_ns:
            return self._steady
        where = self._touch or self._last
        pressure = self._random.random() ** 2
        if where is None or pressure <= 0.02:
            return None
        return self._contact(Touch(where.x, where.y, pressure))

    def _contact(self, touch: Touch) -> Contact:
        across, down = self.size
        return Contact({self.x_plate: _reading(touch.x, across, X_READINGS) / 65535,
                        self.y_plate: _reading(touch.y, down, Y_READINGS) / 65535},
                       CONTACT / touch.pressure)


def on_screen(axis: str, pixel: float, size: int) -> float:
    """Return the pixel. Raises ValueError if a screen of this size has none such."""
    if not 0 <= pixel <= size - 1:
        raise ValueError(f"{axis} {pixel:g} is off the screen: it goes from 0 to {size - 1}")
    return pixel


def _reading(pixel: float, size: int, ends: tuple[int, int]) -> float:
    """Return the reading at a pixel's middle, which adafruit_touchscreen maps back to it."""
    low, high = ends
    return low + (high - low) * min(max((pixel + 0.5) / (size - 1), 0.0), 1.0)
