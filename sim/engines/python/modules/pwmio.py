# SPDX-License-Identifier: MIT
"""pwmio: pulse width modulation; a part on the pin gets the average voltage."""

from ....board.timers import Output, Timers, check_frequency
from ..native.arguments import int_range, word
from ..native.classes import Pin, PinOwner

__all__ = ["PWMOut"]

BACKLIGHT_HZ = 50_000
_timers = Timers()


class PWMOut(PinOwner):
    """Drives `pin` high for `duty_cycle` of 65535 parts of the time."""

    _timer: Output | None = None

    def __init__(self, pin: Pin, *, duty_cycle: int = 0, frequency: int = 500,
                 variable_frequency: bool = False):
        duty = word(duty_cycle) & 0xFFFF
        self._frequency = word(frequency)
        self._variable = bool(variable_frequency)
        self._start_timer(self._claim_one(pin).chip_name)
        self.duty_cycle = duty

    def _start_timer(self, pin: str) -> None:
        try:
            self._timer = _timers.claim(pin, self._frequency, self._variable)
        except (ValueError, RuntimeError):
            self.deinit()
            raise

    def deinit(self) -> None:
        """Release the pin and its timer. Later calls do nothing."""
        super().deinit()
        timer, self._timer = self._timer, None
        if timer:
            _timers.release(timer)

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
            raise AttributeError("Invalid variable_frequency")
        check_frequency(word(frequency))
        self._frequency = frequency


class Backlight(PWMOut):
    """The output for Blinka's display, which sets the duty cycle as a float."""

    def _start_timer(self, pin: str) -> None:
        self._frequency = BACKLIGHT_HZ
        super()._start_timer(pin)

    @property  # type: ignore[override]
    def duty_cycle(self) -> float:
        return self._claimed().voltage() * 0xFFFF

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle: float) -> None:
        self._claimed().drive(duty_cycle / 0xFFFF)
