# SPDX-License-Identifier: MIT
"""Repeats a waveform at a pitch, in steps of 1/65536 of a sample as the device counts."""

import numpy as np
from numpy.typing import NDArray

from .blocks import Tick, limited

SHIFT = 16


class Oscillator:
    """Keeps its place between the blocks."""

    def __init__(self) -> None:
        self._place = 0

    def run(self, samples: NDArray[np.int16], pitch: float, rate: int,
            frames: int) -> NDArray[np.int32] | None:
        """`pitch` rounds a second of all `samples`; None where that is too fast for `rate`."""
        span = len(samples) << SHIFT
        step = (rate // 2 + int(pitch * (1 << SHIFT) + 0.5) * len(samples)) // rate
        if step > span // 2:
            return None
        places = (self._place + step * np.arange(1, frames + 1, dtype=np.int64)) % span
        self._place = int(places[-1]) if frames else self._place
        return samples[places >> SHIFT].astype(np.int32)


def loop_of(samples: NDArray[np.int16], start: object, end: object,
            tick: Tick) -> NDArray[np.int16]:
    """The part of a waveform that is repeated."""
    first = int(limited(start, tick, 0, len(samples) - 1))
    return samples[first:int(limited(end, tick, first + 1, len(samples)))]
