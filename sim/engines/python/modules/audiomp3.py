# SPDX-License-Identifier: MIT
"""audiomp3: MP3 files, decoded by libsndfile if its Python package is installed."""

import io
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ....board.sound import NO_FRAMES, Format, Frames, Source
from ....output import muted_libraries
from ..native.arguments import of_type
from ..native.sample import FileSample, byte_file, view_of
from . import machine

__all__ = ["MP3Decoder"]

# Samples in a frame of a file, up to 24 kHz and above.
SHORT_FRAMES, LONG_FRAMES, LONG_FROM = 576, 1152, 32_000


class MP3Decoder(FileSample):
    """`file` is a path or a file opened in byte mode, read from its present position.

    Raises NotImplementedError without the decoder, RuntimeError for a file that is not an MP3.
    """

    def __init__(self, file: Any, buffer: Any = None):
        if buffer is not None:
            view_of(buffer).release()
        self._set_file(file)

    @property
    def file(self) -> Any:
        self._checked()
        return self._file

    @file.setter
    def file(self, file: Any) -> None:
        self._checked()
        if isinstance(file, str):
            raise TypeError("file must be a file opened in byte mode")
        self._set_file(file)

    def open(self, filepath: str) -> None:
        self._checked()
        self._set_file(of_type(filepath, str, "filepath"))

    @property
    def rms_level(self) -> float:
        """The level by CircuitPython's formula: √(sum of squares) / number of samples."""
        self._checked()
        samples = self._last.astype(float)
        return math.sqrt(np.sum(samples * samples)) / samples.size if samples.size else 0.0

    @property
    def samples_decoded(self) -> int:
        """The number of samples decoded, of all channels together."""
        self._checked()
        return self._decoded

    def _set_file(self, file: Any) -> None:
        opened = byte_file(machine.drive, file)
        decoder = _decoder(opened.read())
        self._file, self._decoder = opened, decoder
        self._format = Format(decoder.samplerate, decoder.channels)
        self._size = LONG_FRAMES if decoder.samplerate >= LONG_FROM else SHORT_FRAMES
        self._all: Frames | None = None
        self._decoded = 0
        self._ended = False
        self._last: Frames = NO_FRAMES

    def _source(self) -> Source:
        name = machine.drive.name_of(self._file) or "<MP3Decoder>"
        return Source(self._checked(), name, self._blocks, self._alive)

    def _blocks(self) -> Iterator[Frames]:
        """Play from the present position, or from the file's start once its end was reached."""
        if self._ended:
            rate = self._checked().rate
            self._file.seek(0)
            self._set_file(self._file)
            self.sample_rate = rate
        while self._alive():
            frames = self._next()
            if not len(frames):
                self._ended = True
                return
            self._last = frames
            self._decoded += frames.size
            yield frames

    def _next(self) -> Frames:
        """Decode the whole file at once: the package loses samples between two reads."""
        if self._all is None:
            with muted_libraries():
                self._all = self._decoder.read(dtype="int16", always_2d=True)
        start = self._decoded // self._all.shape[1]
        return self._all[start:start + self._size]


def _decoder(data: bytes) -> Any:
    try:
        import soundfile
    except ImportError:
        raise NotImplementedError("MP3 files are decoded by a package that is not installed: "
                                  "pip install soundfile") from None
    try:
        with muted_libraries():
            decoder = soundfile.SoundFile(io.BytesIO(data))
    except (soundfile.LibsndfileError, RuntimeError):
        raise RuntimeError("Failed to parse MP3 file") from None
    if decoder.format != "MP3":
        raise RuntimeError("Failed to parse MP3 file")
    return decoder
