# SPDX-License-Identifier: MIT
"""Sounds: a WAV file on the drive, or samples in memory."""

import struct
from typing import Any

import numpy as np

from sim.machine import Machine
from sim.speaker import Wave

__all__ = ["RawSample", "WaveFile"]

machine: Machine

PCM, EXTENSIBLE = 1, 0xFFFE
# A wave holds 8 bits unsigned and 16 bits signed; an array may have either sign in both.
_STORED = {"B": np.uint8, "b": np.uint8, "H": np.int16, "h": np.int16}
_SHIFT = {"B": 0, "b": 128, "H": -0x8000, "h": 0}


class _Sample:
    """`wave` is None once it has been deinitialised."""

    wave: Wave | None
    path = ""

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def deinit(self) -> None:
        self.wave = None

    @property
    def closed(self) -> bool:
        return self.wave is None

    @property
    def sample_rate(self) -> int:
        return self._wave.rate

    @sample_rate.setter
    def sample_rate(self, rate: int) -> None:
        wave = self._wave
        self.wave = Wave(wave.samples, rate, wave.channels, wave.bits, wave.path)

    @property
    def bits_per_sample(self) -> int:
        return self._wave.bits

    @property
    def channel_count(self) -> int:
        return self._wave.channels

    @property
    def _wave(self) -> Wave:
        if self.wave is None:
            raise ValueError("Object has been deinitialized and can no longer be used. "
                             "Create a new object.")
        return self.wave


class WaveFile(_Sample):
    """`file` is a path or a file opened in byte mode, which must stay open while it plays."""

    def __init__(self, file: Any, buffer: Any = None):
        self._file = machine.drive.open(file, "rb") if isinstance(file, str) else file
        if "b" not in getattr(self._file, "mode", "rb"):
            raise TypeError("file must be a file opened in byte mode")
        self.wave = _read_wave(self._file, machine.drive.name_of(self._file))

    def __enter__(self) -> "WaveFile":
        return self

    @property
    def closed(self) -> bool:
        return super().closed or self._file.closed


class RawSample(_Sample):
    """Samples in an array of type B, b, H or h."""

    def __init__(self, buffer: Any, *, channel_count: int = 1, sample_rate: int = 8000,
                 single_buffer: bool = True):
        view = memoryview(buffer)
        if view.format not in ("B", "b", "H", "h"):
            raise ValueError("sample_source buffer must be a bytearray or array of type "
                             "'h', 'H', 'b', or 'B'")
        samples = np.frombuffer(view, view.format).astype(_STORED[view.format])
        samples += _SHIFT[view.format]
        self.wave = Wave(samples.tobytes(), sample_rate, channel_count, view.itemsize * 8)

    def __enter__(self) -> "RawSample":
        return self


def _read_wave(file: Any, path: str) -> Wave:
    """Raises ValueError for what the device cannot play."""
    file.seek(0)
    riff, _, kind, chunk, size = struct.unpack("<4sI4s4sI", _exactly(file, 20))
    if (riff, kind, chunk) != (b"RIFF", b"WAVE", b"fmt "):
        raise ValueError("Invalid wave file")
    form = _exactly(file, size)
    if size < 16:
        raise ValueError("Invalid format chunk size")
    code, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", form)
    if code not in (PCM, EXTENSIBLE) or bits not in (8, 16) or channels not in (1, 2):
        raise ValueError("Unsupported format")
    return Wave(_data_chunk(file), rate, channels, bits, path)


def _data_chunk(file: Any) -> bytes:
    while True:
        chunk, size = struct.unpack("<4sI", _exactly(file, 8))
        if chunk == b"data":
            samples: bytes = file.read(size)
            return samples
        file.seek(size, 1)


def _exactly(file: Any, size: int) -> bytes:
    data: bytes = file.read(size)
    if len(data) < size:
        raise ValueError("Invalid wave file")
    return data
