# SPDX-License-Identifier: MIT
"""Standard input as keys for the serial console: a terminal, a pipe or a file.

Nothing here waits for a key unless it is asked to. The terminal passes on every key at once and
echoes none, since the program does; its modes are restored at the end, whatever ends the run. All
its keys go to the board, Ctrl-C and Ctrl-D too, except those that quit: Ctrl-] and Ctrl-X, as in
mpremote.
"""

import codecs
import os
import select
import sys
from types import TracebackType

if sys.platform != "win32":
    import termios

CTRL_D = "\x04"
LEAVE = "\x1d\x18"


def standard_input() -> int | None:
    """Its descriptor; None when it cannot be polled, as on Windows."""
    try:
        return sys.stdin.fileno() if os.name == "posix" else None
    except (AttributeError, OSError):
        return None


class Keyboard:
    """A context manager. `ended`: no more keys will come; `left`: the user quit by a key."""

    def __init__(self, fd: int | None):
        self.ended = fd is None
        self.left = False
        self._fd = -1 if fd is None else fd
        self.is_terminal = not self.ended and os.isatty(self._fd)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._in_line = False
        self._modes: list[int | list[bytes | int]] | None = None

    def __enter__(self) -> "Keyboard":
        if self._in_front():
            self._take_over()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        if self._modes and self._in_front():
            termios.tcsetattr(self._fd, termios.TCSANOW, self._modes)

    def read(self) -> str:
        """The keys since the last call. From a pipe, Ctrl-D at the start of a line ends them."""
        if self.ended or not self._in_front():
            return ""
        self._take_over()
        if not self._ready(0):
            return ""
        text = self._decoder.decode(self._bytes())
        return self._before_leaving(text) if self.is_terminal else self._before_end(text)

    def wait(self) -> None:
        """Until there is something to read."""
        if not self.ended:
            self._ready(None)

    def _take_over(self) -> None:
        """Repeated when a shell has resumed this job in the foreground, with its own modes."""
        if not self.is_terminal or not termios.tcgetattr(self._fd)[3] & termios.ICANON:
            return
        self._modes, modes = termios.tcgetattr(self._fd), termios.tcgetattr(self._fd)
        modes[3] &= ~(termios.ECHO | termios.ICANON)
        modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
        modes[6][termios.VINTR] = bytes([os.fpathconf(self._fd, "PC_VDISABLE")])
        termios.tcsetattr(self._fd, termios.TCSANOW, modes)

    def _in_front(self) -> bool:
        """A terminal stops a background job that touches it."""
        try:
            return not self.is_terminal or os.tcgetpgrp(self._fd) == os.getpgrp()
        except OSError:  # a terminal that controls no jobs
            return True

    def _ready(self, seconds: float | None) -> bool:
        return bool(select.select([self._fd], [], [], seconds)[0])

    def _bytes(self) -> bytes:
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:  # a terminal that was closed
            data = b""
        self.ended = not data
        return data

    def _before_leaving(self, text: str) -> str:
        for at, key in enumerate(text):
            if key in LEAVE:
                self.ended = self.left = True
                return text[:at]
        return text

    def _before_end(self, text: str) -> str:
        for at, key in enumerate(text):
            if key == CTRL_D and not self._in_line:
                self.ended = True
                return text[:at]
            self._in_line = key not in "\r\n"
        return text
