# SPDX-License-Identifier: MIT
"""Mixes up to twelve notes into frames (source: `shared-module/synthio/__init__.c`)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..native.arguments import int_range, of_type, word
from ..sound.source import Frames
from .blocks import Tick, checked_waveform, samples_of
from .envelope import Envelope, EnvelopeState, Loudness, Slope, slope_of
from .note import Note
from .oscillator import Oscillator, loop_of

# What the SAMD51 has (`CIRCUITPY_SYNTHIO_MAX_CHANNELS`).
NOTES = 12
SQUARE = np.array([-32768, 32767], np.int16)
# Within ±28000 the sum of all notes stays; of what lies beyond, so much that twelve loudest fit.
KNEE = 28_000
SCALE = 0xFFFFFFF // (32768 * NOTES - KNEE)
# The octave of MIDI notes 108 to 119 in whole Hz.
TOP_OCTAVE = [round(14080 * 2 ** ((n - 9) / 12)) for n in range(12)]


class _Channel:
    """The state of one sounding note."""

    def __init__(self) -> None:
        self.note: int | Note | None = None
        self.loudness = Loudness()
        self.wave = Oscillator()
        self.ring = Oscillator()

    @property
    def pressed(self) -> bool:
        return self.note is not None and self.loudness.state is not EnvelopeState.RELEASE


class Engine:
    """`rate` in Hz; `waveform` and `envelope` are those of notes that have none of their own."""

    def __init__(self, rate: int, channels: int, waveform: Any, envelope: Any):
        self.rate = rate
        self.channels = channels
        self.envelope: Envelope | None = None
        self.set_envelope(envelope)
        self.tick = Tick(rate)
        self._waveform = checked_waveform(waveform)
        self._notes = [_Channel() for _ in range(NOTES)]

    def set_envelope(self, envelope: Any) -> None:
        self.envelope = None if envelope is None else of_type(envelope, Envelope, "envelope")

    def press(self, note: int | Note) -> None:
        """A sounding note returns to its attack; another takes a free channel, or the faintest
        released one. If there is neither, it is not heard.
        """
        if isinstance(note, Note):
            note._start()
        channel = self._find(note)
        if channel:
            channel.loudness.state = EnvelopeState.ATTACK
            return
        channel = self._free()
        if channel:
            channel.note = note
            channel.wave = Oscillator()
            channel.loudness.attack(self._slope(channel))

    def release(self, note: int | Note) -> None:
        channel = self._find(note)
        if channel:
            channel.loudness.state = EnvelopeState.RELEASE

    @property
    def pressed(self) -> list[int | Note]:
        return [c.note for c in self._notes if c.pressed and c.note is not None]

    @property
    def sounding(self) -> list[int | Note]:
        return [c.note for c in self._notes if c.note is not None]

    def info(self, note: Any) -> tuple[Any, float]:
        channel = self._find(note)
        if channel is None:
            return None, 0.0
        return channel.loudness.state, channel.loudness.level / 32767

    def render(self, frames: int) -> Frames:
        self.tick = Tick(self.rate)
        total = np.zeros((frames, self.channels), np.int32)
        for channel in self._notes:
            if channel.note is not None and not channel.loudness.level:
                channel.note = None
            elif channel.note is not None:
                self._add_to(total, channel)
        for channel in self._notes:
            if channel.note is not None:
                channel.loudness.advance(self._slope(channel), frames)
        return _compress(total)

    def _find(self, note: Any) -> _Channel | None:
        same = [c for c in self._notes if c.note is note
                or (isinstance(note, int) and isinstance(c.note, int) and c.note == note)]
        return same[0] if same and note is not None else None

    def _free(self) -> _Channel | None:
        silent = [c for c in self._notes if c.note is None]
        fading = sorted((c for c in self._notes if not c.pressed), key=lambda c: c.loudness.level)
        return next(iter(silent + fading), None)

    def _slope(self, channel: _Channel) -> Slope:
        own = channel.note.envelope if isinstance(channel.note, Note) else None
        return slope_of(own or self.envelope, self.rate)

    def _add_to(self, total: NDArray[np.int32], channel: _Channel) -> None:
        level = channel.loudness.level
        if isinstance(channel.note, Note):
            sides = [level * side >> 15 for side in channel.note._sides(self.tick)]
            heard = self._sound(channel, channel.note, len(total))
        else:
            assert channel.note is not None
            sides = [level, level]
            samples = samples_of(self._waveform, SQUARE)
            heard = channel.wave.run(samples, midi_pitch(channel.note), self.rate, len(total))
        if heard is not None:
            total += heard[:, None] * np.array(sides[:self.channels], np.int32) >> 16

    def _sound(self, channel: _Channel, note: Note, frames: int) -> NDArray[np.int32] | None:
        """The note's waveform, rung and filtered; None if it is too high."""
        tick = self.tick
        own = samples_of(note.waveform if note.waveform is not None else self._waveform, SQUARE)
        if note.waveform is not None:
            own = loop_of(own, note.waveform_loop_start, note.waveform_loop_end, tick)
        heard = channel.wave.run(own, note._pitch(tick), self.rate, frames)
        if heard is None:
            return None
        if note.ring_frequency and note.ring_waveform is not None:
            heard = self._ring(channel, note, heard)
        return note._memory.run(note.filter, heard, tick) if note.filter else heard

    def _ring(self, channel: _Channel, note: Note, heard: NDArray[np.int32]) -> NDArray[np.int32]:
        ring = loop_of(samples_of(note.ring_waveform, SQUARE), note.ring_waveform_loop_start,
                       note.ring_waveform_loop_end, self.tick)
        swing = channel.ring.run(ring, note._ring_pitch(self.tick), self.rate, len(heard))
        return heard if swing is None else (swing * heard / 32768).astype(np.int32)


def midi_pitch(note: int) -> float:
    """In Hz; 69 is concert A."""
    return TOP_OCTAVE[note % 12] * 2 ** (note // 12 - 10)


def checked_note(note: Any) -> int | Note:
    if isinstance(note, Note):
        return note
    if not isinstance(note, int) or isinstance(note, bool):
        raise TypeError(f"note must be of type int or Note, not {type(note).__name__}")
    return int_range(word(note), 0, 127, "note")


def _compress(total: NDArray[np.int32]) -> Frames:
    """A hard knee, as on the device: many notes are loud, and never too loud."""
    over = np.where(total > KNEE, total - KNEE, np.where(total < -KNEE, total + KNEE, 0))
    return (total - over + (over.astype(np.int64) * SCALE >> 16)).astype(np.int16)
