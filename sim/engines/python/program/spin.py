# SPDX-License-Identifier: MIT
"""Skips the idle turns of a loop that polls pins or the time.

adafruit_esp32spi polls ESP_BUSY thousands of times a second while the radio works, and most
programs poll the touch panel or the clock. The polled modules report each look. After some looks
that find nothing new, time passes in larger steps, so that there are fewer. A loop that counts its
iterations, or changes anything else, runs every one of them.
"""

import sys
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from ....board.pins import Line
from ....clock import MS, Clock
from ..compiler.runtime import BEAT

# The longest time between two looks of a polling loop. A program that takes longer is busy.
CLOSE_NS, TIMED_CLOSE_NS = 200_000, 500_000
# Looks in a row after which a program counts as waiting.
LOOKS = 20
# Its variables are compared once every OFTEN looks, and while it waits once every SELDOM.
OFTEN, SELDOM = 10, 200
# A program that also polls the time is delayed by STEP_NS at most. Another one is delayed by the
# PARTth part of the time that it has waited, up to LONGEST_NS.
STEP_NS, LONGEST_NS, PART = MS, 16 * MS, 32
PLAIN = frozenset([bool, int, float, str, bytes, type(None)])
# Types of values by which no program counts.
FIXED = frozenset([BuiltinFunctionType, FunctionType, MethodType, ModuleType, type])
# The number of items at the end of a list, or the like, that are compared, besides its length.
MANY = 32


class Spin:
    """Counts looks in a row at unchanging pins and at the time, and then lets time pass.

    With `timed`, a program only counts as waiting while its variables stay the same too.
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
        """Note that the program is about to read this pin."""
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
        """Note that the program is about to read the time in milliseconds.

        If it also looks at pins, time passes there.
        """
        clock = self._clock
        if clock.stands_still:
            return
        self._asked = clock.now
        if self._is_idle(not self._timed or self._is_same_place()) and not self._saw_pins:
            clock.wait(MS - clock.now % MS)
        self._last, self._saw_pins = clock.now, False

    def ask_exactly(self) -> None:
        """Note that the program is about to read the time in units that differ at each look."""
        if not self._clock.stands_still:
            self._asked = self._clock.now

    def _step(self) -> int:
        now = self._clock.now
        if now - self._asked < STEP_NS + self._close_ns:
            return STEP_NS
        return max(STEP_NS, min(LONGEST_NS, (now - self._began) // PART))

    def _is_same_place(self) -> bool:
        """Tell whether the program reads the time at the same place as before."""
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
        """Start to count anew if the program's variables have changed."""
        before, self._state = self._state, _state(_programs())
        if self._state != before:
            self._looks = 0


def _programs() -> FrameType | None:
    """Return the frame in which the program looks: only its builtins have the heartbeat."""
    frame: FrameType | None = sys._getframe(3)
    while frame is not None and BEAT not in frame.f_builtins:
        frame = frame.f_back
    return frame


def _state(frame: FrameType | None) -> list[Any]:
    """Return the numbers and texts in the program's variables, and in lists and the like there."""
    spaces: dict[int, dict[str, Any]] = {}
    programs = frame and frame.f_builtins
    while frame is not None and frame.f_builtins is programs:
        own = getattr(frame.f_locals.get("self"), "__dict__", {})
        spaces |= {id(space): space for space in (frame.f_locals, frame.f_globals, own)}
        frame = frame.f_back
    return [value if type(value) in PLAIN else _plain(value)
            for space in spaces.values() for value in space.values() if type(value) not in FIXED]


def _plain(value: Any) -> Any:
    """Return the length, and the last numbers and texts, of a list or the like."""
    if isinstance(value, dict):
        value = [*dict.items(value)]
    if type(value) in (list, tuple, bytearray):
        return len(value), [item for item in value[-MANY:] if type(item) in PLAIN or
                            type(item) is tuple]
    return None
