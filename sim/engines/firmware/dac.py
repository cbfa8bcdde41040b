# SPDX-License-Identifier: MIT
"""The chip's digital-analogue converter as the speaker's voice.

A sound begins with its first sample and ends with its DMA, or when no sample has come for a while.
If its samples are those of a sound file on the drive, the speaker's log names the file.
"""

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from ...board.sound.feed import Feed
from ...board.sound.sources import Wave
from ...board.sound.speaker import Speaker
from ...clock import MS, Clock

CYCLES_PER_SECOND = 120_000_000
# Longer than the firmware needs between two blocks.
SILENCE_NS = 30 * MS
NAME = "<DAC>"
# Other values are those of a program that sets a voltage.
LEAST_RATE, MOST_RATE = 1_000, 400_000
# A file is recognised by so many samples, which differ in the lower bits that a DAC has not.
COMPARED, LEAST, COARSE, RATES_DIFFER = 1024, 16, 300, 0.02
AT_REST = 8


class Dac:
    """`waves` yields the drive's sound files."""

    def __init__(self, speaker: Speaker, clock: Clock, waves: Callable[[], Iterable[Wave]]):
        self._speaker = speaker
        self._clock = clock
        self._waves = waves
        self._feed: Feed | None = None
        self._last_ns = 0

    def take(self, data: bytes, period: int, began: int) -> None:
        """Take samples of 12 bits that were converted, `period` cycles apart, from `began` (ns)."""
        rate = round(CYCLES_PER_SECOND / period)
        frames = ((np.frombuffer(data, "<u2").astype(np.int32) - 2048) << 4).astype(np.int16)
        if not LEAST_RATE <= rate <= MOST_RATE:
            return
        self._last_ns = self._clock.now
        if self._feed is None or abs(self._feed.rate - rate) > rate * RATES_DIFFER:
            self.stop()
            self._feed = Feed(NAME, rate, began)
            self._look(self._feed)
        self._feed.add(frames)
        self._speaker.continue_feed(self._feed)

    def stop(self) -> None:
        """End the sound, as the end of its DMA, silence and the end of power do."""
        feed, self._feed = self._feed, None
        if feed:
            feed.end(self._recognised(feed))
            self._speaker.continue_feed(feed)

    def _look(self, feed: Feed) -> None:
        """End the sound when nothing has come for a while."""
        if feed is not self._feed:
            return
        if self._clock.now - self._last_ns > SILENCE_NS:
            self.stop()
        else:
            self._clock.at(self._clock.now + SILENCE_NS, lambda: self._look(feed))

    def _recognised(self, feed: Feed) -> Wave | None:
        """Return the sound file that begins as the feed does, if there is one: of several the one
        that agrees longest.
        """
        heard = feed.first_frames(COMPARED)
        agree = [(_agreeing(wave, heard, feed.rate), wave) for wave in self._waves()]
        size, best = max(agree, key=lambda each: each[0], default=(0, None))
        return best if size else None


def _agreeing(wave: Wave, heard: NDArray[np.int16], rate: int) -> int:
    """Return how many samples are a file's, after the few at rest with which a DAC starts."""
    if abs(wave.rate - rate) > rate * RATES_DIFFER:
        return 0
    frames = wave.frames[:COMPARED, 0].astype(int)
    return max(_beginning(frames, heard[rest:]) for rest in range(AT_REST))


def _beginning(frames: NDArray[np.int_], heard: NDArray[np.int16]) -> int:
    """Return the length of what both have, 0 if they differ in it."""
    size = min(len(frames), len(heard))
    agrees = bool((abs(frames[:size] - heard[:size]) < COARSE).all())
    return size if agrees and size >= LEAST else 0
