# SPDX-License-Identifier: MIT
"""A sound that comes from outside in pieces, in place of a voice that the speaker plays itself."""

import numpy as np

from .sources import Digest, Frames, Wave


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
