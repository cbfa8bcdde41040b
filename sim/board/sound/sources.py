# SPDX-License-Identifier: MIT
"""Sounds: frames and their format, whole waves, sources of blocks, WAV files and resampling.

Modules that a program plays from (`audiocore`, `audiomixer`, `synthio` …) return sources; the
speaker, or a mixer, takes blocks from them one after the other.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

# (frames, channels), −32768 to 32767; samples of 8 bits are in the upper 8.
Frames = NDArray[np.int16]

NO_FRAMES: Frames = np.zeros((0, 1), np.int16)


@dataclass(frozen=True)
class Format:
    """A sample's format: `rate` in Hz, `bits` 8 or 16, `signed` as the samples are stored."""

    rate: int
    channels: int
    bits: int = 16
    signed: bool = True


@dataclass(frozen=True)
class Wave:
    """Samples as a sound file holds them: `bits` 8 (unsigned) or 16 (signed), interleaved.

    `signed` is set if the program's own buffer held them the other way.
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
        """The samples as frames, without an incomplete last one."""
        size = self.channels * self.bits // 8
        whole = self.samples[:len(self.samples) // size * size]
        if self.bits == 8:
            values = (np.frombuffer(whole, np.uint8) ^ 0x80).view(np.int8).astype(np.int16) << 8
        else:
            values = np.frombuffer(whole, "<i2")
        return values.reshape(-1, self.channels)

    def only(self, channel: int) -> "Wave":
        """Return one channel, which one output of the DAC plays."""
        if self.channels == 1:
            return self
        return Wave(self.frames[:, channel].tobytes(), self.rate, 1, 16, self.path)


@dataclass(frozen=True)
class Source:
    """A sound in blocks: `blocks()` yields them from the beginning, none empty, when asked.

    `name` is for the log: a path, or a kind in angle brackets. `alive`, if set, says whether the
    source can still be read. `wave` is the whole sound, if it is known beforehand.
    """

    format: Format
    name: str
    blocks: Callable[[], Iterator[Frames]]
    alive: Callable[[], bool] | None = None
    wave: Wave | None = None


class Digest:
    """A digest of samples as they come, short as text. It imports hashlib only when it is used."""

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


PCM, EXTENSIBLE = 1, 0xFFFE
EXTENSIBLE_BYTES = 40


def read_wave(file: Any, path: str) -> Wave:
    """Read an open WAV file as the board does: PCM of 8 or 16 bits, one or two channels.

    `path` names it in the log. Raises ValueError for other formats.
    """
    file.seek(0)
    riff, _, kind, chunk, size = struct.unpack("<4sI4s4sI", _exactly(file, 20))
    if (riff, kind, chunk) != (b"RIFF", b"WAVE", b"fmt "):
        raise ValueError("Invalid file")
    if not 16 <= size <= EXTENSIBLE_BYTES:
        raise ValueError("Invalid format chunk size")
    form = _exactly(file, size)
    code, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", form)
    if code != (EXTENSIBLE if size == EXTENSIBLE_BYTES else PCM) or _is_no_pcm(form, bits) or (
            bits not in (8, 16) or channels not in (1, 2) or rate < 1):
        raise ValueError("Format not supported")
    return Wave(_data_chunk(file), rate, channels, bits, path)


def _is_no_pcm(form: bytes, bits: int) -> bool:
    """Say whether a longer format chunk names another format."""
    if len(form) == 18:
        return struct.unpack_from("<H", form, 16) != (0,)
    if len(form) == EXTENSIBLE_BYTES:
        valid, _, code = struct.unpack_from("<HIH", form, 18)
        return (valid, code) != (bits, PCM)
    return False


def _data_chunk(file: Any) -> bytes:
    while True:
        chunk, size = struct.unpack("<4sI", _exactly(file, 8))
        if chunk == b"data":
            samples: bytes = file.read(size)
            return samples
        file.seek(size, 1)


def _exactly(file: Any, size: int) -> bytes:
    data: bytes = file.read(size)
    if len(data) < size:
        raise ValueError("Invalid file")
    return data


def resample(frames: Frames, rate: int, wanted: int) -> Frames:
    """Return the same sound at `wanted` Hz, by linear interpolation."""
    if rate == wanted or not len(frames):
        return frames
    moments = np.arange(len(frames) * wanted // rate) * (rate / wanted)
    return _at(frames, moments)


class Resampler:
    """Converts a stream in pieces without a gap: keeps the position and the last frame."""

    def __init__(self, rate: int, wanted: int):
        self._step = rate / wanted
        self._last: Frames | None = None
        self._place = 0.0

    def more(self, frames: Frames) -> Frames:
        """Return the next piece; what is due after its last frame comes with the piece after it."""
        if self._last is not None:
            frames = np.concatenate([self._last, frames])
        self._last = frames[-1:]
        count = max(0, int(np.ceil((len(frames) - 1 - self._place) / self._step)))
        moments = self._place + np.arange(count) * self._step
        self._place += count * self._step - (len(frames) - 1)
        return _at(frames, moments)


def _at(frames: Frames, moments: NDArray[np.floating]) -> Frames:
    numbers = np.arange(len(frames))
    heard = [np.interp(moments, numbers, channel) for channel in frames.T]
    return np.stack(heard, axis=1).round().astype(np.int16)
