# SPDX-License-Identifier: MIT
"""keypad: keys that are scanned in the background, and the queue of their events.

Source: `shared-module/keypad`.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any

from ....clock import MS, SECOND
from ..native.arguments import int_min, int_range, of_type, word
from ..native.classes import Pin, PinOwner
from . import machine
from .supervisor import TICKS_PERIOD, TICKS_START, ticks_ms

__all__ = ["Event", "EventQueue", "Keys"]
ON_FIRMWARE = ["KeyMatrix", "ShiftRegisterKeys"]


class Event:
    """A key was pressed or released; `timestamp`, in `supervisor.ticks_ms`, is not compared."""

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int | None = None):
        self._key_number = int_min(key_number, 0, "key_number") & 0xFFFF
        self._pressed = bool(pressed)
        if timestamp is None:
            timestamp = ticks_ms()
        self._timestamp = word(timestamp)

    @property
    def key_number(self) -> int:
        return self._key_number

    @property
    def pressed(self) -> bool:
        return self._pressed

    @property
    def released(self) -> bool:
        return not self._pressed

    @property
    def timestamp(self) -> int:
        return self._timestamp

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and hash(self) == hash(other)

    def __hash__(self) -> int:
        return self._key_number << 1 | self._pressed

    def __repr__(self) -> str:
        way = "pressed" if self._pressed else "released"
        return f"<Event: key_number {self._key_number} {way}>"


class EventQueue:
    """Events, oldest first; when the queue is full, new events are lost."""

    __hash__ = None  # type: ignore[assignment]
    _events: deque[Event]
    _max_events: int
    _overflowed: bool

    def __init__(self) -> None:
        raise TypeError("can't create 'EventQueue' instances")

    @property
    def overflowed(self) -> bool:
        """Whether an event was lost since the last `clear`."""
        return self._overflowed

    def get(self) -> Event | None:
        machine.clock.advance(2_000)
        machine.spin.rest()
        return self._events.popleft() if self._events else None

    def get_into(self, event: Event) -> bool:
        of_type(event, Event, "event")
        taken = self.get()
        if taken is None:
            return False
        vars(event).update(vars(taken))
        return True

    def clear(self) -> None:
        self._events.clear()
        self._overflowed = False

    def __bool__(self) -> bool:
        return bool(self._events)

    def __len__(self) -> int:
        return len(self._events)

    def _record(self, event: Event) -> None:
        machine.spin.act()
        if len(self._events) < self._max_events:
            self._events.append(event)
        else:
            self._overflowed = True


def _queue(max_events: int) -> EventQueue:
    made = object.__new__(EventQueue)
    made._events, made._max_events, made._overflowed = deque(), max_events, False
    return made


TICKS_A_SECOND = 1024


class Keys(PinOwner):
    """Keys on a pin each, pressed at `value_when_pressed`; `pull` holds the other value.

    They are scanned in time and debounced: `debounce_threshold` scans in a row show a change.
    """

    def __init__(self, pins: Sequence[Pin], *, value_when_pressed: bool, pull: bool = True,
                 interval: float = 0.02, max_events: int = 64, debounce_threshold: int = 1):
        self._check(interval, max_events, debounce_threshold)
        self._value_when_pressed = bool(value_when_pressed)
        _check_row(pins)
        self._claim_all(("pins", pin) for pin in pins)
        for pin in self._pins:
            pin.pull = float(not value_when_pressed) if pull else None
        # A key that is pressed already gives no event.
        self._counters = [0] * len(self._pins)
        self._scan()
        machine.clock.at(machine.clock.now + self._period, self._tick)

    def _check(self, interval: float, max_events: int, debounce_threshold: int) -> None:
        """Check the arguments before any pin is claimed."""
        if not isinstance(interval, (int, float)):
            raise TypeError(f"interval must be of type float, not {type(interval).__name__}")
        if interval < 0:
            raise ValueError("interval must be >= 0")
        self._period = max(1, int(interval * TICKS_A_SECOND)) * SECOND // TICKS_A_SECOND
        self._queue = _queue(int_min(max_events, 1, "max_events"))
        self._threshold = int_range(debounce_threshold, 1, 127, "debounce_threshold")

    @property
    def key_count(self) -> int:
        self._claimed()
        return len(self._pins)

    @property
    def events(self) -> Any:
        self._claimed()
        return self._queue

    def reset(self) -> None:
        """Count all keys as released, so that a pressed key gives an event."""
        self._claimed()
        self._counters = [-self._threshold] * len(self._pins)
        self._scan()

    def _tick(self) -> None:
        if self._pins:
            self._scan()
            machine.clock.at(machine.clock.now + self._period, self._tick)

    def _scan(self) -> None:
        """Read the keys. Scans are events of the clock, so this must not advance it."""
        now = (TICKS_START + machine.clock.now // MS) % TICKS_PERIOD
        for key, pin in enumerate(self._pins):
            pressed = pin.high == self._value_when_pressed
            if self._changed(key, pressed):
                self._queue._record(Event(key, pressed, now))

    def _changed(self, key: int, pressed: bool) -> bool:
        """Count to 0, from -threshold for a press, from +threshold for a release."""
        step = 1 if pressed else -1
        if self._counters[key] == step * self._threshold:
            return False
        self._counters[key] += step
        if self._counters[key]:
            return False
        self._counters[key] = step * self._threshold
        return True


def _check_row(pins: Sequence[Pin]) -> None:
    """Check the pins of a row of keys, in the words of the firmware."""
    for pin in pins:
        of_type(pin, Pin, "object in row_pins")
    if len(set(pins)) < len(pins):
        raise TypeError("row_pins contains duplicate pins")
