# SPDX-License-Identifier: MIT
"""audiomixer: mixes several samples, each at its own level, into one."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....board.sound import NO_FRAMES, Format, Frames, Source
from ..heap import allocate
from ..native.arguments import int_min, int_range, word
from ..native.sample import AudioSample, source_of_sample
from . import machine

__all__ = ["Mixer", "MixerVoice"]

FULL = 1 << 15
# Two buffers of a 32-bit word each.
LEAST_BUFFER_BYTES = 8


class MixerVoice:
    """One of a mixer's voices; a sample starts with the mixer's next buffer."""

    def __init__(self) -> None:
        self.level = 1.0
        self.panning = 0.0
        self._loop = False
        self._mixer: Mixer | None = None
        self._source: Source | None = None
        self._blocks: Iterator[Frames] = iter(())
        self._pending: Frames = NO_FRAMES
        self._noted = False

    def play(self, sample: Any, *, loop: bool = False) -> None:
        if self._mixer is None:
            raise ValueError("Voice must belong to a Mixer")
        source = source_of_sample(sample, loop)
        _require_match(self._mixer._checked(), source.format)
        sample._rewind()
        if sample is self._mixer:
            return
        self._source, self._loop = source, bool(loop)
        self._blocks, self._pending, self._noted = source.blocks(), NO_FRAMES, False

    def stop(self) -> None:
        self._source = None

    def end(self) -> None:
        if self._source:
            self._loop = False

    @property
    def loop(self) -> bool:
        return self._loop

    @loop.setter
    def loop(self, loop: bool) -> None:
        self._loop = bool(loop)

    @property
    def playing(self) -> bool:
        return self._source is not None

    @property
    def level(self) -> float:
        return self._level

    @level.setter
    def level(self, level: float) -> None:
        self._level = _setting(level, "level")

    @property
    def panning(self) -> float:
        return self._panning

    @panning.setter
    def panning(self, panning: float) -> None:
        self._panning = _setting(panning, "panning")

    def _add_to(self, total: NDArray[np.int32], form: Format) -> None:
        """Add the voice to a buffer, block by block; stop at its sample's end."""
        at = 0
        while at < len(total):
            frames = self._take(len(total) - at)
            if not len(frames):
                self._source = None
                break
            part = total[at:at + len(frames)]
            part[:] = _add(part, frames, self._levels(form), form.bits)
            at += len(frames)

    def _take(self, most: int) -> Frames:
        """Return the next frames, none at the end."""
        if not len(self._pending):
            self._pending = self._next_block()
        frames, self._pending = self._pending[:most], self._pending[most:]
        return frames

    def _next_block(self) -> Frames:
        source = self._source
        if source is None or (source.alive and not source.alive()):
            return NO_FRAMES
        self._note(source)
        block = next(self._blocks, NO_FRAMES)
        if not len(block) and self._loop:
            self._blocks = source.blocks()
            block = next(self._blocks, NO_FRAMES)
        return block

    def _note(self, source: Source) -> None:
        if source.wave and not self._noted:
            machine.speaker.note(source.wave)
        self._noted = True

    def _levels(self, form: Format) -> list[int]:
        """Return the level of each channel, 0 to FULL."""
        level = int(min(1, max(0, self._level)) * FULL)
        panning = round(min(1, max(-1, self._panning)) * FULL)
        if form.channels == 1:
            return [level]
        return [level * min(FULL, FULL + panning) >> 15, level * min(FULL, FULL - panning) >> 15]


class Mixer(AudioSample):
    """A mixer of voices, whose samples have the mixer's format, or are mono in a stereo mixer.

    It sounds while an `AudioOut` plays it; when that starts, it stops the voices.
    """

    def __init__(self, voice_count: int = 2, buffer_size: int = 1024, channel_count: int = 2,
                 bits_per_sample: int = 16, samples_signed: bool = True, sample_rate: int = 8000):
        int_range(word(voice_count), 1, 255, "voice_count")
        channels = int_range(word(channel_count), 1, 2, "channel_count")
        size = allocate(int_min(word(buffer_size), LEAST_BUFFER_BYTES, "buffer_size"))
        if word(bits_per_sample) not in (8, 16):
            raise ValueError("bits_per_sample must be 8 or 16")
        rate = int_min(word(sample_rate), 1, "sample_rate")
        self._format = Format(rate, channels, bits_per_sample, bool(samples_signed))
        self._size = size // 8 * 4 * 8 // bits_per_sample // channels
        self._voices = tuple(MixerVoice() for _ in range(voice_count))
        for voice in self._voices:
            voice._mixer = self
        self._busy = False

    @property
    def playing(self) -> bool:
        self._checked()
        return any(voice.playing for voice in self._voices)

    @property
    def voice(self) -> tuple[MixerVoice, ...]:
        self._checked()
        return self._voices

    def play(self, sample: Any, *, voice: int = 0, loop: bool = False) -> "Mixer":
        self._voice(voice).play(sample, loop=loop)
        return self

    def stop_voice(self, voice: int = 0) -> None:
        self._voice(voice).stop()

    def _voice(self, number: int) -> MixerVoice:
        self._checked()
        if not 0 <= word(number) < len(self._voices):
            raise ValueError("Invalid voice")
        return self._voices[number]

    def _rewind(self) -> None:
        for voice in self._voices:
            voice.stop()

    def _source(self) -> Source:
        return Source(self._checked(), "<Mixer>", self._blocks, self._alive)

    def _blocks(self) -> Iterator[Frames]:
        while True:
            yield self._mix()

    def _mix(self) -> Frames:
        """Mix one buffer; a mixer that plays itself through another one adds nothing."""
        form = self._checked()
        total = np.zeros((self._size, form.channels), np.int32)
        if not self._busy:
            self._busy = True
            for voice in self._voices:
                voice._add_to(total, form)
            self._busy = False
        return total.astype(np.int16)


def _setting(value: Any, name: str) -> float:
    """Return a level or a panning; None counts as 0. Raises TypeError."""
    if not isinstance(value, (int, float, type(None))):
        raise TypeError(f"{name} must be of type BlockInput, not {type(value).__name__}")
    return float(value or 0)


def _require_match(own: Format, other: Format) -> None:
    """Check that a sample fits. Raises ValueError in CircuitPython's words."""
    pairs = [
        ("sample_rate", other.rate == own.rate),
        ("channel_count", own.channels in (other.channels, 2)),
        ("bits_per_sample", other.bits == own.bits),
        ("signedness", other.signed == own.signed),
    ]
    for name, same in pairs:
        if not same:
            raise ValueError(f"The sample's {name} does not match")


def _add(total: NDArray[np.int32], frames: Frames, levels: list[int],
         bits: int) -> NDArray[np.int32]:
    """Convert a voice to the mixer's bits, and clip it to full scale."""
    scaled = frames.astype(np.int32) * np.array(levels, np.int32) >> 15
    if bits == 16:
        return np.clip(total + scaled, -0x8000, 0x7FFF)
    return np.clip(total + (scaled & ~0xFF), -0x8000, 0x7F00)
