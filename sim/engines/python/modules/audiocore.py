# SPDX-License-Identifier: MIT
"""audiocore: sounds from a WAV file, or from samples in memory."""

import struct
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from ....board.sound import Format, Frames, Source, Wave, read_wave, source_of
from ..native.arguments import word
from ..native.sample import AudioSample, FileSample, byte_file, view_of
from . import machine

__all__ = ["RawSample", "WaveFile"]

# A wave holds 8 bits unsigned and 16 bits signed; an array may have either sign in both.
_STORED = {"B": np.uint8, "b": np.uint8, "H": np.int16, "h": np.int16}
_SHIFT = {"B": 0, "b": 128, "H": -0x8000, "h": 0}
BUFFER_BYTES = 8, 1024


class WaveFile(FileSample):
    """A WAV file: a path, or a file opened in byte mode that stays open while it plays."""

    def __init__(self, file: Any, buffer: Any = None):
        self._file = byte_file(machine.drive, file)
        if buffer is not None:
            _check_buffer(buffer)
        self._wave = read_wave(self._file, machine.drive.name_of(self._file))
        self._format = self._wave.format

    def _source(self) -> Source:
        if self._checked().rate != self._wave.rate:
            self._wave = replace(self._wave, rate=self._checked().rate)
        return source_of(self._wave, self._alive)


class RawSample(AudioSample):
    """Samples in an array of type B, b, H or h.

    Played once, a single buffer never ends, and of a double buffer only the first half is heard.
    """

    def __init__(self, buffer: Any, *, channel_count: int = 1, sample_rate: int = 8000,
                 single_buffer: bool = True):
        kind, size = _kind_of(buffer)
        channels = word(channel_count) & 0xFF
        bits = struct.calcsize(kind) * 8
        if not single_buffer and (not channels or size % (bits // 8 * channels * 2)):
            raise ValueError("Length of buffer must be an even multiple of channel_count * "
                             "type_size")
        self._buffer = buffer
        self._kind = kind
        self._endless = bool(single_buffer)
        self._format = Format(word(sample_rate), channels, bits, kind in "bh")

    def _source(self) -> Source:
        """Read a single buffer at once, a double buffer by halves when each is due."""
        if self._endless:
            return source_of(self._wave(slice(None)), self._alive)
        return Source(self._checked(), "<RawSample>", self._halves, self._alive)

    def _source_once(self) -> Source:
        if self._endless:
            return self._source()
        return Source(self._checked(), "<RawSample>", lambda: islice(self._halves(), 1),
                      self._alive)

    def _halves(self) -> Iterator[Frames]:
        half = _kind_of(self._buffer)[1] * 8 // self._checked().bits // 2
        for part in (slice(0, half), slice(half, None)):
            frames = self._wave(part).frames
            if len(frames):
                yield frames

    def _wave(self, part: slice) -> Wave:
        form = self._checked()
        samples = np.frombuffer(self._buffer, self._kind)[part].astype(_STORED[self._kind])
        samples += _SHIFT[self._kind]
        return Wave(samples.tobytes(), form.rate, form.channels, form.bits, signed=form.signed)


def _check_buffer(buffer: Any) -> None:
    """Check the buffer that the device would read into; here the file is read at once."""
    with view_of(buffer) as view:
        if view.readonly:
            raise TypeError("object with buffer protocol required")
        low, high = BUFFER_BYTES
        if not low <= view.nbytes <= high:
            raise ValueError(f"buffer length must be {low}-{high}")


def _kind_of(buffer: Any) -> tuple[str, int]:
    """Return the type code of a buffer's elements, and its length in bytes."""
    with view_of(buffer) as view:
        if view.format not in _STORED or not view.c_contiguous:
            raise ValueError("buffer must be a bytearray or array of type 'h', 'H', 'b', or 'B'")
        return view.format, view.nbytes
