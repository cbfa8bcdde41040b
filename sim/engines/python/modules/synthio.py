# SPDX-License-Identifier: MIT
"""synthio: notes with envelopes, filters and blocks, and MIDI files."""

import struct
from typing import Any

from ..native.arguments import number
from ..sound.note import (
    LFO,
    WAVEFORM_MAX_LENGTH,
    Biquad,
    Envelope,
    EnvelopeState,
    FilterMode,
    Math,
    MathOperation,
    Note,
)
from ..sound.sample import byte_file
from ..sound.synthesizer import TOP_OCTAVE, MidiTrack, Synthesizer
from . import machine

__all__ = ["LFO", "Biquad", "Envelope", "EnvelopeState", "FilterMode", "Math", "MathOperation",
           "MidiTrack", "Note", "Synthesizer", "from_file", "midi_to_hz", "voct_to_hz",
           "waveform_max_length"]

waveform_max_length = WAVEFORM_MAX_LENGTH

# One track, type 0.
HEADER = b"MThd\0\0\0\x06\0\0\0\x01"
MOST_VOLTS = 11
MOST_TEMPO = 1 << 16


def from_file(file: Any, *, sample_rate: int = 11025, waveform: Any = None,
              envelope: Envelope | None = None) -> MidiTrack:
    """Raises ValueError for a file other than MIDI of one track."""
    if isinstance(file, str):
        raise TypeError("file must be a file opened in byte mode")
    opened = byte_file(machine.drive, file)
    opened.seek(0)
    header, chunk = opened.read(len(HEADER) + 2), opened.read(8)
    if not header.startswith(HEADER) or len(chunk) < 8 or chunk[:4] != b"MTrk":
        raise ValueError("Invalid file")
    size = struct.unpack(">I", chunk[4:])[0]
    events = opened.read(size)
    if len(events) < size:
        raise ValueError("Invalid file")
    return MidiTrack(events, _tempo(*header[len(HEADER):]), sample_rate=sample_rate,
                     waveform=waveform, envelope=envelope)


def _tempo(high: int, low: int) -> int:
    """Return ticks a second: of two quarter notes, or of frames with a number of ticks each."""
    if high & 0x80:
        return (0x100 - high) * low
    return 2 * (high << 8 | low) % MOST_TEMPO


def midi_to_hz(midi_note: float) -> float:
    """Return the frequency of a note; 69 is concert A, 440 Hz."""
    return voct_to_hz(number(midi_note) / 12 - 3)


def voct_to_hz(ctrl: float) -> float:
    """Return the frequency of a voltage, one volt an octave; 2.75 is concert A."""
    if not -MOST_VOLTS <= number(ctrl) <= MOST_VOLTS:
        raise ValueError(f"ctrl must be -{MOST_VOLTS}-{MOST_VOLTS}")
    return TOP_OCTAVE[0] * 2.0 ** (ctrl - 7)
