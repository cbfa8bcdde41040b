# SPDX-License-Identifier: MIT
"""Recordings of a run, a file each: the picture as GIF, the sound as WAV, the input as a script.

The frontends call `look` every frame. A picture or a sound begins where its recording does; a
script always begins at power-on, since it must replay from there.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import UserError
from ..portal import PyPortal
from .output import require_writable, write_whole
from .player import Player
from .preamble import Preamble
from .recording import FRAME_NS, Recording
from .soundtrack import Soundtrack
from .transcript import write

SUFFIXES = (".gif", ".wav", ".txt")
# A tape looks at the portal from time to time and saves itself; both take the player's time in ns.
Tape = tuple[Callable[[int], None], Callable[[int], None]]


def require_recordable(path: Path) -> None:
    """Raises UserError for a file that cannot be recorded."""
    if path.suffix.lower() not in SUFFIXES:
        raise UserError(f"{path} cannot be recorded: end its name in .gif for the picture, .wav "
                        "for the sound or .txt for a script of what you do")
    require_writable(path)


class Recorder:
    """`preamble` is what the run started from."""

    def __init__(self, portal: PyPortal, player: Player, preamble: Preamble):
        self._portal = portal
        self._player = player
        self._preamble = preamble
        self._tapes: list[Tape] = []
        self._paths: tuple[Path, ...] = ()

    @property
    def recording(self) -> bool:
        return bool(self._tapes)

    def start(self, *paths: Path) -> None:
        """Raises UserError for a file that cannot be written."""
        for path in paths:
            require_recordable(path)
        self._paths = paths
        self._tapes = [self._tape(path) for path in paths]
        self.look()

    @contextmanager
    def to(self, *paths: Path) -> Iterator[None]:
        """Record all that follows, and save it whatever ends it. Raises UserError."""
        self.start(*paths)
        try:
            yield
        finally:
            self.stop()

    def look(self) -> None:
        for look, _ in self._tapes:
            look(self._player.now)

    def stop(self) -> tuple[Path, ...]:
        """Save all; returns where. Raises UserError."""
        self.look()
        tapes, self._tapes = self._tapes, []
        for _, save in tapes:
            save(self._player.now)
        return self._paths

    def _tape(self, path: Path) -> Tape:
        return {".gif": self._film, ".wav": self._sound, ".txt": self._script}[
            path.suffix.lower()](path)

    def _film(self, path: Path) -> Tape:
        film, due = Recording(), 0

        def look(now: int) -> None:
            nonlocal due
            if now >= due:
                due = now + FRAME_NS
                film.look(self._portal, now)

        return look, lambda now: film.save(path, now)

    def _sound(self, path: Path) -> Tape:
        """It must see every restart, or its sounds would not be in their places."""
        track, start = Soundtrack(self._portal), self._player.now
        self._player.watchers.append(track.look)

        def save(now: int) -> None:
            self._player.watchers.remove(track.look)
            track.close()
            track.save(path, now, start)

        return track.look, save

    def _script(self, path: Path) -> Tape:
        return lambda now: None, lambda now: write_whole(
            path, write(self._preamble, self._player.done, now).encode())
