# SPDX-License-Identifier: MIT
"""A synthesizer's note: pitch, envelope, filter, position between left and right, and the blocks
that change these over time.

Levels are integers up to 32767 that change once in 256 frames. Filter coefficients are those of
Robert Bristow-Johnson's cookbook, in fractions of 32768 as on the device. CircuitPython
approximates sine and cosine, well up to a quarter of the sample rate; here they are exact.

An attribute takes a number or a block. Blocks are evaluated at a tick, once in 256 frames. In
between, and when nothing plays, they keep their value. Sources: `shared-module/synthio/__init__.c`,
`Note.c`, `Biquad.c`, `LFO.c` and `Math.c`.
"""

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..native.arguments import number, of_type
from ..native.classes import Enumeration
from ..native.private import hidden
from .sample import view_of

BLOCK_FRAMES = 256
WAVEFORM_MAX_LENGTH = 16384


class Tick:
    """A moment at which blocks advance by `seconds`; `radians` is 2π over the sample rate."""

    def __init__(self, rate: int, frames: int = BLOCK_FRAMES):
        self.seconds = frames / rate
        self.radians = 2 * math.pi / rate


class Block:
    """A block; within a tick its `value` stays, also for a block that refers to itself."""

    def __init__(self) -> None:
        self._tick: Tick | None = None
        self._value = 0.0

    @property
    def value(self) -> float:
        return self._value

    def _at(self, tick: Tick) -> float:
        if self._tick is not tick:
            self._tick = tick
            self._value = self._update(tick)
        return self._value

    def _update(self, tick: Tick) -> float:
        raise NotImplementedError


class BlockInput:
    """An attribute that takes a number, None for 0, or a block. Raises TypeError."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name, self._slot = name, hidden("_" + name)

    def __get__(self, thing: Any, owner: type | None = None) -> Any:
        return self if thing is None else vars(thing)[self._slot]

    def __set__(self, thing: Any, value: Any) -> None:
        if value is None:
            value = 0.0
        elif isinstance(value, (int, float)):
            value = float(value)
        elif not isinstance(value, Block):
            kind = type(value).__name__
            raise TypeError(f"{self._name} must be of type BlockInput, not {kind}")
        vars(thing)[self._slot] = value


def read(slot: Any, tick: Tick) -> float:
    return slot._at(tick) if isinstance(slot, Block) else slot


def limited(slot: Any, tick: Tick, low: float, high: float) -> float:
    """Return a slot's value within limits; not-a-number counts as `low`."""
    return min(high, max(low, read(slot, tick)))


def described(thing: Any, names: Iterable[str]) -> str:
    """Print an object as CircuitPython does: its type and attributes."""
    return f"{type(thing).__name__}({', '.join(f'{n}={getattr(thing, n)!r}' for n in names)})"


def checked_waveform(waveform: Any) -> Any:
    """Return an array of 16-bit samples, or None. Raises TypeError, ValueError."""
    if waveform is None:
        return None
    with view_of(waveform) as view:
        if view.format != "h" or not view.c_contiguous:
            raise ValueError("waveform must be array of type 'h'")
        if not 2 <= view.nbytes // 2 <= WAVEFORM_MAX_LENGTH:
            raise ValueError(f"waveform length must be 2-{WAVEFORM_MAX_LENGTH}")
    return waveform


def samples_of(waveform: Any, default: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the samples in an array, which a program may change while it is played."""
    samples = default if waveform is None else np.frombuffer(waveform, np.int16)
    return samples if len(samples) else default


TRIANGLE = np.array([0, 32767, 0, -32767], np.int16)
ALMOST_ONE = 32767 / 32768


class LFO(Block):
    """A low-frequency oscillator: repeats its waveform `rate` times a second."""

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
        """Return the position in the waveform, 0 to below 1."""
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


class MathOperation(Enumeration):
    """The operation of a Math block; calling it with inputs makes such a block."""

    __module__ = "synthio"

    SUM: "MathOperation"
    ADD_SUB: "MathOperation"
    PRODUCT: "MathOperation"
    MUL_DIV: "MathOperation"
    SCALE_OFFSET: "MathOperation"
    OFFSET_SCALE: "MathOperation"
    LERP: "MathOperation"
    CONSTRAINED_LERP: "MathOperation"
    DIV_ADD: "MathOperation"
    ADD_DIV: "MathOperation"
    MID: "MathOperation"
    MAX: "MathOperation"
    MIN: "MathOperation"
    ABS: "MathOperation"

    def __call__(self, a: Any, b: Any = 0.0, c: Any = 1.0) -> "Math":
        return Math(self, a, b, c)


def _lerp(a: float, b: float, c: float) -> float:
    return a * (1 - c) + b * c


# A division by 0 gives 0, unlike what CircuitPython's documentation says.
FUNCTIONS: dict[Any, Callable[[float, float, float], float]] = {
    MathOperation.SUM: lambda a, b, c: a + b + c,
    MathOperation.ADD_SUB: lambda a, b, c: a + b - c,
    MathOperation.PRODUCT: lambda a, b, c: a * b * c,
    MathOperation.MUL_DIV: lambda a, b, c: a * b / c if c else 0.0,
    MathOperation.SCALE_OFFSET: lambda a, b, c: a * b + c,
    MathOperation.OFFSET_SCALE: lambda a, b, c: (a + b) * c,
    MathOperation.LERP: _lerp,
    MathOperation.CONSTRAINED_LERP: lambda a, b, c: _lerp(a, b, min(1.0, max(0.0, c))),
    MathOperation.DIV_ADD: lambda a, b, c: a / b + c if b else 0.0,
    MathOperation.ADD_DIV: lambda a, b, c: (a + b) / c if c else 0.0,
    MathOperation.MID: lambda a, b, c: sorted((a, b, c))[1],
    MathOperation.MAX: max,
    MathOperation.MIN: min,
    MathOperation.ABS: lambda a, b, c: abs(a),
}


class Math(Block):
    """A block that computes its value from up to three inputs."""

    a = BlockInput()
    b = BlockInput()
    c = BlockInput()

    def __init__(self, operation: MathOperation, a: Any, b: Any = 0.0, c: Any = 1.0):
        super().__init__()
        self.operation = operation
        self.a, self.b, self.c = a, b, c

    def __repr__(self) -> str:
        return described(self, ("operation", "a", "b", "c"))

    @property
    def operation(self) -> MathOperation:
        return self._operation

    @operation.setter
    def operation(self, operation: MathOperation) -> None:
        self._operation = of_type(operation, MathOperation, "operation")

    def _update(self, tick: Tick) -> float:
        inputs = [read(slot, tick) for slot in (self.a, self.b, self.c)]
        return FUNCTIONS[self._operation](*inputs)


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

    def __init__(self, frequency: float, *, panning: Any = 0.0, waveform: Any = None,
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
