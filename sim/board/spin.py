# SPDX-License-Identifier: MIT
"""A program that does nothing but look at pins: the time in which they cannot change is skipped.

adafruit_esp32spi looks at ESP_BUSY thousands of times a second while the radio works, and most
programs at the touch panel while nobody touches it. `digitalio` and `analogio` report each look; at
the desk's speed the program then waits in longer steps, with fewer looks.
"""

from ..clock import MS, Clock
from .pins import Line

# From look to look; a library's own work takes less. Whoever does more meanwhile is busy.
CLOSE_NS = 200_000
# In a row, before a program counts as waiting; it has seen the pins for a while then.
LOOKS = 20
# So much later at most does a look come, and a program that waits see that its own time is up.
STEP_NS = MS


class Spin:
    """The looks in a row at pins that stay as they are."""

    def __init__(self, clock: Clock):
        self._clock = clock
        self._last = 0
        self._looks = 0

    def look(self, line: Line) -> None:
        """The program is about to read this pin."""
        now = self._clock.now
        quiet_ns = 0 if line.held is not None else min(STEP_NS, line.quiet_until() - now)
        in_a_row = quiet_ns > 0 and now - self._last < CLOSE_NS
        self._looks = self._looks + 1 if in_a_row else 0
        if self._looks > LOOKS:
            self._clock.wait(quiet_ns)
        self._last = self._clock.now
