# SPDX-License-Identifier: MIT
"""Records a run: the panel's picture as GIF, the sound as WAV, the input as a script.

The frontends call `Recorder.look` every frame. A GIF or WAV begins when its recording does; a
script always begins at power-on, since it must replay from there.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..board.panel import Panel, Pixels, rgb
from ..clock import MS
from ..errors import UserError
from ..portal import PyPortal
from . import script
from .files import require_writable, write_whole
from .player import Player
from .soundtrack import Soundtrack

if TYPE_CHECKING:
    from PIL import Image


SUFFIXES = (".gif", ".wav", ".txt")
# Two functions of the player's time in ns: take a look at the portal; save what was recorded.
Tape = tuple[Callable[[int], None], Callable[[int], None]]


def require_recordable(path: Path) -> None:
    """Raises UserError for a file that cannot be recorded."""
    if path.suffix.lower() not in SUFFIXES:
        raise UserError(f"{path} cannot be recorded: end its name in .gif for the picture, .wav "
                        "for the sound or .txt for a script of what you do")
    require_writable(path)


class Recorder:
    """Records a portal to one or more files at once. `preamble`: the state the run started from."""

    def __init__(self, portal: PyPortal, player: Player, preamble: script.Preamble):
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
        """Record while the context lasts, and save even after an error. Raises UserError."""
        self.start(*paths)
        try:
            yield
        finally:
            self.stop()

    def look(self) -> None:
        for look, _ in self._tapes:
            look(self._player.now)

    def stop(self) -> tuple[Path, ...]:
        """Save all files and return their paths. Raises UserError."""
        self.look()
        tapes, self._tapes = self._tapes, []
        for _, save in tapes:
            save(self._player.now)
        return self._paths

    def _tape(self, path: Path) -> Tape:
        return {".gif": self._picture, ".wav": self._sound, ".txt": self._script}[
            path.suffix.lower()](path)

    def _picture(self, path: Path) -> Tape:
        animation, due = Animation(), 0

        def look(now: int) -> None:
            nonlocal due
            if now >= due:
                due = now + FRAME_NS
                animation.look(self._portal, now)

        return look, lambda now: animation.save(path, now)

    def _sound(self, path: Path) -> Tape:
        """Follow the player, whose restarts the soundtrack must see to place its sounds."""
        track, start = Soundtrack(self._portal), self._player.now
        self._player.watchers.append(track.look)

        def save(now: int) -> None:
            self._player.watchers.remove(track.look)
            track.close()
            track.save(path, now, start)

        return track.look, save

    def _script(self, path: Path) -> Tape:
        return lambda now: None, lambda now: write_whole(
            path, script.write(self._preamble, self._player.done, now).encode())


FRAME_NS = 40 * MS
# A GIF counts time in hundredths of a second.
TICK_NS = 10 * MS
COLOURS = 256


class Animation:
    """An animated GIF of the panel, 25 frames a virtual second where the picture changes.

    It starts with the first `look`.
    """

    def __init__(self) -> None:
        self._frames: list[bytes] = []  # packed: a minute of full change would be 230 MB
        self._size: tuple[int, ...] = (0, 0)
        self._starts: list[int] = []
        self._seen: tuple[Panel, int] | None = None

    def look(self, portal: PyPortal, now: int) -> None:
        """Add the panel's picture at `now` (ns) if it differs from the last one."""
        panel = portal.board.panel
        if self._seen == (panel, panel.frame):
            return
        self._seen = panel, panel.frame
        pixels = panel.pixels()
        self._size = pixels.shape
        frame = zlib.compress(pixels.tobytes(), 1)
        if not self._frames or frame != self._frames[-1]:
            self._frames.append(frame)
            self._starts.append(now)

    def save(self, path: Path, now: int) -> None:
        """Write the file, with the last frame shown until `now`. Raises UserError."""
        pictures = self._pictures()
        buffer = BytesIO()
        next(pictures).save(buffer, "GIF", save_all=True, append_images=pictures,
                            duration=self._durations(now), loop=0)
        write_whole(path, buffer.getvalue())

    def _durations(self, now: int) -> list[int]:
        """Return how many milliseconds each frame is shown."""
        ticks = [round(start / TICK_NS) for start in (*self._starts, now)]
        return [max(1, after - before) * 10 for before, after in pairwise(ticks)]

    def _pictures(self) -> Iterator["Image.Image"]:
        from PIL import Image

        numbers, palette = _index(map(self._unpack, self._frames))
        for frame in map(self._unpack, self._frames):
            picture = Image.fromarray(numbers[frame])
            picture.putpalette(palette)
            yield picture

    def _unpack(self, frame: bytes) -> Pixels:
        return np.frombuffer(zlib.decompress(frame), np.uint16).reshape(self._size)


def _index(frames: Iterable[Pixels]) -> tuple[NDArray[np.uint8], bytes]:
    """Return the palette index of every RGB565 colour, and the palette (RGB) of all frames.

    If there are more colours than a palette holds, the most frequent ones take half of it and
    the others share the rest.
    """
    counts = sum(np.bincount(frame.ravel(), minlength=1 << 16) for frame in frames)
    colours = np.argsort(-counts, kind="stable")[:np.count_nonzero(counts)]
    own, others = np.split(colours, [COLOURS if len(colours) <= COLOURS else COLOURS // 2])
    numbers = np.zeros(1 << 16, np.uint8)
    numbers[own] = np.arange(len(own))
    palette = rgb(own[None]).tobytes()
    if len(others):
        from PIL import Image

        shared = Image.fromarray(rgb(others[None])).quantize(COLOURS - len(own))
        numbers[others] = np.asarray(shared)[0] + len(own)
        palette += bytes(shared.getpalette() or ())
    return numbers, palette
