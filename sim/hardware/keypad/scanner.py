# SPDX-License-Identifier: MIT
"""What all kinds of keys share: timed scans, debouncing, the queue of events.

Source: `shared-module/keypad/__init__.c`.
"""

from typing import Any

from ...board.pins import Part
from ...clock import MS, SECOND
from ...machine import Machine
from ...native.arguments import int_min, int_range, number

machine: Machine
_events: Any = machine.hardware("keypad.events")
_supervisor: Any = machine.hardware("supervisor")

TICKS_A_SECOND = 1024


class Scanner(Part):
    """A subclass claims its pins, calls `_start` and provides `_states`: True for a pressed key.

    A key has changed when that many scans in a row, `debounce_threshold`, have shown it.
    """

    _key_count: int

    def _check(self, interval: float, max_events: int, debounce_threshold: int) -> None:
        """Check the arguments before any pin is claimed."""
        if number(interval) < 0:
            raise ValueError("interval must be >= 0")
        self._period = max(1, int(interval * TICKS_A_SECOND)) * SECOND // TICKS_A_SECOND
        self._queue = _events.queue(int_min(max_events, 1, "max_events"))
        self._threshold = int_range(debounce_threshold, 1, 127, "debounce_threshold")

    def _start(self, key_count: int) -> None:
        self._key_count = key_count
        self._counters = [-self._threshold] * key_count
        self._scan()
        machine.clock.at(machine.clock.now + self._period, self._tick)

    @property
    def key_count(self) -> int:
        self._claimed()
        return self._key_count

    @property
    def events(self) -> Any:
        self._claimed()
        return self._queue

    def reset(self) -> None:
        """All keys count as released, so that one that is pressed gives an event at once."""
        self._claimed()
        self._counters = [-1] * self._key_count
        self._scan()

    def _states(self) -> list[bool]:
        """A clock's event takes no time, so this must not move the clock."""
        raise NotImplementedError

    def _tick(self) -> None:
        if self._pins:
            self._scan()
            machine.clock.at(machine.clock.now + self._period, self._tick)

    def _scan(self) -> None:
        now = (_supervisor.TICKS_START + machine.clock.now // MS) % _supervisor.TICKS_PERIOD
        for key, pressed in enumerate(self._states()):
            if self._changed(key, pressed):
                self._queue._record(_events.Event(key, pressed, now))

    def _changed(self, key: int, pressed: bool) -> bool:
        """Counts to 0 from -threshold for a press, from +threshold for a release."""
        step = 1 if pressed else -1
        if self._counters[key] == step * self._threshold:
            return False
        self._counters[key] += step
        if self._counters[key]:
            return False
        self._counters[key] = step * self._threshold
        return True
