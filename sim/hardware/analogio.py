# SPDX-License-Identifier: MIT
"""Analogue pins: a 12-bit ADC whose readings are stretched to 16 bits, and the DAC."""

from sim.machine import Machine
from sim.pins import ADC_PINS, DAC_PINS, Pin

__all__ = ["AnalogIn", "AnalogOut"]

machine: Machine

SETUP_NS = 20_000
CONVERSION_NS = 20_000


class _Analog:
    def __init__(self, pin: Pin, capable: frozenset[str]):
        if not isinstance(pin, Pin):
            raise TypeError("pin must be of type Pin")
        if pin.chip_name not in capable:
            raise ValueError("Invalid pin")
        pin.claim()
        machine.clock.advance(SETUP_NS)
        self._pin: Pin | None = pin

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        if self._pin:
            self._pin.release()
            self._pin = None

    def _claimed(self) -> Pin:
        if self._pin is None:
            raise ValueError("Object has been deinitialized and can no longer be used. "
                             "Create a new object.")
        return self._pin


class AnalogIn(_Analog):
    """`value` is 0–65535 of `reference_voltage`."""

    reference_voltage = 3.3

    def __init__(self, pin: Pin):
        super().__init__(pin, ADC_PINS)

    def __enter__(self) -> "AnalogIn":
        return self

    @property
    def value(self) -> int:
        machine.clock.advance(CONVERSION_NS)
        reading = round(self._claimed().voltage() * 4095)
        return reading << 4 | reading >> 8


class AnalogOut(_Analog):
    """`value` 0–65535 drives the pin, in the DAC's 12 bits."""

    def __init__(self, pin: Pin):
        super().__init__(pin, DAC_PINS)

    def __enter__(self) -> "AnalogOut":
        return self

    def _set_value(self, value: int) -> None:
        if not 0 <= value <= 65535:
            raise ValueError("AnalogOut is only 16 bits. Value must be less than 65536.")
        self._claimed().level = (value >> 4) / 4095

    value = property(None, _set_value)
