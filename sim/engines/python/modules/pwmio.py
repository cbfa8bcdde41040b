# SPDX-License-Identifier: MIT
"""pwmio: pulse width modulation; a part on the pin gets the average voltage."""

from ..native.arguments import int_range, word
from ..native.parts import Part, Pin

__all__ = ["PWMOut"]

# The fastest that a timer of a SAMD51 goes (source: `common-hal/pwmio/PWMOut.c`).
FASTEST_HZ = 6_000_000


class PWMOut(Part):
    """Drives `pin` high for `duty_cycle` of 65535 parts of the time."""

    def __init__(self, pin: Pin, *, duty_cycle: int = 0, frequency: int = 500,
                 variable_frequency: bool = False):
        duty = int_range(duty_cycle, 0, 0xFFFF, "duty_cycle")
        self._frequency = _checked(frequency)
        self._variable = bool(variable_frequency)
        self._claim(pin=pin)
        self.duty_cycle = duty

    @property
    def duty_cycle(self) -> int:
        self._claimed()
        return self._duty_cycle

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle: int) -> None:
        pin = self._claimed()
        self._duty_cycle = int_range(duty_cycle, 0, 0xFFFF, "duty_cycle")
        pin.drive(duty_cycle / 0xFFFF)

    @property
    def frequency(self) -> int:
        self._claimed()
        return self._frequency

    @frequency.setter
    def frequency(self, frequency: int) -> None:
        self._claimed()
        if not self._variable:
            raise AttributeError("PWM frequency not writable when variable_frequency is False "
                                 "on construction.")
        self._frequency = _checked(frequency)


class Backlight(PWMOut):
    """The output for Blinka's display, which sets the duty cycle as a float."""

    @property  # type: ignore[override]
    def duty_cycle(self) -> float:
        return self._claimed().voltage() * 0xFFFF

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle: float) -> None:
        self._claimed().drive(duty_cycle / 0xFFFF)


def _checked(frequency: int) -> int:
    if not 1 <= word(frequency) <= FASTEST_HZ:
        raise ValueError("Invalid frequency")
    return frequency
