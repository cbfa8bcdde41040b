# SPDX-License-Identifier: MIT
"""The DAC behind the speaker: keeps a log of what was played, when and for how long.

`audioio` starts and stops sounds; a window registers as listener and plays them aloud, a
soundtrack as recorder. A sound ends by the virtual clock.
"""

import math
from collections.abc import Callable
from typing import Protocol

from ..clock import Clock
from .source import Frames, Source, Wave, source_of
from .voice import Voice

__all__ = ["Recorder", "Speaker", "Voice", "Wave"]


class Recorder(Protocol):
    """Is called, at the exact moment, with what the speaker's pin plays; see `soundtrack`."""

    def go_on(self, frames: Frames, rate: int) -> None:
        """These follow without a gap, or start now if nothing was playing: one channel."""

    def cut(self) -> None:
        """Nothing is played from now on."""

    def follow(self) -> None:
        """The board was reset: another machine has taken the place of this one."""


class Speaker:
    """`log` has (start in s, path, length in s, digest of the samples) a sound.

    The length is the whole wave's, also of one that is cut off or loops. A stream (mixer,
    synthesizer, MP3) has its file or kind for a path, as `<Mixer>`, an endless length and no digest
    while it plays; when it has ended these become what was played of it. A wave that a mixer's
    voice plays has an entry of its own.

    `taken` means that an `AudioOut` has the DAC. `listener` is called when another voice plays, or
    none, when it pauses and resumes, and with every further block of a stream.
    """

    def __init__(self, clock: Clock):
        self._clock = clock
        self.voice: Voice | None = None
        self.log: list[tuple[float, str, float, str]] = []
        self.listener: Callable[[Voice | None], None] = lambda voice: None
        self.recorders: list[Recorder] = []
        self.taken = False
        self._entry = 0

    def take_over(self, old: "Speaker") -> None:
        """After a reset: keep listener and recorders."""
        self.listener = old.listener
        for recorder in old.recorders:
            recorder.follow()

    def play(self, sound: Wave | Source, loop: bool = False, channel: int | None = 0) -> None:
        """`channel` is the one that the speaker's pin gets of a sound that has two."""
        self._finish()
        source = source_of(sound) if isinstance(sound, Wave) else sound
        self.voice = Voice(self._clock, source, loop, channel, self._hear)
        self._entry = len(self.log)
        if source.wave:
            self.note(source.wave)
        else:
            self.log.append((self._clock.seconds, source.name, math.inf, ""))
        self.voice.begin()

    def note(self, wave: Wave) -> None:
        """Log a sound that starts now."""
        self.log.append((self._clock.seconds, wave.path, wave.seconds, wave.digest))

    def stop(self) -> None:
        self._finish()
        self.voice = None
        self.listener(None)

    def pause(self) -> None:
        if self.voice and not self.voice.ended:
            self.voice.pause()
            self._cut()
            self.listener(self.voice)

    def resume(self) -> None:
        if self.voice and self.voice.paused:
            self.voice.resume()
            self._go_on(self.voice)
            self.listener(self.voice)

    @property
    def paused(self) -> bool:
        return self.voice is not None and self.voice.paused

    @property
    def playing(self) -> bool:
        return self.voice is not None and self.voice.playing

    def _hear(self, voice: Voice) -> None:
        """Another block has started, or the voice has ended."""
        if voice.ended:
            self._close(voice)
            self.listener(None if voice.broken else voice)
            return
        self._go_on(voice)
        if voice.first or not voice.wave:
            self.listener(voice)

    def _finish(self) -> None:
        if self.voice and not self.voice.ended:
            self.voice.stop()
            self._close(self.voice)

    def _close(self, voice: Voice) -> None:
        self._cut()
        if not voice.wave:
            start, name, _, _ = self.log[self._entry]
            self.log[self._entry] = start, name, voice.seconds, voice.digest

    def _go_on(self, voice: Voice) -> None:
        for recorder in self.recorders:
            recorder.go_on(voice.rest(), voice.rate)

    def _cut(self) -> None:
        for recorder in self.recorders:
            recorder.cut()
