# SPDX-License-Identifier: MIT
"""A source being played: takes its blocks as the virtual clock reaches them.

A block is taken at the moment when its first frame is due, so what a program changes is heard
from the next block on. (The device is up to two blocks ahead of the DAC.)
"""

from collections.abc import Callable, Iterator
from itertools import repeat

import numpy as np

from ..clock import MS, SECOND, Clock
from .source import NO_FRAMES, Digest, Frames, Source, Wave

# A source that can be closed is polled at this interval; the device's buffers are about as long.
LOOK_NS = 10 * MS
# A short wave that loops is taken in blocks of at least this part of a second.
LOOP_PART = 4


class Voice:
    """`on_block` is called whenever another block starts, and at the end, with `ended`.

    `channel` of a source with two is what the speaker's pin gets, None if it gets nothing.
    `broken`: the source ended it, by being closed.
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
        self._appointment = 0
        self._digest = Digest()

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
        """As on the device: a paused sound is still playing, an ended one is not."""
        self._look()
        return not self.ended

    @property
    def seconds(self) -> float:
        """How much of it has been played."""
        return self._position() / SECOND

    @property
    def digest(self) -> str:
        """Digest of what has been played of a stream."""
        return str(self._digest)

    def begin(self) -> None:
        self._since = self._clock.now
        self._next()

    def pause(self) -> None:
        self._played, self._since = self._position(), None
        self._appointment += 1

    def resume(self) -> None:
        if self.paused:
            self._since = self._clock.now
            self._appoint()

    def stop(self) -> None:
        self._remember(self.block[:max(0, self._done())])
        self.pause()
        self.ended = True
        self.block = NO_FRAMES

    def rest(self) -> Frames:
        """What is left of the block, as the speaker's pin gets it: one channel."""
        if self.channel is None:
            return NO_FRAMES[:, 0]
        return self.block[max(0, self._done()):, min(self.channel, self.block.shape[1] - 1)]

    def _done(self) -> int:
        """Frames of the block that have been played."""
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
            self._appoint()
        else:
            self.stop()
        self._on_block(self)

    def _appoint(self) -> None:
        """Ask the clock for the block's end, or for a poll of the source before that."""
        assert self._since is not None
        when = self._since + self._end() - self._played
        if self.source.alive:
            when = min(when, self._clock.now + LOOK_NS)
        self._appointment += 1
        mine = self._appointment
        self._clock.at(when, lambda: self._keep(mine))

    def _end(self) -> int:
        """When the block ends, in ns of playing."""
        return ((self._frames + len(self.block)) * SECOND + self.rate // 2) // self.rate

    def _keep(self, appointment: int) -> None:
        if appointment != self._appointment:
            return
        self._look()
        if self.ended:
            return
        if self._position() >= self._end():
            self._next()
        else:
            self._appoint()

    def _look(self) -> None:
        """A file that was closed, or an object that was deinitialised, ends what it played."""
        if not self.ended and self.source.alive and not self.source.alive():
            self.stop()
            self.broken = True
            self._on_block(self)
