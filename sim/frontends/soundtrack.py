# SPDX-License-Identifier: MIT
"""What came out of the speaker, over virtual time: samples to look at, or a WAV file.

It records what the DAC's pin plays, each sample at its time; a sound that is paused or stopped ends
at that moment, and while the amplifier is off there is silence.
"""

import wave
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..clock import MS, SECOND
from ..machine import BOOT_NS, Machine
from ..portal import PyPortal
from ..sound.resampler import resample
from ..sound.source import Frames
from .output import write_whole

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
        self._next_tape(portal.machine, 0)
        voice = portal.machine.speaker.voice
        if voice and not voice.ended and not voice.paused:
            self._tapes[-1].go_on(voice.rest(), voice.rate)

    def close(self) -> None:
        """Stop recording; what was recorded stays."""
        self._tapes[-1].stop()

    def look(self, now: int) -> None:
        """The player's time is `now` (ns); called now and then, it keeps step with the player.

        Without it, time that the player lets pass after a program's end is left out at a reset.
        """
        self._tapes[-1].place(now)

    def samples(self, until: int | None = None) -> NDArray[np.int16]:
        """Mono, from the start to `until` (ns), else to the portal's present."""
        if until is None:
            until = self._tapes[-1].offset + max(0, self.portal.machine.clock.now)
        track = np.zeros(until * self.rate // SECOND, np.int16)
        for tape in self._tapes:
            tape.put_on(track, self.rate)
        return track

    def save(self, path: str | PathLike[str], until: int | None = None, since: int = 0) -> None:
        """As a WAV file, 16 bits mono, from `since` (ns) on. Raises UserError."""
        buffer = BytesIO()
        with wave.open(buffer, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self.rate)
            heard = self.samples(until)[since * self.rate // SECOND:]
            file.writeframes(heard.astype("<i2").tobytes())
        write_whole(Path(path), buffer.getvalue())

    def _next_tape(self, machine: Machine, offset: int) -> None:
        self._tapes.append(_Tape(self, machine, offset))
        machine.speaker.recorders.append(self._tapes[-1])


@dataclass
class _Stretch:
    """Sound without a gap from `start` (ns), to `end` where it was cut off."""

    start: int
    rate: int
    parts: list[Frames] = field(default_factory=list)
    end: int | None = None

    def frames(self, now: int) -> Frames:
        end = now if self.end is None else self.end
        played = ((end - self.start) * self.rate + SECOND // 2) // SECOND
        return np.concatenate(self.parts)[:played]


class _Tape:
    """What one machine played, by its clock, which showed 0 when the player's showed `offset`."""

    def __init__(self, track: Soundtrack, machine: Machine, offset: int):
        self.offset = offset
        self._track = track
        self._machine = machine
        self._placed = False
        self._playing = False
        self._looking = False
        self._stretches: list[_Stretch] = []
        self._switched: list[tuple[int, bool]] = []

    def go_on(self, frames: Frames, rate: int) -> None:
        if not self._playing:
            self._playing = True
            self._stretches.append(_Stretch(self._machine.clock.now, rate))
            self._note_switch()
            if not self._looking:
                self._look()
        self._stretches[-1].parts.append(frames)

    def cut(self) -> None:
        if self._playing:
            self._playing = False
            self._stretches[-1].end = self._machine.clock.now

    def stop(self) -> None:
        self.cut()
        recorders = self._machine.speaker.recorders
        recorders[:] = [recorder for recorder in recorders if recorder is not self]

    def follow(self) -> None:
        boot = BOOT_NS if self._machine.reset_requested else 0
        offset = self.offset + max(0, self._machine.clock.now) + boot
        self._track._next_tape(self._track.portal.machine, offset)

    def place(self, now: int) -> None:
        """Called once, while the two clocks still run together."""
        if not self._placed and self._machine.alive:
            self._placed = True
            owed = self._track.portal.owed_ns
            self.offset = now + owed - max(0, self._machine.clock.now)

    def put_on(self, track: NDArray[np.int16], rate: int) -> None:
        for stretch in self._stretches:
            start = max(0, self.offset + stretch.start)
            frames = stretch.frames(self._machine.clock.now)
            heard = resample(frames[:, None], stretch.rate, rate)[:, 0]
            at = (start * rate + SECOND // 2) // SECOND
            place = track[at:at + len(heard)]
            place[:] = heard[:len(place)]
        self._silence(track, rate)

    def _silence(self, track: NDArray[np.int16], rate: int) -> None:
        """What was played while the amplifier was off; between stretches it is silent anyway."""
        ends = [*self._switched, (self._machine.clock.now + SECOND, True)]
        for (start, on), (end, _) in pairwise(ends):
            if not on:
                first, last = (max(0, self.offset + ns) * rate // SECOND for ns in (start, end))
                track[first:last] = 0

    def _look(self) -> None:
        """Poll the amplifier, and again soon, while something plays."""
        self._looking = self._playing
        if self._playing:
            self._note_switch()
            self._machine.clock.at(self._machine.clock.now + LOOK_NS, self._look)

    def _note_switch(self) -> None:
        on = self._machine.pins["SPEAKER_ENABLE"].voltage() > 0.5
        if not self._switched or on != self._switched[-1][1]:
            self._switched.append((self._machine.clock.now, on))
