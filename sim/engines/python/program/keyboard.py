# SPDX-License-Identifier: MIT
"""Characters that are typed on the serial console; reading them waits in virtual time."""

from ....board.console import Console
from ....clock import MS, Clock


class Keyboard:
    """The console's input, for the firmware's prompts and for `sys.stdin`."""

    def __init__(self, console: Console, clock: Clock):
        self._console, self._clock = console, clock

    @property
    def typed(self) -> str:
        return self._console.typed

    def read(self, size: int = -1) -> str:
        """Return `size` characters. A negative size waits for an end of file, which never comes."""
        while len(self.typed) < size or size < 0:
            self._clock.advance(MS)
        return self._console.take(size)

    def readline(self, size: int = -1) -> str:
        """Return a line, or its first `size` characters if `size` is not negative."""
        while "\n" not in self.typed and not 0 <= size <= len(self.typed):
            self._clock.advance(MS)
        length = self.typed.find("\n") + 1
        return self._console.take(min(length, size) if length and size >= 0 else length or size)
