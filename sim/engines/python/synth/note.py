# SPDX-License-Identifier: MIT
"""A note: pitch, envelope, filter, and position between left and right.

Levels are integers up to 32767 that change once in 256 frames. Filter coefficients are those of
Robert Bristow-Johnson's cookbook, in fractions of 32768 as on the device. CircuitPython
approximates sine and cosine, well up to a quarter of the sample rate; here they are exact. Sources:
`shared-module/synthio/__init__.c`, `Note.c` and `Biquad.c`.
"""

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..native.arguments import number, of_type
from ..native.classes import Enumeration
from ..native.private import hidden
from .blocks import (
    BLOCK_FRAMES,
    WAVEFORM_MAX_LENGTH,
    BlockInput,
    Tick,
    checked_waveform,
    described,
    limited,
    read,
)

FULL_LEVEL = 32767


class EnvelopeState(Enumeration):
    """The phase of a note's envelope."""

    __module__ = "synthio"

    ATTACK: "EnvelopeState"
    DECAY: "EnvelopeState"
    SUSTAIN: "EnvelopeState"
    RELEASE: "EnvelopeState"


class _Fields(NamedTuple):
    attack_time: float
    decay_time: float
    release_time: float
    attack_level: float
    sustain_level: float


class Envelope(_Fields):
    """Times in seconds and levels of 0 to 1; the sustain's level is relative to the attack's."""

    __slots__ = ()

    def __new__(cls, *, attack_time: float = 0.1, decay_time: float = 0.05,
                release_time: float = 0.2, attack_level: float = 1.0,
                sustain_level: float = 0.8) -> "Envelope":
        values = attack_time, decay_time, release_time, attack_level, sustain_level
        for name, value in zip(_Fields._fields, values, strict=True):
            _check(name, number(value))
        return super().__new__(cls, *values)


def _check(name: str, value: float) -> None:
    if name.endswith("_level"):
        if not 0 <= value <= 1:
            raise ValueError(f"{name} must be 0-1")
    elif not 0 <= value < math.inf:
        raise ValueError(f"{name} must be >= 0")


class Slope(NamedTuple):
    """An envelope in the synthesizer's units: levels, and steps of a block."""

    attack_level: int = FULL_LEVEL
    sustain_level: int = FULL_LEVEL
    attack: int = FULL_LEVEL
    decay: int = FULL_LEVEL
    release: int = FULL_LEVEL


@lru_cache(maxsize=64)
def slope_of(envelope: Envelope | None, rate: int) -> Slope:
    """Convert an envelope; without one, notes start and end at once."""
    if envelope is None:
        return Slope()
    top = int(FULL_LEVEL * envelope.attack_level)
    sustain = int(FULL_LEVEL * envelope.sustain_level * envelope.attack_level)
    return Slope(top, sustain, _step(envelope.attack_time, rate, top),
                 _step(envelope.decay_time, rate, top - sustain),
                 _step(envelope.release_time, rate, sustain or top))


def _step(seconds: float, rate: int, height: int) -> int:
    frames = math.floor(seconds * rate + 0.5)
    return min(FULL_LEVEL, max(1, height * BLOCK_FRAMES // frames)) if frames else FULL_LEVEL


class Loudness:
    """One note's progress in its envelope; `level` is 0 when the note is over."""

    def __init__(self) -> None:
        self.level = 0
        self.state: Any = EnvelopeState.RELEASE
        self._frames = 0

    def attack(self, slope: Slope) -> None:
        """Start from silence."""
        self.level, self._frames = 0, 0
        self.state = EnvelopeState.ATTACK
        self.advance(slope, BLOCK_FRAMES)

    def advance(self, slope: Slope, frames: int) -> None:
        self._frames += frames
        while self._frames >= BLOCK_FRAMES:
            self._frames -= BLOCK_FRAMES
            self._step(slope)

    def _step(self, slope: Slope) -> None:
        if self.state is EnvelopeState.ATTACK:
            self.level = min(self.level + slope.attack, slope.attack_level)
            if self.level == slope.attack_level:
                self.state = EnvelopeState.DECAY
        elif self.state is EnvelopeState.DECAY:
            self.level = max(self.level - slope.decay, slope.sustain_level)
            if self.level == slope.sustain_level:
                self.state = EnvelopeState.SUSTAIN
        elif self.state is EnvelopeState.RELEASE:
            self.level = max(self.level - slope.release, 0)


ONE = 1 << 15
WORD = 1 << 31


class FilterMode(Enumeration):
    """The frequencies that a filter passes."""

    __module__ = "synthio"

    LOW_PASS: "FilterMode"
    HIGH_PASS: "FilterMode"
    BAND_PASS: "FilterMode"
    NOTCH: "FilterMode"
    LOW_SHELF: "FilterMode"
    HIGH_SHELF: "FilterMode"
    PEAKING_EQ: "FilterMode"


class Biquad:
    """A second-order filter; `A` applies to shelves and peaks, the frequency is in Hz."""

    frequency = BlockInput()
    Q = BlockInput()
    A = BlockInput()

    def __init__(self, mode: FilterMode, frequency: Any, Q: Any = 0.7071067811865475,
                 A: Any = None):
        self._mode = of_type(mode, FilterMode, "mode")
        self.frequency, self.Q, self.A = frequency, Q, A

    def __repr__(self) -> str:
        return described(self, ("mode", "frequency", "Q", "A"))

    @property
    def mode(self) -> FilterMode:
        return self._mode

    def _coefficients(self, tick: Tick) -> list[int]:
        """Return b0, b1, b2, a1, a2; all 0, which is silence, if they cannot be calculated."""
        angle = read(self.frequency, tick) * tick.radians
        try:
            alpha = math.sin(angle) / (2 * read(self.Q, tick))
            b, a = _polynomials(self._mode, math.cos(angle), alpha, read(self.A, tick))
            parts = [value / a[0] * ONE for value in (*b, a[1], a[2])]
            return [max(-WORD, min(WORD - 1, round(part))) for part in parts]
        except (ArithmeticError, ValueError):
            return [0, 0, 0, 0, 0]


class FilterMemory:
    """The last two frames that entered and left a note's filter."""

    def __init__(self) -> None:
        self._x = self._y = (0, 0)

    def run(self, biquad: Biquad, samples: NDArray[np.int32], tick: Tick) -> NDArray[np.int32]:
        """Filter frame by frame, as each needs the one before it."""
        b0, b1, b2, a1, a2 = biquad._coefficients(tick)
        (x0, x1), (y0, y1) = self._x, self._y
        out = []
        for x in samples.tolist():
            y = (b0 * x + b1 * x0 + b2 * x1 - a1 * y0 - a2 * y1 + ONE // 2) >> 15
            y = -0x8000 if y < -0x8000 else 0x7FFF if y > 0x7FFF else y
            x0, x1, y0, y1 = x, x0, y, y0
            out.append(y)
        self._x, self._y = (x0, x1), (y0, y1)
        return np.array(out, np.int32)


_Three = tuple[float, float, float]


def _polynomials(mode: Any, cos: float, alpha: float, a: float) -> tuple[_Three, _Three]:
    """Return numerator and denominator."""
    if mode is FilterMode.LOW_SHELF:
        return _shelf(cos, alpha, a, 1)
    if mode is FilterMode.HIGH_SHELF:
        return _shelf(cos, alpha, a, -1)
    if mode is FilterMode.PEAKING_EQ:
        # The cookbook's last term is 1 - alpha * a; CircuitPython's plus sounds different.
        return ((1 + alpha * a, -2 * cos, 1 + alpha * a), (1 + alpha / a, -2 * cos, 1 - alpha / a))
    numerators = {
        FilterMode.LOW_PASS: ((1 - cos) / 2, 1 - cos, (1 - cos) / 2),
        FilterMode.HIGH_PASS: ((1 + cos) / 2, -(1 + cos), (1 + cos) / 2),
        FilterMode.BAND_PASS: (alpha, 0.0, -alpha),
        FilterMode.NOTCH: (1.0, -2 * cos, 1.0),
    }
    return numerators[mode], (1 + alpha, -2 * cos, 1 - alpha)


def _shelf(cos: float, alpha: float, a: float, side: int) -> tuple[_Three, _Three]:
    """Return a shelf's polynomials; `side` is 1 for the low shelf, −1 for the high one."""
    more, less, root = a + 1, (a - 1) * side, 2 * math.sqrt(a) * alpha
    b = (a * (more - less * cos + root), 2 * a * side * (a - 1 - (a + 1) * cos * side),
         a * (more - less * cos - root))
    return b, (more + less * cos + root, -2 * side * (a - 1 + (a + 1) * cos * side),
               more + less * cos - root)


SHIFT = 16


class Oscillator:
    """Repeats a waveform at a pitch, in steps of 1/65536 of a sample as the device counts."""

    def __init__(self) -> None:
        self._place = 0

    def run(self, samples: NDArray[np.int16], pitch: float, rate: int,
            frames: int) -> NDArray[np.int32] | None:
        """Repeat `samples` `pitch` times a second; returns None if that is too fast for `rate`."""
        span = len(samples) << SHIFT
        step = (rate // 2 + int(pitch * (1 << SHIFT) + 0.5) * len(samples)) // rate
        if step > span // 2:
            return None
        places = (self._place + step * np.arange(1, frames + 1, dtype=np.int64)) % span
        self._place = int(places[-1]) if frames else self._place
        return samples[places >> SHIFT].astype(np.int32)


def loop_of(samples: NDArray[np.int16], start: object, end: object,
            tick: Tick) -> NDArray[np.int16]:
    """Return the part of a waveform that is repeated."""
    first = int(limited(start, tick, 0, len(samples) - 1))
    return samples[first:int(limited(end, tick, first + 1, len(samples)))]


FULL = 1 << 15
ALMOST_ONE = 32767 / 32768
MOST_HZ = 32767
# Octaves, up or down.
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
    """A note; changes while it sounds take effect at the next 256 frames."""

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
        """Reset the filter when the note is pressed."""
        self._memory = FilterMemory()

    def _pitch(self, tick: Tick) -> float:
        return self.frequency * 2 ** limited(self.bend, tick, -MOST_BEND, MOST_BEND)

    def _ring_pitch(self, tick: Tick) -> float:
        return self.ring_frequency * 2 ** limited(self.ring_bend, tick, -MOST_BEND, MOST_BEND)

    def _sides(self, tick: Tick) -> tuple[int, int]:
        """Return the loudness left and right, 0 to 32767."""
        panning = round(limited(self.panning, tick, -ALMOST_ONE, ALMOST_ONE) * FULL)
        loud = round(limited(self.amplitude, tick, 0, ALMOST_ONE) * FULL)
        left = FULL if panning >= 0 else FULL - 1 + panning
        right = FULL if panning < 0 else FULL - 1 - panning
        return left * loud >> 15, right * loud >> 15
