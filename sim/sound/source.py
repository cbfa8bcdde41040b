# SPDX-License-Identifier: MIT
"""What sounds are made of: frames, their format, waves that are known whole, and sources of blocks.

Modules that a program plays from (`audiocore`, `audiomixer`, `synthio` …) give sources; the
speaker, or a mixer, takes the blocks out of them one after the other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

# (frames, channels), −32768 to 32767; samples of 8 bits are in the upper ones.
Frames = NDArray[np.int16]

NO_FRAMES: Frames = np.zeros((0, 1), np.int16)


@dataclass(frozen=True)
class Format:
    """As the device names a sample's: `rate` in Hz, `bits` 8 or 16, `signed` as they are stored."""

    rate: int
    channels: int
    bits: int = 16
    signed: bool = True


@dataclass(frozen=True)
class Wave:
    """Samples as a sound file holds them: `bits` 8 (unsigned) or 16 (signed), interleaved.

    `signed` is how the program's own buffer had them, where it is another way.
    """

    samples: bytes = field(repr=False)
    rate: int
    channels: int
    bits: int
    path: str = ""
    signed: bool | None = None

    @property
    def seconds(self) -> float:
        return len(self.samples) / (self.rate * self.channels * self.bits // 8)

    @property
    def digest(self) -> str:
        return digest(self.samples)

    @property
    def format(self) -> Format:
        signed = self.bits > 8 if self.signed is None else self.signed
        return Format(self.rate, self.channels, self.bits, signed)

    @cached_property
    def frames(self) -> Frames:
        """An incomplete last frame is left out."""
        size = self.channels * self.bits // 8
        whole = self.samples[:len(self.samples) // size * size]
        if self.bits == 8:
            values = (np.frombuffer(whole, np.uint8) ^ 0x80).view(np.int8).astype(np.int16) << 8
        else:
            values = np.frombuffer(whole, "<i2")
        return values.reshape(-1, self.channels)

    def only(self, channel: int) -> "Wave":
        """What one output of the DAC plays of it."""
        if self.channels == 1:
            return self
        return Wave(self.frames[:, channel].tobytes(), self.rate, 1, 16, self.path)


@dataclass(frozen=True)
class Source:
    """`blocks()` starts from the beginning and yields what is not empty, as it is asked for.

    `name` is for the log: a path, or a kind in angle brackets. `alive`, where there is one, shows
    whether it can still be read. `wave` is all of it, where that is known beforehand.
    """

    format: Format
    name: str
    blocks: Callable[[], Iterator[Frames]]
    alive: Callable[[], bool] | None = None
    wave: Wave | None = None


class Digest:
    """Of samples as they come; its text is short. A run without sounds does not import hashlib."""

    def __init__(self) -> None:
        import hashlib

        self._hash = hashlib.sha256()

    def add(self, samples: bytes) -> None:
        self._hash.update(samples)

    def __str__(self) -> str:
        return self._hash.hexdigest()[:16]


def source_of(wave: Wave, alive: Callable[[], bool] | None = None) -> Source:
    return Source(wave.format, wave.path, lambda: iter([wave.frames]), alive, wave)


def digest(samples: bytes) -> str:
    made = Digest()
    made.add(samples)
    return str(made)
