# SPDX-License-Identifier: MIT
"""Blocks: values that change over time, and attributes that take a number or a block.

Blocks are evaluated at a tick, once in 256 frames. In between, and when nothing plays, they keep
their value (source: `shared-module/synthio`, `LFO.c` and `Math.c`).
"""

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..native.arguments import of_type
from ..native.classes import Enumeration
from ..native.private import hidden
from ..sound.sample import view_of

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
