# SPDX-License-Identifier: MIT
"""Pulse width modulation: what hangs on the pin feels the average."""

from sim.machine import Machine
from sim.pins import Pin

__all__ = ["PWMOut"]

machine: Machine


class PWMOut:
    """Drives `pin` high for `duty_cycle` of 65535 parts of the time."""

    def __init__(self, pin: Pin, *, duty_cycle: int = 0, frequency: int = 500,
                 variable_frequency: bool = False):
        if not isinstance(pin, Pin):
            raise TypeError("pin must be of type Pin")
        if frequency < 1:
            raise ValueError("Invalid PWM frequency")
        pin.claim()
        self._pin = pin
        self._frequency = frequency
        self._variable = variable_frequency
        self.duty_cycle = duty_cycle

    def __enter__(self) -> "PWMOut":
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        self._pin.release()

    @property
    def duty_cycle(self) -> int:
        return self._duty_cycle

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle: int) -> None:
        if not 0 <= duty_cycle <= 0xFFFF:
            raise ValueError("duty_cycle must be between 0 and 65535 inclusive (16 bit resolution)")
        self._duty_cycle = int(duty_cycle)
        self._pin.level = duty_cycle / 0xFFFF

    @property
    def frequency(self) -> int:
        return self._frequency

    @frequency.setter
    def frequency(self, frequency: int) -> None:
        if not self._variable:
            raise AttributeError("PWM frequency not writable when variable_frequency is False "
                                 "on construction.")
        self._frequency = frequency
