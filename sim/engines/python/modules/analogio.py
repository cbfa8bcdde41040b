# SPDX-License-Identifier: MIT
"""analogio: a 12-bit ADC whose readings are scaled to 16 bits, and the DAC."""

from typing import Any

from ....board.pins import ADC_PINS, DAC_PINS
from ..native.arguments import int_range
from ..native.classes import Pin, PinOwner
from . import machine

__all__ = ["AnalogIn", "AnalogOut"]

SETUP_NS = 20_000
CONVERSION_NS = 20_000


class _Analog(PinOwner):
    def _connect(self, pin: Any, capable: frozenset[str]) -> None:
        if self._claim_one(pin).chip_name not in capable:
            self.deinit()
            raise ValueError("Invalid pin")
        machine.clock.advance(SETUP_NS)
        machine.spin.rest()


class AnalogIn(_Analog):
    """An analogue input, whose `value` is 0–65535 of `reference_voltage`."""

    def __init__(self, pin: Pin):
        self._connect(pin, ADC_PINS)

    @property
    def reference_voltage(self) -> float:
        self._claimed()
        return 3.3

    @property
    def value(self) -> int:
        pin = self._claimed()
        machine.clock.advance(CONVERSION_NS)
        machine.spin.look(pin)
        reading = round(pin.voltage() * 4095)
        return reading << 4 | reading >> 8


class AnalogOut(_Analog):
    """An analogue output, driven by `value`, 0–65535 in the DAC's 12 bits; it cannot be read."""

    def __init__(self, pin: Pin):
        self._connect(pin, DAC_PINS)

    def _set_value(self, value: int) -> None:
        pin = self._claimed()
        pin.drive((int_range(value, 0, 65535, "value") >> 4) / 4095)

    value = property(None, _set_value)
