# SPDX-License-Identifier: MIT
"""An interactive run: keys go to the serial console, saved files restart the program, and
recordings and nvm go to their files.

The window and the terminal both have a `Session` and call its `turn` every frame. Its `Keyboard`
is standard input: a terminal, a pipe or a file. A terminal's keys are passed on at once and not
echoed, since the program echoes them. All of them reach the board, Ctrl-C and Ctrl-D too, except
Ctrl-] and Ctrl-X, which quit, as in mpremote.
"""

import codecs
import os
import select
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from .player import Player
from .recorder import Recorder
from .reloader import Reloader
from .serial import SerialLine

if sys.platform != "win32":
    import termios

CTRL_D = "\x04"
QUIT = "\x1d\x18"


def standard_input() -> int | None:
    """Return its descriptor, or None where it cannot be polled, as on Windows."""
    try:
        return sys.stdin.fileno() if os.name == "posix" else None
    except (AttributeError, OSError):
        return None


class Keyboard:
    """A context manager that restores the terminal's modes. `read` never waits for a key.

    `ended`: no more keys will come. `quit`: the user pressed a key that quits.
    """

    def __init__(self, fd: int | None):
        self.ended = fd is None
        self.quit = False
        self._fd = -1 if fd is None else fd
        self.is_terminal = not self.ended and os.isatty(self._fd)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._in_line = False
        self._modes: list[int | list[bytes | int]] | None = None

    def __enter__(self) -> "Keyboard":
        if self._in_foreground():
            self._take_over()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        if self._modes and self._in_foreground():
            termios.tcsetattr(self._fd, termios.TCSANOW, self._modes)

    def read(self) -> str:
        """Return the keys since the last call. Ctrl-D at the start of a line ends a pipe."""
        if self.ended or not self._in_foreground():
            return ""
        self._take_over()
        if not self._ready(0):
            return ""
        text = self._decoder.decode(self._bytes())
        return self._before_quit(text) if self.is_terminal else self._before_end(text)

    def wait(self) -> None:
        """Block until there is something to read."""
        if not self.ended:
            self._ready(None)

    def _take_over(self) -> None:
        """Set the modes: at the start, and after a shell has resumed this job with its own."""
        if not self.is_terminal or not termios.tcgetattr(self._fd)[3] & termios.ICANON:
            return
        self._modes, modes = termios.tcgetattr(self._fd), termios.tcgetattr(self._fd)
        modes[3] &= ~(termios.ECHO | termios.ICANON)
        modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
        modes[6][termios.VINTR] = bytes([os.fpathconf(self._fd, "PC_VDISABLE")])
        termios.tcsetattr(self._fd, termios.TCSANOW, modes)

    def _in_foreground(self) -> bool:
        """Return whether the terminal may be touched: it stops a background job that does so."""
        try:
            return not self.is_terminal or os.tcgetpgrp(self._fd) == os.getpgrp()
        except OSError:  # a terminal without job control
            return True

    def _ready(self, seconds: float | None) -> bool:
        return bool(select.select([self._fd], [], [], seconds)[0])

    def _bytes(self) -> bytes:
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:  # the terminal was closed
            data = b""
        self.ended = not data
        return data

    def _before_quit(self, text: str) -> str:
        for at, key in enumerate(text):
            if key in QUIT:
                self.ended = self.quit = True
                return text[:at]
        return text

    def _before_end(self, text: str) -> str:
        for at, key in enumerate(text):
            if key == CTRL_D and not self._in_line:
                self.ended = True
                return text[:at]
            self._in_line = key not in "\r\n"
        return text


@dataclass
class Session:
    """`save_nvm` writes the nvm file, if any; `line` is the serial port that others open. Without
    a `reloader`, saving a file does nothing.
    """

    player: Player
    keyboard: Keyboard
    recorder: Recorder
    save_nvm: Callable[[], None]
    reloader: Reloader | None = None
    line: SerialLine | None = None

    def turn(self) -> None:
        """Do what is due; called every frame."""
        keys = self.keyboard.read()
        if keys:
            self.player.do("keys", keys)
        if self.line:
            self.line.turn()
        if self.reloader:
            self.reloader.turn()
        self.recorder.look()
        self.save_nvm()
