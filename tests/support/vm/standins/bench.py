# SPDX-License-Identifier: MIT
"""What the stand-ins of the built-in modules share: a clock, a finger, and what came of it.

They are as small as the firmware's use of them allows: no picture comes of them, no sound, and no
time passes but by sleeping. What a part of the real board holds in memory, its stand-in holds too.
"""

# So often a finger that does not move is looked at before time is skipped to its next movement,
# but for so long at the end: a press, its ripening and a release are seen all the same.
_LOOKS = 4
_TAIL_MS = 20


class PowerCut(BaseException):
    """Ends a program that never ends."""


class Bench:
    """`levels` is what each pin is driven to, `played` the checksums of all sounds.

    `settings` are the lines of settings.toml, `typed` what waits on the serial console, `light`
    the room's (0-65535), and `pixel` the NeoPixel's bytes.
    """

    def __init__(self):
        self.now_ms = 0
        self.levels = {}
        self.played = []
        self.settings = {}
        self.typed = ""
        self.light = 30000
        self.pixel = b""
        self._finger = iter(())
        self._point = None
        self._until_ms = 0
        self._looks = 0

    def touch(self, finger):
        """From now on, `finger` yields ((x, y) or None, for how many milliseconds)."""
        self._finger = finger
        self._until_ms = self.now_ms

    def sleep(self, ms):
        self.now_ms += ms
        if self._looks >= _LOOKS:
            self.now_ms = max(self.now_ms, self._until_ms - _TAIL_MS)

    def look(self):
        """The panel is about to be read. Raises PowerCut when the finger has nothing more to do."""
        self._looks += 1
        if self.now_ms >= self._until_ms:
            try:
                self._point, length_ms = next(self._finger)
            except StopIteration:
                raise PowerCut from None
            self._until_ms = self.now_ms + length_ms
            self._looks = 0

    @property
    def point(self):
        """Where the panel is touched."""
        return self._point

    @property
    def stdin(self):
        """As sys has it."""
        return self

    def read(self, size):
        """The characters typed first."""
        read, self.typed = self.typed[:size], self.typed[size:]
        return read


class Claim:
    """A pin, for the length of a `with`."""

    def __init__(self, pin):
        self._pin = pin

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


bench = Bench()
