# SPDX-License-Identifier: MIT
"""Keys at the inputs of shift registers, which are read one bit per clock pulse."""

from collections.abc import Sequence
from typing import Any

from ...board.pins import Pin
from ...machine import Machine
from ...native.arguments import int_min

machine: Machine
_scanner: Any = machine.hardware("keypad.scanner")


class ShiftRegisterKeys(_scanner.Scanner):  # type: ignore[misc]
    """Several registers share clock and latch and have a data pin and a number of keys each."""

    def __init__(self, *, clock: Pin, data: Pin | Sequence[Pin], latch: Pin,
                 value_to_latch: bool = True, key_count: int | Sequence[int],
                 value_when_pressed: bool, interval: float = 0.02, max_events: int = 64,
                 debounce_threshold: int = 1):
        self._check(interval, max_events, debounce_threshold)
        pins, counts = _several(data), _several(key_count)
        if len(counts) != len(pins):
            raise ValueError("key_count length must match data length")
        self._counts = [int_min(count, 1, "key_count") for count in counts]
        self._claim_all([("clock", clock), ("latch", latch), *(("data", pin) for pin in pins)])
        self._latched, self._pressed = float(bool(value_to_latch)), bool(value_when_pressed)
        self._pins[0].drive(0.0)
        self._pins[1].drive(1 - self._latched)
        self._start(sum(self._counts))

    def _states(self) -> list[bool]:
        """All data pins are read, then the clock pulses, as often as the longest register needs."""
        clock, latch, *data = self._pins
        latch.drive(self._latched)
        read: list[list[bool]] = [[] for _ in data]
        for place in range(max(self._counts)):
            for pin, count, states in zip(data, self._counts, read, strict=True):
                if place < count:
                    states.append(pin.high == self._pressed)
            clock.drive(1.0)
            clock.drive(0.0)
        latch.drive(1 - self._latched)
        return [state for states in read for state in states]


def _several(given: Any) -> Sequence[Any]:
    """A single register's pin or number of keys need not be in a sequence."""
    return given if isinstance(given, (tuple, list)) else [given]
