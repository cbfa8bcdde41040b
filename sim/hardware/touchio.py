# SPDX-License-Identifier: MIT
"""Capacitive touch on a pin: touched while something outside holds the pin high."""

from sim.machine import Machine
from sim.pins import Pin

__all__ = ["TouchIn"]

machine: Machine

IDLE_READING, TOUCHED_READING = 900, 3000


class TouchIn:
    """`threshold` starts 100 above the idle reading, as on the device."""

    def __init__(self, pin: Pin, pull: object = None):
        if not isinstance(pin, Pin):
            raise TypeError("pin must be of type Pin")
        pin.claim()
        self._pin = pin
        self.threshold = IDLE_READING + 100

    def __enter__(self) -> "TouchIn":
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        self._pin.release()

    @property
    def raw_value(self) -> int:
        machine.clock.advance(1_000_000)
        return TOUCHED_READING if self._pin.voltage() > 0.5 else IDLE_READING

    @property
    def value(self) -> bool:
        return self.raw_value > self.threshold
