# SPDX-License-Identifier: MIT
"""pulseio: measures the lengths of pulses at a pin, and sends pulses of a carrier wave.

Source: `common-hal/pulseio` of atmel-samd. Lengths are in microseconds, 16 bits.
"""

from collections import deque
from typing import Any

from ....clock import MS
from ..heap import allocate
from ..native.arguments import buffer, position, word
from ..native.classes import Listener, Pin, PinOwner
from . import machine
from .pwmio import PWMOut

__all__ = ["PulseIn", "PulseOut"]

LONGEST = 0xFFFF
US = MS // 1000
# PulseIn's timer counts microseconds in 16 bits. It gives up when the timer has overflowed more
# often than this since the first pulse.
OVERFLOW_NS, OVERFLOWS = 0x10000 * US, 15
# PulseOut's timer makes 3 ticks in 4 microseconds, in 16 bits too.
TICKS, TICK_NS = 0x10000, 4 * US / 3


class PulseIn(Listener):
    """The lengths of the last `maxlen` pulses. After `resume`, the first one is an active one."""

    __hash__ = __iter__ = None  # type: ignore[assignment]

    def __init__(self, pin: Pin, maxlen: int = 2, idle_state: bool = False):
        size, self._idle = word(maxlen) & 0xFFFF, bool(idle_state)
        self._listen(machine.pins.interrupts, pin=pin)
        line = self._claimed()
        self._pulses: deque[int] = deque(maxlen=self._place(size))
        self._slow = False
        self._began = machine.clock.now
        self._start()
        line.watchers.append(self._look)

    def _place(self, size: int) -> int:
        """Take the buffer from the heap. The firmware gets none for no pulses."""
        try:
            if not size:
                raise MemoryError("memory allocation failed, allocating 0 bytes")
            allocate(2 * size)
        except MemoryError:
            self.deinit()
            raise
        return size

    def _start(self) -> None:
        self._edge: int | None = None
        self._paused = False
        self._high = self._claimed().high

    @property
    def maxlen(self) -> int:
        self._claimed()
        return self._pulses.maxlen or 0

    @property
    def paused(self) -> bool:
        self._claimed()
        return self._paused

    def pause(self) -> None:
        self._claimed()
        self._paused = True

    def resume(self, trigger_duration: int = 0) -> None:
        """Go on measuring, after an active pulse of `trigger_duration` that the pin sends itself.

        A trigger takes the pin's pull away.
        """
        self.pause()
        duration = word(trigger_duration) & 0xFFFF
        if duration:
            self._trigger(duration)
        self._slow = False
        self._start()

    def _trigger(self, duration: int) -> None:
        line = self._claimed()
        line.pull = None
        line.drive(float(not self._idle))
        machine.clock.advance(duration * US)
        line.drive(float(self._idle))
        line.drive(None)

    def clear(self) -> None:
        self._claimed()
        self._pulses.clear()

    def popleft(self) -> int:
        self._claimed()
        if not self._pulses:
            raise IndexError("pop from empty PulseIn")
        if self._slow:
            self._slow = False
            raise RuntimeError("Input taking too long")
        return self._pulses.popleft()

    def __bool__(self) -> bool:
        return len(self) > 0

    def __len__(self) -> int:
        self._claimed()
        return len(self._pulses)

    def __getitem__(self, index: Any) -> int:
        return self._pulses[self._position(index)]

    def __setitem__(self, index: Any, _: Any) -> None:
        self._position(index)
        raise AttributeError("Read-only")

    def __delitem__(self, index: Any) -> None:
        self[index] = None

    def _position(self, index: Any) -> int:
        return position(index, len(self), type(self).__name__)

    def _look(self) -> None:
        """Note the edge if the pin has changed: of the first pulse after a start, or another."""
        before, self._high = self._high, self._claimed().high
        if self._paused or self._high == before:
            return
        machine.spin.act()
        now = machine.clock.now
        overflows = (now - self._began) // OVERFLOW_NS
        if not self._pulses:
            self._first = overflows
        if self._edge is not None:
            self._measure((now - self._edge) // US, overflows)
        elif self._high == self._idle:
            return
        self._edge = now

    def _measure(self, length: int, overflows: int) -> None:
        if overflows - self._first > OVERFLOWS:
            self._slow = self._paused = True
        else:
            self._pulses.append(min(length, LONGEST))


class PulseOut(PinOwner):
    """Sends pulses of a carrier wave; between them the pin is low."""

    _carrier: PWMOut | None = None

    def __init__(self, pin: Pin, *, frequency: int = 38_000, duty_cycle: int = 1 << 15):
        self._duty = word(duty_cycle) & 0xFFFF
        self._carrier = PWMOut(pin, duty_cycle=0, frequency=frequency)

    def deinit(self) -> None:
        if self._carrier:
            self._carrier.deinit()

    def send(self, pulses: Any) -> None:
        """Send an array of lengths, of active and idle ones in turn."""
        carrier = self._carrier
        assert carrier
        carrier.duty_cycle = 0
        data = buffer(pulses)
        if isinstance(pulses, str) or memoryview(pulses).format != "H":
            raise TypeError("Array must contain halfwords (type 'H')")
        for place, length in enumerate(data.cast("H")):
            carrier.duty_cycle = 0 if place % 2 else self._duty
            machine.clock.wait(round((length * 3 // 4 or TICKS) * TICK_NS))
        carrier.duty_cycle = 0
