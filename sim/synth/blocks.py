# SPDX-License-Identifier: MIT
"""Blocks: values that change over time, and the attributes that take a number or a block.

Blocks are evaluated once in 256 frames, at a tick; in between, and when nothing plays, they keep
their value (source: `shared-module/synthio`).
"""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..native.private import hidden
from ..sound.sample import view_of

BLOCK_FRAMES = 256
WAVEFORM_MAX_LENGTH = 16384


class Tick:
    """One moment at which blocks advance, by `seconds`; `radians` is 2π over the sample rate."""

    def __init__(self, rate: int, frames: int = BLOCK_FRAMES):
        self.seconds = frames / rate
        self.radians = 2 * math.pi / rate


class Block:
    """`value` is the last one; within a tick it stays, also for a block that refers to itself."""

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
    """What is no number at all counts as `low`."""
    return min(high, max(low, read(slot, tick)))


def described(thing: Any, names: Iterable[str]) -> str:
    """As the core prints an object: its type and attributes."""
    return f"{type(thing).__name__}({', '.join(f'{n}={getattr(thing, n)!r}' for n in names)})"


def checked_waveform(waveform: Any) -> Any:
    """An array of 16-bit samples, or None. Raises TypeError, ValueError."""
    if waveform is None:
        return None
    with view_of(waveform) as view:
        if view.format != "h" or not view.c_contiguous:
            raise ValueError("waveform must be array of type 'h'")
        if not 2 <= view.nbytes // 2 <= WAVEFORM_MAX_LENGTH:
            raise ValueError(f"waveform length must be 2-{WAVEFORM_MAX_LENGTH}")
    return waveform


def samples_of(waveform: Any, default: NDArray[np.int16]) -> NDArray[np.int16]:
    """What the array holds now: a program may change it while it is played."""
    samples = default if waveform is None else np.frombuffer(waveform, np.int16)
    return samples if len(samples) else default
