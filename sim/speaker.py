# SPDX-License-Identifier: MIT
"""The DAC behind the speaker: keeps a log of what was played, when and for how long.

`audioio` starts and stops sounds; a window registers as listener and plays them aloud. A sound
ends by the virtual clock.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from sim.clock import Clock, nanoseconds


@dataclass(frozen=True)
class Wave:
    """Samples as a sound file holds them: `bits` 8 (unsigned) or 16 (signed), interleaved."""

    samples: bytes = field(repr=False)
    rate: int
    channels: int
    bits: int
    path: str = ""

    @property
    def seconds(self) -> float:
        return len(self.samples) / (self.rate * self.channels * self.bits // 8)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.samples).hexdigest()[:16]


class Voice:
    """One playing of a wave; position is kept while it pauses."""

    def __init__(self, clock: Clock, wave: Wave, loop: bool):
        self.wave = wave
        self.loop = loop
        self._clock = clock
        self._length = nanoseconds(wave.seconds)
        self._played = 0
        self._since: int | None = clock.now

    @property
    def paused(self) -> bool:
        return self._since is None

    @property
    def playing(self) -> bool:
        """As on the device: a paused sound is still playing, an ended one is not."""
        return self.loop or self._position() < self._length

    def _position(self) -> int:
        running = 0 if self._since is None else self._clock.now - self._since
        return self._played + running

    def pause(self) -> None:
        self._played, self._since = self._position(), None

    def resume(self) -> None:
        if self._since is None:
            self._since = self._clock.now


class Speaker:
    """`log` has (start in s, path, length in s, digest of the samples) a sound."""

    def __init__(self, clock: Clock):
        self._clock = clock
        self.voice: Voice | None = None
        self.log: list[tuple[float, str, float, str]] = []
        self.listener: Callable[[Voice | None], None] = lambda voice: None

    def play(self, wave: Wave, loop: bool = False) -> None:
        self.voice = Voice(self._clock, wave, loop)
        self.log.append((self._clock.seconds, wave.path, wave.seconds, wave.digest))
        self.listener(self.voice)

    def stop(self) -> None:
        self.voice = None
        self.listener(None)

    def pause(self) -> None:
        if self.voice:
            self.voice.pause()
            self.listener(self.voice)

    def resume(self) -> None:
        if self.voice:
            self.voice.resume()
            self.listener(self.voice)

    @property
    def paused(self) -> bool:
        return self.voice is not None and self.voice.paused

    @property
    def playing(self) -> bool:
        return self.voice is not None and self.voice.playing
