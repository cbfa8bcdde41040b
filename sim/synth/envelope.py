# SPDX-License-Identifier: MIT
"""How loud a note is over time: attack, decay, sustain, release.

Levels are whole numbers to 32767 that step once in 256 frames (source:
`shared-module/synthio/__init__.c`).
"""

import math
from functools import lru_cache
from typing import Any, NamedTuple

from ..native.arguments import number
from ..native.enumeration import Enumeration
from .blocks import BLOCK_FRAMES

FULL = 32767


class EnvelopeState(Enumeration):
    """Where in its envelope a note is."""

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
    """Times in seconds, levels 0 to 1, the sustain's relative to the attack's."""

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

    attack_level: int = FULL
    sustain_level: int = FULL
    attack: int = FULL
    decay: int = FULL
    release: int = FULL


@lru_cache(maxsize=64)
def slope_of(envelope: Envelope | None, rate: int) -> Slope:
    """Without an envelope, notes go on and off at once."""
    if envelope is None:
        return Slope()
    top = int(FULL * envelope.attack_level)
    sustain = int(FULL * envelope.sustain_level * envelope.attack_level)
    return Slope(top, sustain, _step(envelope.attack_time, rate, top),
                 _step(envelope.decay_time, rate, top - sustain),
                 _step(envelope.release_time, rate, sustain or top))


def _step(seconds: float, rate: int, height: int) -> int:
    frames = math.floor(seconds * rate + 0.5)
    return min(FULL, max(1, height * BLOCK_FRAMES // frames)) if frames else FULL


class Loudness:
    """One note's place in its envelope; `level` is 0 when the note is over."""

    def __init__(self) -> None:
        self.level = 0
        self.state: Any = EnvelopeState.RELEASE
        self._frames = 0

    def attack(self, slope: Slope) -> None:
        """From silence."""
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
