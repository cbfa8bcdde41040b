# SPDX-License-Identifier: MIT
"""Records the speaker over virtual time, as samples or a WAV file.

Each sample that the DAC's pin plays is recorded at its time. A sound that is paused or stopped ends
at that moment, and there is silence while the amplifier is off.
"""

import wave
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..board.motherboard import BOOT_NS
from ..board.sound.sources import Frames, resample
from ..clock import MS, SECOND
from ..engines.engine import Engine
from ..portal import PyPortal
from .files import write_whole

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
