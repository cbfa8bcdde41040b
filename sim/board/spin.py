# SPDX-License-Identifier: MIT
"""A program that does nothing but look at pins, or at the time: what cannot change is skipped.

adafruit_esp32spi looks at ESP_BUSY thousands of times a second while the radio works, and most
programs at the touch panel while nobody touches it, or at the clock until something is due. The
modules that are looked at report each look; then the program waits for longer, with fewer looks.
Who counts them, or does anything else of which a trace is left, makes every one.
"""

import builtins
import sys
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from ..clock import MS, Clock
from .pins import Line

# From look to look; a library's own work takes less. Whoever does more meanwhile is busy.
CLOSE_NS, TIMED_CLOSE_NS = 200_000, 500_000
# In a row, before a program counts as waiting; it has seen the pins for a while then.
LOOKS = 20
# After so many of them its variables are compared, and later, while it waits.
OFTEN, SELDOM = 10, 200
# So much later at most does a program that looks at the time see that its own is up. One that does
# not is left alone for a part of the time that it has waited, up to the longest.
STEP_NS, LONGEST_NS, PART = MS, 16 * MS, 32
PLAIN = frozenset([bool, int, float, str, bytes, type(None)])
# What a variable has that no program counts with.
FIXED = frozenset([BuiltinFunctionType, FunctionType, MethodType, ModuleType, type])
HOSTS = vars(builtins)
# Of a list or the like so many items are compared, the last ones, and how many there are.
MANY = 32


class Spin:
    """The looks in a row at pins that stay as they are, and at the time. If it is `timed`, a
    program waits only while its variables stay as they are too: the board would make every look.
    """

    def __init__(self, clock: Clock, timed: bool):
        self._clock = clock
        self._timed = timed
        self._close_ns = TIMED_CLOSE_NS if timed else CLOSE_NS
        self._began = self._last = self._asked = 0
        self._looks = 0
        self._saw_pins = False
        self._state: list[Any] = []
        self._place: tuple[Any, ...] | None = None

    def look(self, line: Line) -> None:
        """The program is about to read this pin."""
        clock = self._clock
        if clock.stands_still:
            return
        quiet_until = 0 if line.held is not None else line.quiet_until()
        if self._is_idle(quiet_until > clock.now):
            quiet_ns = quiet_until - clock.now
            clock.wait(min(self._step(), quiet_ns),
                       lambda: line.held is None and line.quiet_until() > clock.now)
        self._last, self._saw_pins = clock.now, True

    def ask(self) -> None:
        """The program is about to read the time in milliseconds. If it looks at pins in between, it
        waits there.
        """
        clock = self._clock
        if clock.stands_still:
            return
        self._asked = clock.now
        if self._is_idle(not self._timed or self._is_same_place()) and not self._saw_pins:
            clock.wait(MS - clock.now % MS)
        self._last, self._saw_pins = clock.now, False

    def ask_exactly(self) -> None:
        """The program is about to read the time, and every look at it is another."""
        if not self._clock.stands_still:
            self._asked = self._clock.now

    def _step(self) -> int:
        now = self._clock.now
        if now - self._asked < STEP_NS + self._close_ns:
            return STEP_NS
        return max(STEP_NS, min(LONGEST_NS, (now - self._began) // PART))

    def _is_same_place(self) -> bool:
        """Whether the program asks where it asked before."""
        frame = _programs()
        before, self._place = self._place, frame and (frame.f_code, frame.f_lasti)
        return self._place == before

    def _is_idle(self, quiet: bool) -> bool:
        now = self._clock.now
        if not quiet or now - self._last >= self._close_ns:
            self._began, self._looks = now, 0
            return False
        self._looks += 1
        if self._timed and self._looks % (OFTEN if self._looks <= LOOKS else SELDOM) == 0:
            self._compare()
        return self._looks > LOOKS

    def _compare(self) -> None:
        """With what they were; if they have changed it does not wait."""
        before, self._state = self._state, _state(_programs())
        if self._state != before:
            self._looks = 0


def _programs() -> FrameType | None:
    """The frame in which the program looks: it has builtins of its own."""
    frame: FrameType | None = sys._getframe(3)
    while frame is not None and frame.f_builtins is HOSTS:
        frame = frame.f_back
    return frame


def _state(frame: FrameType | None) -> list[Any]:
    """Numbers and texts that the program has in its variables, and in lists and the like there."""
    spaces: dict[int, dict[str, Any]] = {}
    programs = frame and frame.f_builtins
    while frame is not None and frame.f_builtins is programs:
        own = getattr(frame.f_locals.get("self"), "__dict__", {})
        spaces |= {id(space): space for space in (frame.f_locals, frame.f_globals, own)}
        frame = frame.f_back
    return [value if type(value) in PLAIN else _plain(value)
            for space in spaces.values() for value in space.values() if type(value) not in FIXED]


def _plain(value: Any) -> Any:
    """Numbers and texts in it."""
    if isinstance(value, dict):
        value = [*dict.items(value)]
    if type(value) in (list, tuple, bytearray):
        return len(value), [item for item in value[-MANY:] if type(item) in PLAIN or
                            type(item) is tuple]
    return None
