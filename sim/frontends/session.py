# SPDX-License-Identifier: MIT
"""An interactive run: keys go to the serial console, saved files restart the program, and
recordings and nvm go to their files.

The window and the terminal both have a `Session` and call its `turn` every frame. Its `Keyboard`
is standard input: a terminal, a pipe or a file. A terminal's keys are passed on at once and not
echoed, since the program echoes them. All of them reach the board, Ctrl-C and Ctrl-D too, except
Ctrl-] and Ctrl-X, which quit, as in mpremote.

A `Reloader` restarts the program when a file of its drive is saved, as the board does. The program
ends at once. It starts again when nothing has been saved for a while. Nothing happens while the
REPL is open, or if the program has set `supervisor.runtime.autoreload` to False, except that parts
are plugged in as parts.toml says.
"""

import codecs
import os
import re
import select
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from pathlib import Path
from time import perf_counter
from types import TracebackType

from ..portal import PyPortal
from .player import Player, plug
from .recorder import Recorder
from .serial import SerialLine


class Reloader:
    """Watches a portal's drive and restarts its program.

    `own`: files that the simulator itself writes while it runs. `whole`: the drive is a folder,
    not a single program. `clock` counts real seconds.
    """

    def __init__(self, portal: PyPortal, player: Player, own: set[Path], whole: bool,
                 clock: Callable[[], float] = perf_counter):
        self._portal = portal
        self._player = player
        self._own = own
        self._whole = whole
        self._watcher = Watcher(self._files, self._written, clock)

    def turn(self) -> None:
        saved = self._watcher.poll()
        if saved is Saved.NOTHING:
            return
        if not self._portal.engine.reloads_on_save:
            if saved is Saved.WHOLE:
                self._watcher.accept()
                plug(self._portal)
        elif self._portal.running and not self._portal.engine.has_own_drive:
            self._player.do("stop")
        elif saved is Saved.WHOLE:
            self._watcher.accept()
            self._reload()

    def _reload(self) -> None:
        """Restart the program; if the drive has none, wait for the next file."""
        try:
            self._player.do("reload")
        except ValueError as error:
            self._portal.board.console.remark(f"cannot restart: {error}")

    def _files(self) -> Iterator[Path]:
        """Return all files of a drive; for a single program, only those beside it that matter; and
        those of the parts.
        """
        root = self._portal.board.drive.root
        beside = (file for kind in ("*.py", "*.toml") for file in root.glob(kind))
        return chain(files_in(root) if self._whole else beside, self._portal.parts.files)

    def _written(self) -> set[Path]:
        return self._own | self._portal.board.drive.main.written


POLL_S = 0.25
# Scanning a drive with very many files takes at most this fraction of the time.
PART = 0.05
# A save is complete when nothing has changed for this long.
SETTLE_S = 0.5
# Hidden files, editors' backups, and Python's own.
_IGNORED = re.compile(r"\..*|.*~|__pycache__")

Seen = dict[str, tuple[int, int]]


class Saved(Enum):
    """The result of `poll`: no change, a recent change, or a complete one."""

    NOTHING = 0
    JUST_NOW = 1
    WHOLE = 2


class Watcher:
    """Notices changed files, in real time. `files` lists those to watch; those in `ignore`, which
    the program or the simulator writes itself, do not count. `clock` counts seconds.
    """

    def __init__(self, files: Callable[[], Iterable[Path]],
                 ignore: Callable[[], Iterable[Path]] = lambda: (),
                 clock: Callable[[], float] = perf_counter):
        self._files = files
        self._ignore = ignore
        self._clock = clock
        self._changed: float | None = None
        self._next = clock() + POLL_S
        self._seen = self._look()

    def poll(self) -> Saved:
        """Compare the files with the last scan; call it at any rate.

        There is one more scan before a change counts as complete.
        """
        if self._clock() >= self._next or self._settled():
            self._compare()
        if self._changed is None:
            return Saved.NOTHING
        return Saved.WHOLE if self._settled() else Saved.JUST_NOW

    def accept(self) -> None:
        """Forget the changes so far."""
        self._changed = None

    def _settled(self) -> bool:
        return self._changed is not None and self._clock() >= self._changed + SETTLE_S

    def _compare(self) -> None:
        start = self._clock()
        seen, before = self._look(), self._seen
        self._seen, now = seen, self._clock()
        self._next = now + max(POLL_S, (now - start) / PART)
        own = {str(path) for path in self._ignore()}
        changed = {name for name in seen.keys() | before.keys()
                   if seen.get(name) != before.get(name)}
        if changed - own:
            self._changed = now

    def _look(self) -> Seen:
        """Return each file's time of writing, in ns, and its size."""
        seen = {}
        for path in self._files():
            try:
                found = os.stat(path)
            except OSError:
                continue
            seen[str(path)] = found.st_mtime_ns, found.st_size
        return seen


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and its subfolders, without those that do not count."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if _IGNORED.fullmatch(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from files_in(Path(entry.path))
        else:
            yield Path(entry.path)


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
        self.is_terminal = os.isatty(self._fd)
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
