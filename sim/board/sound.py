# SPDX-License-Identifier: MIT
"""The speaker, and the sounds that it plays: sources of blocks, whole waves, WAV files, resampling.

Modules that a program plays from (`audiocore`, `audiomp3`) return sources, from which the speaker
takes blocks one after the other. It plays by the virtual clock, and logs what was played, when and
for how long. `audioio` starts and stops sounds; a window registers as listener and plays them
aloud, a soundtrack as recorder. A `Feed` is a sound that comes from outside in pieces, in place of
one that the speaker plays itself.
"""

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..clock import MS, SECOND, Clock

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
            samples: bytes = file.read()
            return samples[:size]  # a pipe's WAV says 0xFFFFFFFF
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


class Feed:
    """Samples of one channel at `rate` Hz, which the speaker passes on as they come.

    `began` is when its first sample was played, in ns. It has the attributes of a `Voice` that
    those who listen to the speaker use.
    """

    wave: Wave | None = None
    channel = 0
    paused = broken = False
    loop = False

    def __init__(self, name: str, rate: int, began: int):
        self.name = name
        self.rate = rate
        self.ended = False
        self.block: Frames = _column([])
        self.first = True
        self.began = began
        self._count = 0
        self._digest = Digest()
        self._start: list[Frames] = []
        self._recognised: Wave | None = None

    @property
    def playing(self) -> bool:
        return not self.ended

    @property
    def seconds(self) -> float:
        """The time that was played; of a known sound, its length."""
        known = self._recognised
        return known.seconds if known else self._count / self.rate

    @property
    def digest(self) -> str:
        return self._recognised.digest if self._recognised else str(self._digest)

    def rest(self) -> Frames:
        return self.block[:, 0]

    def add(self, frames: Frames) -> None:
        """Take the samples that follow."""
        self.first = self._count == 0
        self.block = _column(frames)
        if self._count < 1 << 16:
            self._start.append(frames)
        self._count += len(frames)
        self._digest.add(frames.tobytes())

    def first_frames(self, count: int) -> Frames:
        """Return the first samples, at most so many."""
        return np.concatenate([*self._start, _column([])[:, 0]])[:count]

    def end(self, recognised: Wave | None) -> None:
        """End the sound, which is this known one if it was recognised."""
        self.ended = True
        self.block = _column([])
        if recognised:
            self._recognised, self.name = recognised, recognised.path

    def stop(self) -> None:
        self.end(None)

    def pause(self) -> None:
        """Do nothing: who feeds it pauses."""

    def resume(self) -> None:
        """Do nothing."""


def _column(frames: object) -> Frames:
    return np.asarray(frames, np.int16).reshape(-1, 1)


# A source that can be closed is polled at this interval; the device's buffers are about as long.
POLL_NS = 10 * MS
# A short wave that loops is repeated to blocks of at least 1/LOOP_PART s.
LOOP_PART = 4


class Recorder(Protocol):
    """Receives, at the exact moment, what the speaker's pin plays; see `Soundtrack`."""

    def go_on(self, frames: Frames, rate: int) -> None:
        """Take frames, one channel, that follow without a gap, or start now after silence."""

    def cut(self) -> None:
        """Take note that nothing is played from now on."""

    def follow(self) -> None:
        """Take note of a reset, which replaced the board."""


class Voice:
    """Plays one source: takes a block at the moment when its first frame is due.

    A program's changes are heard from the next block on. (The device is up to two blocks ahead of
    the DAC.) `on_block` is called when a block starts, and at the end, with `ended`. `channel` is
    the one that the speaker's pin gets, None if it gets nothing. `broken`: the source was closed.
    """

    def __init__(self, clock: Clock, source: Source, loop: bool, channel: int | None,
                 on_block: Callable[["Voice"], None]):
        self.source = source
        self.loop = loop
        self.channel = channel
        self.rate = source.format.rate
        self.block: Frames = NO_FRAMES
        self.ended = False
        self.broken = False
        self._clock = clock
        self._on_block = on_block
        self._blocks = self._start()
        self._frames = 0
        self._played = 0
        self._since: int | None = None
        self._scheduled = 0
        self._digest = Digest()

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def wave(self) -> Wave | None:
        return self.source.wave

    @property
    def first(self) -> bool:
        """Whether this is the first block."""
        return not self._frames

    @property
    def paused(self) -> bool:
        return not self.ended and self._since is None

    @property
    def playing(self) -> bool:
        """Whether it has not ended; a paused sound is playing, as on the device."""
        self._check_source()
        return not self.ended

    @property
    def seconds(self) -> float:
        """The time that has been played."""
        return self._position() / SECOND

    @property
    def digest(self) -> str:
        """The digest of what has been played of a stream."""
        return str(self._digest)

    def begin(self) -> None:
        self._since = self._clock.now
        self._next()

    def pause(self) -> None:
        self._played, self._since = self._position(), None
        self._scheduled += 1

    def resume(self) -> None:
        if self.paused:
            self._since = self._clock.now
            self._schedule()

    def stop(self) -> None:
        self._remember(self.block[:max(0, self._done())])
        self.pause()
        self.ended = True
        self.block = NO_FRAMES

    def rest(self) -> Frames:
        """Return what is left of the block, as the speaker's pin gets it: one channel."""
        if self.channel is None:
            return NO_FRAMES[:, 0]
        return self.block[max(0, self._done()):, min(self.channel, self.block.shape[1] - 1)]

    def _done(self) -> int:
        """Return the number of frames of the block that have been played."""
        return (self._position() * self.rate + SECOND // 2) // SECOND - self._frames

    def _remember(self, frames: Frames) -> None:
        if not self.wave:
            self._digest.add(frames.tobytes())

    def _position(self) -> int:
        running = 0 if self._since is None else self._clock.now - self._since
        return self._played + running

    def _start(self) -> Iterator[Frames]:
        wave = self.source.wave
        if self.loop and wave and len(wave.frames):
            times = -(-self.rate // (LOOP_PART * len(wave.frames)))
            return repeat(np.tile(wave.frames, (times, 1)))
        return self.source.blocks()

    def _next(self) -> None:
        self._remember(self.block)
        self._frames += len(self.block)
        self.block = next(self._blocks, NO_FRAMES)
        if not len(self.block) and self.loop:
            self._blocks = self._start()
            self.block = next(self._blocks, NO_FRAMES)
        if len(self.block):
            self._schedule()
        else:
            self.stop()
        self._on_block(self)

    def _schedule(self) -> None:
        """Schedule the end of the block, or a poll of the source before it."""
        assert self._since is not None
        when = self._since + self._end() - self._played
        if self.source.alive:
            when = min(when, self._clock.now + POLL_NS)
        self._scheduled += 1
        mine = self._scheduled
        self._clock.at(when, lambda: self._on_time(mine))

    def _end(self) -> int:
        """Return when the block ends, in ns of playing."""
        return ((self._frames + len(self.block)) * SECOND + self.rate // 2) // self.rate

    def _on_time(self, number: int) -> None:
        if number != self._scheduled:
            return
        self._check_source()
        if self.ended:
            return
        if self._position() >= self._end():
            self._next()
        else:
            self._schedule()

    def _check_source(self) -> None:
        """End the voice if its file was closed or its object deinitialised."""
        if not self.ended and self.source.alive and not self.source.alive():
            self.stop()
            self.broken = True
            self._on_block(self)


# A sound that plays: a voice of the speaker's own, or a feed from outside.
Sounding = Voice | Feed


class Speaker:
    """The DAC behind the speaker; `log` has (start in s, path, length in s, digest) of each sound.

    The length is that of the whole wave, even if it is cut off or loops. A stream (MP3, or what
    comes from outside) is logged under its file or kind, with an infinite length and no digest
    while it plays; at its end both are set to what was played.

    `taken` means that an `AudioOut` uses the DAC. `listener` is called when another voice plays, or
    none, when it pauses and resumes, and with every further block of a stream.
    """

    def __init__(self, clock: Clock):
        self._clock = clock
        self.voice: Sounding | None = None
        self.log: list[tuple[float, str, float, str]] = []
        self.listener: Callable[[Sounding | None], None] = lambda voice: None
        self.recorders: list[Recorder] = []
        self.taken = False
        self._entry = 0

    def take_over(self, old: "Speaker") -> None:
        """Keep the listener and the recorders of the board before a reset."""
        self.listener = old.listener
        for recorder in old.recorders:
            recorder.follow()

    def play(self, sound: Wave | Source, loop: bool = False, channel: int | None = 0) -> None:
        """Play a sound; of two channels, the speaker's pin gets `channel`."""
        self._finish()
        source = source_of(sound) if isinstance(sound, Wave) else sound
        self.voice = Voice(self._clock, source, loop, channel, self._on_block)
        self._entry = len(self.log)
        if source.wave:
            self.note(source.wave)
        else:
            self.log.append((self._clock.seconds, source.name, math.inf, ""))
        self.voice.begin()

    def continue_feed(self, feed: Feed) -> None:
        """Pass on a feed's next samples, or take note of its end."""
        if feed is not self.voice:
            self._finish()
            self.voice, self._entry = feed, len(self.log)
            self.log.append((feed.began / SECOND, feed.name, math.inf, ""))
        self._on_block(feed)

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

    def _on_block(self, voice: Sounding) -> None:
        """Handle the start of a block, or the voice's end."""
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

    def _close(self, voice: Sounding) -> None:
        self._cut()
        if not voice.wave:
            start = self.log[self._entry][0]
            self.log[self._entry] = start, voice.name, voice.seconds, voice.digest

    def _go_on(self, voice: Sounding) -> None:
        for recorder in self.recorders:
            recorder.go_on(voice.rest(), voice.rate)

    def _cut(self) -> None:
        for recorder in self.recorders:
            recorder.cut()
