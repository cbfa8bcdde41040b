# SPDX-License-Identifier: MIT
"""Characters that are typed on the serial console; reading them waits in virtual time."""

from ....board.console import ENTER, Console
from ....clock import MS, Clock


class Keyboard:
    """The console's input, for the firmware's prompts and for `sys.stdin`."""

    def __init__(self, console: Console, clock: Clock):
        self._console, self._clock = console, clock

    @property
    def typed(self) -> str:
        return self._console.typed

    def key(self) -> str:
        """Return the next key."""
        self._wait(1)
        return self._console.take(1)

    def read(self, size: int) -> str:
        """Return `size` characters. A negative size waits for an end of file, which never comes."""
        self._wait(size)
        return _in_lines(self._console.take(size))

    def readline(self, size: int) -> str:
        """Return a line, or its first `size` characters if `size` is not negative."""
        while "\n" not in _in_lines(self.typed) and not 0 <= size <= len(self.typed):
            self._clock.advance(MS)
        length = _in_lines(self.typed).find("\n") + 1
        count = min(length, size) if length and size >= 0 else length or size
        return _in_lines(self._console.take(count))

    def _wait(self, size: int) -> None:
        while len(self.typed) < size or size < 0:
            self._clock.advance(MS)


def _in_lines(keys: str) -> str:
    """Return keys as a program reads them, with Enter as the end of a line."""
    return keys.replace(ENTER, "\n")
