# SPDX-License-Identifier: MIT
"""Sample rate conversion: of a whole sound, or of a stream in pieces without a seam."""

import numpy as np
from numpy.typing import NDArray

from .source import Frames


def resample(frames: Frames, rate: int, wanted: int) -> Frames:
    """The same pitch and length at `wanted` Hz, by linear interpolation."""
    if rate == wanted or not len(frames):
        return frames
    moments = np.arange(len(frames) * wanted // rate) * (rate / wanted)
    return _at(frames, moments)


class Resampler:
    """Keeps the position between two pieces of a stream, and the last frame to interpolate from."""

    def __init__(self, rate: int, wanted: int):
        self._step = rate / wanted
        self._last: Frames | None = None
        self._place = 0.0

    def more(self, frames: Frames) -> Frames:
        """The next piece; what is due after its last frame comes with the piece that follows."""
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
