# SPDX-License-Identifier: MIT
"""A program that does nothing but look at a pin: the time in which it cannot change is skipped.

adafruit_esp32spi looks at ESP_BUSY thousands of times a second while the radio works. `digitalio`
reports each look; at the desk's speed the program then waits in longer steps, with fewer looks.
"""

from ..clock import MS, Clock
from .pins import Line

# A library's look and its question for the time take less; whoever does more meanwhile is busy.
CLOSE_NS = 100_000
# In a row, before a program counts as waiting; it has seen the pin for a while then.
LOOKS = 20
# So much later at most does a program that waits see that its own time is up.
STEP_NS = MS


class Spin:
    """The looks in a row at one pin."""

    def __init__(self, clock: Clock):
        self._clock = clock
        self._line: Line | None = None
        self._last = 0
        self._looks = 0

    def look(self, line: Line) -> None:
        """The program is about to read this pin."""
        close = line is self._line and self._clock.now - self._last < CLOSE_NS
        self._looks = self._looks + 1 if close else 0
        if self._looks > LOOKS and line.held is None:
            self._clock.wait(max(0, min(STEP_NS, line.quiet_until() - self._clock.now)))
        self._line, self._last = line, self._clock.now
