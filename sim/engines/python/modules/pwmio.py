# SPDX-License-Identifier: MIT
"""pwmio: pulse width modulation; a part on the pin gets the average voltage."""

from ....board.timers import CLOCK_HZ, Output, Timers, check_frequency, period
from ....clock import SECOND
from ..native.arguments import int_range, word
from ..native.classes import Pin, PinOwner
from . import machine

__all__ = ["PWMOut"]

BACKLIGHT_HZ = 50_000
# The time that a statement takes to set a duty cycle and read it.
READING_NS = 50_000
_timers = Timers()


class PWMOut(PinOwner):
    """Drives `pin` high for `duty_cycle` of 65535 parts of the time.

    A timer counts to `_top`, and the pin is high for the first `_high` counts. A TC takes another
    number of these at the end of its period, and tells the one before until then.
    """

    _timer: Output | None = None
    _prescaler = _high = _high_before = _due = 0

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
        is_late = machine.clock.now + READING_NS >= self._due
        high = self._high if is_late else self._high_before
        return high * 0xFFFF // self._top & 0xFFFF

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle: int) -> None:
        pin = self._claimed()
        self._duty_cycle = int_range(duty_cycle, 0, 0xFFFF, "duty_cycle")
        self._count()
        pin.drive(duty_cycle / 0xFFFF)

    def _count(self) -> None:
        """Let the timer count as frequency and duty cycle ask for."""
        assert self._timer
        now = machine.clock.now
        if now >= self._due:
            self._high_before = self._high
        prescaler, self._top = period(self._timer, self._frequency)
        if prescaler != self._prescaler:
            self._prescaler, self._began = prescaler, now
        self._high = self._top * self._duty_cycle // 0xFFFF
        if self._timer[0] == "TC":
            length = SECOND * self._prescaler * (self._top + 1) // CLOCK_HZ
            self._due = now + length - (now - self._began) % length

    @property
    def frequency(self) -> int:
        self._claimed()
        return CLOCK_HZ // self._prescaler // (self._top + 1)

    @frequency.setter
    def frequency(self, frequency: int) -> None:
        self._claimed()
        if not self._variable:
            raise AttributeError("Invalid variable_frequency")
        check_frequency(word(frequency))
        self._frequency = frequency
        self._count()


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
