# SPDX-License-Identifier: MIT
"""Key events, and the queue that a scanner fills and a program empties."""

from collections import deque

from ...machine import Machine
from ...native.arguments import int_range, of_type, word

__all__ = ["Event", "EventQueue"]

machine: Machine


class Event:
    """`timestamp` is in `supervisor.ticks_ms`; it does not count when events are compared."""

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int | None = None):
        self._key_number = int_range(key_number, 0, 0xFFFF, "key_number")
        self._pressed = bool(pressed)
        if timestamp is None:
            timestamp = machine.hardware("supervisor").ticks_ms()
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
    """The oldest event comes first. When it is full, new ones are lost."""

    _events: deque[Event]
    _room: int
    _overflowed: bool

    def __init__(self) -> None:
        raise TypeError("cannot create 'EventQueue' instances")

    @property
    def overflowed(self) -> bool:
        """Whether an event was lost; `clear` forgets it."""
        return self._overflowed

    def get(self) -> Event | None:
        machine.clock.advance(2_000)
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
        if len(self._events) < self._room:
            self._events.append(event)
        else:
            self._overflowed = True


def queue(room: int) -> EventQueue:
    made = object.__new__(EventQueue)
    made._events, made._room, made._overflowed = deque(), room, False
    return made
