# SPDX-License-Identifier: MIT
"""What the stand-ins of the built-in modules share: a clock, a finger, and what was played.

They are as small as the firmware's use of them allows: no picture comes of them, no sound, and no
time passes but by sleeping. What a part of the real board holds in memory, its stand-in holds too.
"""


class PowerCut(BaseException):
    """Ends a program that never ends."""


class Bench:
    """`levels` is what each pin is driven to, `played` the checksums of all sounds."""

    def __init__(self):
        self.now_ms = 0
        self.levels = {}
        self.played = []
        self._finger = iter(())
        self._point = None
        self._until_ms = 0

    def touch(self, finger):
        """From now on, `finger` yields ((x, y) or None, for how many milliseconds)."""
        self._finger = finger
        self._until_ms = self.now_ms

    @property
    def point(self):
        """Where the panel is touched. Raises PowerCut when the finger has nothing more to do."""
        if self.now_ms >= self._until_ms:
            try:
                self._point, length_ms = next(self._finger)
            except StopIteration:
                raise PowerCut from None
            self._until_ms = self.now_ms + length_ms
        return self._point


bench = Bench()
