# SPDX-License-Identifier: MIT
"""A note: its pitch, sound and place between left and right (source: `shared-module/synthio`)."""

from typing import Any

from ..native.arguments import number, of_type
from ..native.private import hidden
from .biquad import Biquad, FilterMemory
from .blocks import (
    WAVEFORM_MAX_LENGTH,
    BlockInput,
    Tick,
    checked_waveform,
    described,
    limited,
)
from .envelope import Envelope

FULL = 1 << 15
ALMOST_ONE = 32767 / 32768
MOST_HZ = 32767
# In octaves, up or down.
MOST_BEND = 12

NAMES = ("frequency", "panning", "amplitude", "bend", "waveform", "waveform_loop_start",
         "waveform_loop_end", "envelope", "filter", "ring_frequency", "ring_bend", "ring_waveform",
         "ring_waveform_loop_start", "ring_waveform_loop_end")


class _Checked:
    """An attribute whose values go through `check`."""

    def __init__(self, check: Any):
        self._check = check

    def __set_name__(self, owner: type, name: str) -> None:
        self._name, self._slot = name, hidden("_" + name)

    def __get__(self, thing: Any, owner: type | None = None) -> Any:
        return self if thing is None else vars(thing)[self._slot]

    def __set__(self, thing: Any, value: Any) -> None:
        vars(thing)[self._slot] = self._check(value, self._name)


def _hertz(value: Any, name: str) -> float:
    if not 0 <= number(value) <= MOST_HZ:
        raise ValueError(f"{name} must be 0-{MOST_HZ}")
    return float(value)


def _waveform(value: Any, _: str) -> Any:
    return checked_waveform(value)


def _envelope(value: Any, name: str) -> Envelope | None:
    return None if value is None else of_type(value, Envelope, name)


def _filter(value: Any, name: str) -> Biquad | None:
    return None if value is None else of_type(value, Biquad, name)


class Note:
    """Everything may be changed while it sounds, and takes effect from the next 256 frames on."""

    frequency = _Checked(_hertz)
    panning = BlockInput()
    amplitude = BlockInput()
    bend = BlockInput()
    waveform = _Checked(_waveform)
    waveform_loop_start = BlockInput()
    waveform_loop_end = BlockInput()
    envelope = _Checked(_envelope)
    filter = _Checked(_filter)
    ring_frequency = _Checked(_hertz)
    ring_bend = BlockInput()
    ring_waveform = _Checked(_waveform)
    ring_waveform_loop_start = BlockInput()
    ring_waveform_loop_end = BlockInput()

    def __init__(self, *, frequency: float, panning: Any = 0.0, waveform: Any = None,
                 waveform_loop_start: Any = 0, waveform_loop_end: Any = WAVEFORM_MAX_LENGTH,
                 envelope: Envelope | None = None, amplitude: Any = 1.0, bend: Any = 0.0,
                 filter: Biquad | None = None, ring_frequency: float = 0.0, ring_bend: float = 0.0,
                 ring_waveform: Any = None, ring_waveform_loop_start: Any = 0,
                 ring_waveform_loop_end: Any = WAVEFORM_MAX_LENGTH):
        given = dict(locals())
        for name in NAMES:
            setattr(self, name, given[name])
        self._memory = FilterMemory()

    def __repr__(self) -> str:
        return described(self, NAMES)

    def _start(self) -> None:
        """Called when it is pressed."""
        self._memory = FilterMemory()

    def _pitch(self, tick: Tick) -> float:
        return self.frequency * 2 ** limited(self.bend, tick, -MOST_BEND, MOST_BEND)

    def _ring_pitch(self, tick: Tick) -> float:
        return self.ring_frequency * 2 ** limited(self.ring_bend, tick, -MOST_BEND, MOST_BEND)

    def _sides(self, tick: Tick) -> tuple[int, int]:
        """How loud left and right, 0 to 32767."""
        panning = round(limited(self.panning, tick, -ALMOST_ONE, ALMOST_ONE) * FULL)
        loud = round(limited(self.amplitude, tick, 0, ALMOST_ONE) * FULL)
        left = FULL if panning >= 0 else FULL - 1 + panning
        right = FULL if panning < 0 else FULL - 1 - panning
        return left * loud >> 15, right * loud >> 15
