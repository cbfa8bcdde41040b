# SPDX-License-Identifier: MIT
"""Records a run: the panel's picture as GIF, the sound as WAV, the input as a script.

The frontends call `Recorder.look` every frame. A GIF or WAV begins when its recording does; a
script always begins at power-on, since it must replay from there.

A `Soundtrack` has each sample that the DAC's pin plays, at its time. A sound that is paused or
stopped ends at that moment, and there is silence while the amplifier is off.
"""

import wave
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..board.motherboard import BOOT_NS
from ..board.panel import Panel, Pixels, rgb
from ..board.sound import Frames, resample
from ..clock import MS, SECOND
from ..engines.engine import Engine
from ..engines.signals import finishing
from ..errors import UserError
from ..portal import PyPortal
from . import script
from .files import require_writable, write_whole
from .player import Player

RATE = 22_050
# The amplifier's switch is polled at this interval while something plays.
LOOK_NS = MS


class Soundtrack:
    """Records `portal` from now on, over resets, until `close`; there may be more than one.

    `rate` is that of `samples` and `save`, in Hz.
    """

    def __init__(self, portal: PyPortal, rate: int = RATE):
        if rate < 1:
            raise ValueError(f"rate is {rate}: give samples per second")
        self.rate = rate
        self.portal = portal
        self._tapes: list[_Tape] = []
        self._next_tape(portal.engine, 0)
        voice = portal.board.speaker.voice
        if voice and not voice.ended and not voice.paused:
            self._tapes[-1].go_on(voice.rest(), voice.rate)

    def close(self) -> None:
        """Stop recording and keep the samples."""
        self._tapes[-1].stop()

    def look(self, now: int) -> None:
        """Keep step with a player whose time is `now` (ns); call it now and then.

        Without it, the time after a program's end is missing from the track after a reset.
        """
        self._tapes[-1].place(now)

    def samples(self, until: int | None = None) -> NDArray[np.int16]:
        """Return mono samples from the start to `until` (ns), or to the portal's present."""
        if until is None:
            until = self._tapes[-1].offset + max(0, self.portal.board.clock.now)
        track = np.zeros(until * self.rate // SECOND, np.int16)
        for tape in self._tapes:
            tape.put_on(track, self.rate)
        return track

    def save(self, path: str | PathLike[str], until: int | None = None, since: int = 0) -> None:
        """Write a WAV file, 16 bits mono, from `since` (ns) on. Raises UserError."""
        buffer = BytesIO()
        with wave.open(buffer, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self.rate)
            heard = self.samples(until)[since * self.rate // SECOND:]
            file.writeframes(heard.astype("<i2").tobytes())
        write_whole(Path(path), buffer.getvalue())

    def _next_tape(self, engine: Engine, offset: int) -> None:
        self._tapes.append(_Tape(self, engine, offset))
        engine.board.speaker.recorders.append(self._tapes[-1])


@dataclass
class _Stretch:
    """Sound without a gap, from `start` (ns) to `end` if it was cut off."""

    start: int
    rate: int
    parts: list[Frames] = field(default_factory=list)
    end: int | None = None

    def frames(self, now: int) -> Frames:
        end = now if self.end is None else self.end
        played = ((end - self.start) * self.rate + SECOND // 2) // SECOND
        return np.concatenate(self.parts)[:played]


class _Tape:
    """The sound of one run of a board, whose clock showed 0 when the player's showed `offset`."""

    def __init__(self, track: Soundtrack, engine: Engine, offset: int):
        self.offset = offset
        self._track = track
        self._engine = engine
        self._board = engine.board
        self._placed = False
        self._playing = False
        self._looking = False
        self._stretches: list[_Stretch] = []
        self._switched: list[tuple[int, bool]] = []

    def go_on(self, frames: Frames, rate: int) -> None:
        if not self._playing:
            self._playing = True
            self._stretches.append(_Stretch(self._board.clock.now, rate))
            self._note_switch()
            if not self._looking:
                self._look()
        self._stretches[-1].parts.append(frames)

    def cut(self) -> None:
        if self._playing:
            self._playing = False
            self._stretches[-1].end = self._board.clock.now

    def stop(self) -> None:
        self.cut()
        recorders = self._board.speaker.recorders
        recorders[:] = [recorder for recorder in recorders if recorder is not self]

    def follow(self) -> None:
        boot = BOOT_NS if self._board.next_boot else 0
        offset = self.offset + max(0, self._board.clock.now) + boot
        self._track._next_tape(self._track.portal.engine, offset)

    def place(self, now: int) -> None:
        """Set the offset once, while both clocks run together."""
        if not self._placed and self._engine.alive:
            self._placed = True
            owed = self._track.portal.owed_ns
            self.offset = now + owed - max(0, self._board.clock.now)

    def put_on(self, track: NDArray[np.int16], rate: int) -> None:
        for stretch in self._stretches:
            start = max(0, self.offset + stretch.start)
            frames = stretch.frames(self._board.clock.now)
            heard = resample(frames[:, None], stretch.rate, rate)[:, 0]
            at = (start * rate + SECOND // 2) // SECOND
            place = track[at:at + len(heard)]
            place[:] = heard[:len(place)]
        self._silence(track, rate)

    def _silence(self, track: NDArray[np.int16], rate: int) -> None:
        """Clear the samples played while the amplifier was off; gaps are silent already."""
        ends = [*self._switched, (self._board.clock.now + SECOND, True)]
        for (start, on), (end, _) in pairwise(ends):
            if not on:
                first, last = (max(0, self.offset + ns) * rate // SECOND for ns in (start, end))
                track[first:last] = 0

    def _look(self) -> None:
        """Poll the amplifier at intervals while something plays."""
        self._looking = self._playing
        if self._playing:
            self._note_switch()
            self._board.clock.at(self._board.clock.now + LOOK_NS, self._look)

    def _note_switch(self) -> None:
        on = self._board.pins["SPEAKER_ENABLE"].voltage() > 0.5
        if not self._switched or on != self._switched[-1][1]:
            self._switched.append((self._board.clock.now, on))


if TYPE_CHECKING:
    from PIL import Image


SUFFIXES = (".gif", ".wav", ".txt")
# Two functions of the player's time in ns: take a look at the portal; save what was recorded.
Tape = tuple[Callable[[int], None], Callable[[int], None]]


def require_recordable(path: Path) -> None:
    """Raises UserError for a file that cannot be recorded.

    Loads what saves a picture: Ctrl-C while it is loaded at the end would lose the recording.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise UserError(f"{path} cannot be recorded: end its name in .gif for the picture, .wav "
                        "for the sound or .txt for a script of what you do")
    require_writable(path)
    if path.suffix.lower() == ".gif":
        from PIL import Image

        Image.preinit()


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
        """Save all files, whatever interrupts, and return their paths. Raises UserError."""
        with finishing():
            self.look()
            tapes, self._tapes = self._tapes, []
            errors = [error for _, save in tapes if (error := _failure(save, self._player.now))]
        if errors:
            raise UserError("; ".join(map(str, errors)))
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


def _failure(save: Callable[[int], None], now: int) -> UserError | None:
    """Return why a file cannot be saved, so that the others still are."""
    try:
        save(now)
    except UserError as error:
        return error
    return None


FRAME_NS = 40 * MS
# A GIF counts time in hundredths of a second.
TICK_NS = 10 * MS
COLOURS = 256


class Animation:
    """An animated GIF of the panel, 25 frames a virtual second where the picture changes.

    It starts with the first `look`.
    """

    def __init__(self) -> None:
        # When each began, and its pixels, packed: a minute of full change would be 230 MB.
        self._frames: list[tuple[int, bytes]] = []
        self._size: tuple[int, ...] = (0, 0)
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
        if not self._frames or frame != self._frames[-1][1]:
            self._frames.append((now, frame))

    def save(self, path: Path, now: int) -> None:
        """Write the file, with the last frame shown until `now`. Raises UserError."""
        pictures = self._pictures()
        buffer = BytesIO()
        next(pictures).save(buffer, "GIF", save_all=True, append_images=pictures,
                            duration=self._durations(now), loop=0)
        write_whole(path, buffer.getvalue())

    def _durations(self, now: int) -> list[int]:
        """Return how many milliseconds each frame is shown."""
        ticks = [round(start / TICK_NS) for start in (*(start for start, _ in self._frames), now)]
        return [max(1, after - before) * 10 for before, after in pairwise(ticks)]

    def _pictures(self) -> Iterator["Image.Image"]:
        from PIL import Image

        numbers, palette = _index(map(self._unpack, self._frames))
        for frame in map(self._unpack, self._frames):
            picture = Image.fromarray(numbers[frame])
            picture.putpalette(palette)
            yield picture

    def _unpack(self, frame: tuple[int, bytes]) -> Pixels:
        return np.frombuffer(zlib.decompress(frame[1]), np.uint16).reshape(self._size)


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
