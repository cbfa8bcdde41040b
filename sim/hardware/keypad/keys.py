# SPDX-License-Identifier: MIT
"""Keys with a pin each."""

from collections.abc import Sequence
from typing import Any

from ...board.pins import Pin
from ...machine import Machine

machine: Machine
_scanner: Any = machine.hardware("keypad.scanner")


class Keys(_scanner.Scanner):  # type: ignore[misc]
    """A key is pressed while its pin reads `value_when_pressed`; `pull` holds it at the other."""

    def __init__(self, pins: Sequence[Pin], *, value_when_pressed: bool, pull: bool = True,
                 interval: float = 0.02, max_events: int = 64, debounce_threshold: int = 1):
        self._check(interval, max_events, debounce_threshold)
        self._value_when_pressed = bool(value_when_pressed)
        self._claim_all(("pins", pin) for pin in pins)
        if not self._pins:
            raise ValueError("pins length must be >= 1")
        for pin in self._pins:
            pin.pull = float(not value_when_pressed) if pull else None
        self._start(len(self._pins))

    def _states(self) -> list[bool]:
        return [pin.high == self._value_when_pressed for pin in self._pins]
