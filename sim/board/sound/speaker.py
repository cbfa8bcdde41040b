# SPDX-License-Identifier: MIT
"""The speaker: plays sources by the virtual clock, and logs what was played, when and for how long.

`audioio` starts and stops sounds; a window registers as listener and plays them aloud, a
soundtrack as recorder.
"""

import math
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Protocol

import numpy as np

from ...clock import MS, SECOND, Clock
from .feed import Feed
from .sources import NO_FRAMES, Digest, Frames, Source, Wave, source_of

# A source that can be closed is polled at this interval; the device's buffers are about as long.
POLL_NS = 10 * MS
# A short wave that loops is repeated to blocks of at least 1/LOOP_PART s.
LOOP_PART = 4


class Recorder(Protocol):
    """Receives, at the exact moment, what the speaker's pin plays; see `soundtrack`."""

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

    The length is that of the whole wave, even if it is cut off or loops. A stream (mixer,
    synthesizer, MP3) is logged under its file or kind, such as `<Mixer>`, with an infinite length
    and no digest while it plays; at its end both are set to what was played. A wave that a mixer's
    voice plays has an entry of its own.

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
