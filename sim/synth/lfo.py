# SPDX-License-Identifier: MIT
"""Low-frequency oscillator: a block over a waveform (source: `shared-module/synthio/LFO.c`)."""

import math
from typing import Any

import numpy as np

from .blocks import (
    Block,
    BlockInput,
    Tick,
    checked_waveform,
    described,
    read,
    samples_of,
)

TRIANGLE = np.array([0, 32767, 0, -32767], np.int16)
ALMOST_ONE = 32767 / 32768


class LFO(Block):
    """A low-frequency oscillator: goes through its waveform `rate` times a second."""

    rate = BlockInput()
    scale = BlockInput()
    offset = BlockInput()
    phase_offset = BlockInput()

    def __init__(self, waveform: Any = None, *, rate: Any = 1.0, scale: Any = 1.0,
                 offset: Any = 0.0, phase_offset: Any = 0.0, once: bool = False,
                 interpolate: bool = True):
        super().__init__()
        self._waveform = checked_waveform(waveform)
        self.rate, self.scale, self.offset, self.phase_offset = rate, scale, offset, phase_offset
        self._once, self._interpolate = bool(once), bool(interpolate)
        self._phase = 0.0
        standing = Tick(1)
        standing.seconds = 0.0
        self._at(standing)

    def __repr__(self) -> str:
        return described(self, ("waveform", "rate", "scale", "offset", "phase_offset", "once",
                                "interpolate"))

    @property
    def waveform(self) -> Any:
        return self._waveform

    @property
    def once(self) -> bool:
        return self._once

    @once.setter
    def once(self, once: bool) -> None:
        self._once = bool(once)

    @property
    def interpolate(self) -> bool:
        return self._interpolate

    @interpolate.setter
    def interpolate(self, interpolate: bool) -> None:
        self._interpolate = bool(interpolate)

    @property
    def phase(self) -> float:
        return self._phase

    def retrigger(self) -> None:
        self._phase = 0.0

    def _update(self, tick: Tick) -> float:
        step, shift = read(self.rate, tick) * tick.seconds, read(self.phase_offset, tick)
        place = self._place(self._phase + step + shift, step)
        self._phase = place - shift if math.isfinite(shift) else 0.0
        swing = self._swing(place) / 32768
        return swing * read(self.scale, tick) + read(self.offset, tick)

    def _place(self, place: float, step: float) -> float:
        """In the waveform, 0 to below 1."""
        if not math.isfinite(place):
            return 0.0
        if not self._once:
            return place - math.floor(place)
        return min(place, ALMOST_ONE) if step > 0 else max(place, 0.0) if step < 0 else place

    def _swing(self, place: float) -> float:
        samples = samples_of(self._waveform, TRIANGLE)
        last = len(samples) - 1
        at = place * (len(samples) - self._once)
        index = min(max(math.floor(at), 0), last)
        value = float(samples[index])
        if not self._interpolate:
            return value
        after = index + 1 if index < last else index if self._once else 0
        return value + (float(samples[after]) - value) * min(max(at - index, 0.0), 1.0)
